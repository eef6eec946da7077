"""``describe``: how long descriptions are and of what words, as in IIW Tables 1 and 14."""

import argparse
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.commands.base import Command, InputError, write_json
from annotate.analysis.commands.rows import read_texts
from annotate.analysis.describing import CLASSES, describe
from annotate.analysis.english import NO_TAGGER, English, english
from annotate.analysis.readability import NO_SENTENCE
from annotate.analysis.undefined import Undefined


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take a file of texts; shared with ``readability``."""
    parser.add_argument("file", type=Path, help="JSON lines, one object per row")
    parser.add_argument("--text-field", required=True, metavar="F", help="the field of the text")
    parser.add_argument("--json", action="store_true", help="everything, as JSON")


def needed() -> English:
    """Return spaCy's pipeline, or complain that it is not installed."""
    pipeline = english()
    if isinstance(pipeline, Undefined):
        raise InputError(pipeline.reason)
    return pipeline


def _run(options: argparse.Namespace, out: TextIO) -> None:
    report = _report(needed(), options)
    if options.json:
        write_json(report, out)
        return
    unique = {f"unique {name}": number for name, number in report["unique"].items()}
    for name, value in {**report, **unique}.items():
        if name not in ("unique", "undefined"):
            text = "undefined" if value is None else f"{value:,}"
            out.write(f"{name.replace('_', ' '):<24} {text:>10}\n")
    for why in sorted(set(report["undefined"].values())):
        out.write(f"\n{why}\n")


def _report(pipeline: English, options: argparse.Namespace) -> dict[str, Any]:
    description = describe(read_texts(options.file, options.text_field), pipeline)
    number, classes = len(description.texts), description.classes
    if not number:
        raise InputError(f"{options.file}: there is no row.")
    why = dict.fromkeys(CLASSES, NO_TAGGER.reason) if classes is None else {}
    if not description.sentences:
        why["tokens_per_sentence"] = NO_SENTENCE.reason
    return {
        "descriptions": number,
        "tokens": _rounded(description.tokens / number),
        "sentences": _rounded(description.sentences / number),
        "tokens_per_sentence": _rounded(description.tokens / description.sentences)
        if description.sentences
        else None,
        **{
            name: None if classes is None else _rounded(getattr(classes, name) / number)
            for name in CLASSES
        },
        "unique": {
            name: None if name in why else len(words) for name, words in description.unique.items()
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
        "per sentence of all texts together, and nouns, adjectives, adverbs, verbs and spatial\n"
        "relations (prepositions) by TextBlob's tagger. Names are no nouns, auxiliaries no\n"
        "verbs. `unique` counts the different words of all texts (VizWiz-Captions Table 1).\n"
        "Needs the extra `metrics`."
    ),
    add_arguments=add_arguments,
    run=_run,
)
