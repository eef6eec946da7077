"""``describe``: how long descriptions are and of what words, as in IIW Tables 1 and 14."""

import argparse
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.commands.base import Command, InputError, write_json
from annotate.analysis.commands.rows import read_texts
from annotate.analysis.english import NO_TAGGER, English, WordClasses, count_classes, english
from annotate.analysis.undefined import Undefined

_CLASSES = ("nouns", "adjectives", "adverbs", "verbs")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take a file of texts; shared with ``readability``."""
    parser.add_argument("file", type=Path, help="JSON lines, one object per row")
    parser.add_argument("--text-field", required=True, metavar="F", help="the field of the text")
    parser.add_argument("--json", action="store_true", help="everything, as JSON")


def needed() -> English:
    """Return spaCy's pipeline, or complain that it is not installed."""
    found = english()
    if isinstance(found, Undefined):
        raise InputError(found.reason)
    return found


def _run(options: argparse.Namespace, out: TextIO) -> None:
    report = _report(needed(), options)
    if options.json:
        write_json(report, out)
        return
    for name, value in report.items():
        if name != "undefined":
            shown = "undefined" if value is None else f"{value:,}"
            out.write(f"{name.replace('_', ' '):<24} {shown:>10}\n")
    for why in sorted(set(report["undefined"].values())):
        out.write(f"\n{why}\n")


def _report(pipeline: English, options: argparse.Namespace) -> dict[str, Any]:
    number = tokens = sentences = 0
    classes, tagged = WordClasses(), True
    for own, ends in pipeline.documents(read_texts(options.file, options.text_field)):
        number, tokens, sentences = number + 1, tokens + len(own), sentences + ends
        tagged = tagged and count_classes(own, classes)
    if not number:
        raise InputError(f"{options.file}: there is no row.")
    why = {} if tagged else dict.fromkeys(_CLASSES, NO_TAGGER.reason)
    if not sentences:
        why["tokens_per_sentence"] = "There is no sentence."
    return {
        "descriptions": number,
        "tokens": _rounded(tokens / number),
        "sentences": _rounded(sentences / number),
        "tokens_per_sentence": _rounded(tokens / sentences) if sentences else None,
        **{
            name: _rounded(getattr(classes, name) / number) if tagged else None for name in _CLASSES
        },
        "undefined": why,
    }


def _rounded(value: float) -> float:
    return round(value, 6)


COMMAND = Command(
    name="describe",
    summary="how long descriptions are: tokens, sentences and word classes",
    description=(
        "Means per description as in IIW Tables 1 and 14: tokens (spaCy's English tokenizer,\n"
        "punctuation counted, white space not), sentences (its rule-based sentencizer), tokens\n"
        "per sentence of all texts together, and nouns, adjectives, adverbs and verbs by\n"
        "TextBlob's tagger. Names are no nouns, auxiliaries no verbs. Needs the extra `metrics`."
    ),
    add_arguments=add_arguments,
    run=_run,
)
