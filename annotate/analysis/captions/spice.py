"""SPICE 1.0, by its authors' own program (Anderson et al. 2016), where that and its models are.

SPICE compares the objects, attributes and relations of a text with those of its references. Its
parser is Stanford CoreNLP 3.6.0, in no package and under the GPL; another parser gives other
figures, so that nothing stands in for it: without it the score is undefined, and the reason says
what is missing. Looked for are the folder that ``SPICE_HOME`` names and that of the package
pycocoevalcap, which has the program without CoreNLP. ``SPICE_JAVA`` names another ``java`` than
that of the path: the program writes its results by Java's own JavaScript, which left with Java 15.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

from annotate.analysis.captions.model import NO_ITEMS, Scores, check_pairs, mean_scores
from annotate.analysis.captions.ptb import Tokenizer, coco_tokens
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

_JAR = "spice-1.0.jar"
_PARTS = (_JAR, "lib/stanford-corenlp-3.6.0.jar", "lib/stanford-corenlp-3.6.0-models.jar")
NOT_AVAILABLE = Undefined(Message("spice_not_available"))
CATEGORIES = ("object", "attribute", "relation", "color", "cardinality", "size")
# As in coco-caption; it is a bound and not taken at once.
_MEMORY = "-Xmx8G"
_NEWEST_JAVA = 14
# Seconds: its models are loaded, then a text is parsed in well under one.
_TO_START = 300.0
_PER_TEXT = 2.0

Run = tuple[Sequence[str], Sequence[Sequence[str]]]


def spice(
    candidates: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    tokenizer: Tokenizer = coco_tokens,
    seconds: float | None = None,
) -> Scores | Undefined:
    """Return the F-score of all tuples per item and their mean, in [0, 1]; undefined with reason.

    Anderson et al. 2016 (arXiv:1607.08822, §3), with synonyms, of texts in coco-caption's tokens. A
    text or references without a tuple score 0, as the program has it. ``categories`` are the
    F-scores of kinds of tuples, None for an item whose references have none of the kind.

    Args:
        seconds: when the program is stopped; by default five minutes and two seconds for each text.

    >>> spice([], []).mean.reason
    'There is no text to score.'
    """
    scores = spice_runs([(candidates, references)], tokenizer=tokenizer, seconds=seconds)
    return scores if isinstance(scores, Undefined) else scores[0]


def spice_runs(
    runs: Sequence[Run], *, tokenizer: Tokenizer = coco_tokens, seconds: float | None = None
) -> list[Scores] | Undefined:
    """Return SPICE of several sets of candidates and references; its program starts once.

    >>> spice_runs([([], [])])[0].mean.reason
    'There is no text to score.'
    """
    for run in runs:
        check_pairs(*run)
    pairs = [pair for run in runs for pair in zip(*run, strict=True)]
    if not pairs:
        return [Scores(NO_ITEMS, []) for _ in runs]
    program = spice_program()
    if isinstance(program, Undefined):
        return program
    items = [
        {
            "image_id": place,
            "test": " ".join(tokenizer(text)),
            "refs": [" ".join(tokenizer(each)) for each in own],
        }
        for place, (text, own) in enumerate(pairs)
    ]
    texts = len(pairs) + sum(len(own) for _, own in pairs)
    found = _run(*program, items, seconds or _TO_START + _PER_TEXT * texts)
    return found if isinstance(found, Undefined) else _by_run(found, [len(run[0]) for run in runs])


def spice_program() -> tuple[str, Path] | Undefined:
    """Return Java and the folder of the program, or exactly what is missing."""
    named = os.environ.get("SPICE_HOME")
    home = Path(named) if named else _packaged()
    if home is None:
        return NOT_AVAILABLE
    missing = [part for part in _PARTS if not (home / part).is_file()]
    if missing and not named:
        return NOT_AVAILABLE
    if missing:
        return Undefined(Message("spice_incomplete", missing=missing))
    java = shutil.which(os.environ.get("SPICE_JAVA") or "java")
    if java is None:
        return Undefined(Message("spice_without_java"))
    version = _java_version(java)
    if version is not None and version > _NEWEST_JAVA:
        return Undefined(Message("spice_java_too_new", newest=_NEWEST_JAVA, version=version))
    return java, home.resolve()


def _packaged() -> Path | None:
    package = find_spec("pycocoevalcap")
    if package is None or not package.submodule_search_locations:
        return None
    return Path(next(iter(package.submodule_search_locations))) / "spice"


def _java_version(java: str) -> int | None:
    """The number of its release, 8 of "1.8.0"; None where it does not say."""
    try:
        told = subprocess.run(  # noqa: S603 - a fixed command
            [java, "-version"], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.search(r'version "(?:1\.)?(\d+)', told.stderr)
    return int(found[1]) if found else None


_Found = list[dict[str, float | None]]


def _run(java: str, home: Path, items: Sequence[Any], seconds: float) -> _Found | Undefined:
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as complaints:
        given, cache, out = (Path(folder) / name for name in ("in.json", "cache", "out.json"))
        cache.mkdir()
        # In ASCII: the program reads in whatever encoding the machine has.
        given.write_text(json.dumps(items), "ascii")
        options = ["-cache", str(cache), "-out", str(out), "-subset", "-silent"]
        try:
            ended = subprocess.run(  # noqa: S603 - a fixed command, texts are in a file
                [java, _MEMORY, "-jar", _JAR, str(given), *options],
                cwd=home,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=complaints,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Undefined(Message("spice_timed_out", seconds=round(seconds)))
        except OSError as fault:
            return Undefined(Message("spice_failed", fault=str(fault.strerror)))
        if ended.returncode != 0:
            return _failed(complaints)
        try:
            return _read(json.loads(out.read_text("utf-8")), len(items))
        except (OSError, ValueError, TypeError, KeyError):
            return Undefined(Message("spice_unreadable"))


def _failed(complaints: IO[bytes]) -> Undefined:
    """What it complained of: of a trace of Java the line that names the fault."""
    complaints.seek(0)
    lines = complaints.read().decode(errors="replace").strip().splitlines()
    faults = [line for line in lines if re.search(r"\w(Exception|Error)\b", line)]
    if not lines:
        return Undefined(Message("spice_failed_silently"))
    return Undefined(Message("spice_failed", fault=(faults or lines[-1:])[0].strip()[:300]))


def _read(told: Any, number: int) -> _Found:
    """The F-scores of each item by category, in the order of the items.

    Raises:
        ValueError, TypeError, KeyError: it is not what the program writes of these items.
    """
    by_item = {item["image_id"]: item["scores"] for item in told}
    if len(told) != number or by_item.keys() != set(range(number)):
        raise ValueError("other items")
    return [_f_scores(by_item[place]) for place in range(number)]


def _f_scores(scores: Mapping[str, Mapping[str, Any]]) -> dict[str, float | None]:
    whole = _f_score(scores["All"])
    if whole is None:
        raise ValueError("no score")
    return {"all": whole} | {name: _f_score(scores[name.title()]) for name in CATEGORIES}


def _f_score(score: Mapping[str, Any]) -> float | None:
    """The F-score in [0, 1]; None where the references have no such tuple: null, or NaN."""
    found = score["f"]
    if found is None or found != found:
        return None
    if isinstance(found, bool) or not 0 <= found <= 1:
        raise ValueError("no F-score")
    return float(found)


def _by_run(found: _Found, sizes: Sequence[int]) -> list[Scores]:
    scores, at = [], 0
    for size in sizes:
        own = found[at : at + size]
        mean = mean_scores([each["all"] or 0.0 for each in own])
        categories = {name: [each[name] for each in own] for name in CATEGORIES}
        scores.append(Scores(mean.mean, mean.per_item, categories=categories))
        at += size
    return scores
