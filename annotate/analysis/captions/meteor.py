"""METEOR 1.5, by its authors' own program (Denkowski & Lavie 2014), where that is installed.

Its figures need its paraphrase table of 60 MB and cannot be had from another implementation: NLTK's
``meteor_score`` is the older METEOR of 2005 without paraphrases and gives other figures. So there
is no substitute here: without the program the score is undefined, and the reason says how to get
it. Looked for are the environment variable ``METEOR_JAR`` and the package pycocoevalcap.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import IO

from annotate.analysis.captions.model import NO_ITEMS, Scores, check_pairs
from annotate.analysis.captions.ptb import Tokenizer, coco_tokens
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

_JAR = "meteor-1.5.jar"
_NO_JAVA = Undefined(Message("meteor_without_java"))
_NO_JAR = Undefined(Message("meteor_not_installed"))


def meteor(
    candidates: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    tokenizer: Tokenizer = coco_tokens,
) -> Scores | Undefined:
    """Return METEOR 1.5 per item and of the corpus, in [0, 1]; undefined with the reason.

    Denkowski & Lavie 2014 (ACL W14-3348) as in coco-caption: words are matched exactly, by stem,
    by synonym and by paraphrase. ``mean`` is the program's score of the pooled statistics, not the
    mean of the items.

    Example (published by nlg-eval): "this is a good test" against "this is a test" and "this is
    also a test" is 0.44434.

    >>> meteor([], []).mean.reason
    'There is no text to score.'
    """
    scores = meteor_runs([(candidates, references)], tokenizer=tokenizer)
    return scores if isinstance(scores, Undefined) else scores[0]


def meteor_runs(
    runs: Sequence[tuple[Sequence[str], Sequence[Sequence[str]]]],
    *,
    tokenizer: Tokenizer = coco_tokens,
) -> list[Scores] | Undefined:
    """Return METEOR of several sets of candidates and references; its program starts once.

    >>> meteor_runs([([], [])])[0].mean.reason
    'There is no text to score.'
    """
    for candidates, references in runs:
        check_pairs(candidates, references)
    if not any(candidates for candidates, _ in runs):
        return [Scores(NO_ITEMS, []) for _ in runs]
    program = _program()
    if isinstance(program, Undefined):
        return program
    java, jar = program
    with tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(  # noqa: S603 - a fixed command, texts go through a pipe
            [java, "-Xmx2G", "-jar", jar.name, "-", "-", "-stdio", "-l", "en", "-norm"],
            cwd=jar.parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
            encoding="utf-8",
        )
        with process:
            try:
                return [_conversation(process, *run, tokenizer) for run in runs]
            except (OSError, ValueError):  # it ended, or said something that is no number
                process.kill()
                if process.stdin is not None:
                    with suppress(OSError):  # what it had no time to read
                        process.stdin.close()
                complaints.seek(0)
                return _failed(complaints.read().decode(errors="replace").strip().splitlines())


def _failed(complaints: Sequence[str]) -> Undefined:
    if not complaints:
        return Undefined(Message("meteor_failed_silently"))
    return Undefined(Message("meteor_failed", fault=complaints[-1]))


def _program() -> tuple[str, Path] | Undefined:
    java = shutil.which("java")
    if java is None:
        return _NO_JAVA
    named = os.environ.get("METEOR_JAR")
    if named:
        jar = Path(named)
    else:
        package = find_spec("pycocoevalcap")
        if package is None or not package.submodule_search_locations:
            return _NO_JAR
        jar = Path(next(iter(package.submodule_search_locations))) / "meteor" / _JAR
    return (java, jar.resolve()) if jar.is_file() else _NO_JAR


def _conversation(
    process: subprocess.Popen[str],
    candidates: Sequence[str],
    references: Sequence[Sequence[str]],
    tokenizer: Tokenizer,
) -> Scores:
    if not candidates:
        return Scores(NO_ITEMS, [])
    if process.stdin is None or process.stdout is None:
        raise OSError("no pipe")
    statistics = []
    for text, own in zip(candidates, references, strict=True):
        parts = [" ".join(tokenizer(caption)).replace("|||", "") for caption in (*own, text)]
        statistics.append(_answer(process.stdin, process.stdout, " ||| ".join(["SCORE", *parts])))
    first = _answer(process.stdin, process.stdout, " ||| ".join(["EVAL", *statistics]))
    rest = [process.stdout.readline() for _ in statistics]
    *per_item, whole = [float(line) for line in (first, *rest)]
    return Scores(whole, per_item)


def _answer(to: IO[str], back: IO[str], line: str) -> str:
    to.write(line + "\n")
    to.flush()
    return back.readline().strip()
