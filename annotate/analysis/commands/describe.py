"""``describe``: how long descriptions are and of what words, as in IIW Tables 1 and 14."""

import argparse
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.commands.base import (
    INTERVALS,
    SEED,
    Command,
    InputError,
    intervals_as_json,
    range_of,
    read_texts,
    write_json,
)
from annotate.analysis.intervals import Interval
from annotate.analysis.source_intervals import figure_intervals
from annotate.analysis.text_reports import MEANS, UNIQUE, Text, description
from annotate.analysis.undefined import Undefined
from annotate.analysis.word_classes import word_tagger


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take a file of texts; shared with ``readability``."""
    parser.add_argument("file", type=Path, help="JSON lines, one object per row")
    parser.add_argument("--text-field", required=True, metavar="F", help="the field of the text")
    parser.add_argument("--json", action="store_true", help="everything, as JSON")


def _run(options: argparse.Namespace, out: TextIO) -> None:
    report, intervals = _report(options)
    if options.json:
        write_json({**report, "intervals": intervals_as_json(intervals)}, out)
        return
    unique = {f"unique {name}": number for name, number in report["unique"].items()}
    for name, value in {**report, **unique}.items():
        if name not in ("unique", "undefined", "tagger"):
            text = "undefined" if value is None else f"{value:,}"
            line = (
                f"{name.replace('_', ' '):<24} {text:>10}  {range_of(intervals.get(name), ',.2f')}"
            )
            out.write(line.rstrip() + "\n")
    if intervals:
        out.write(f"\n{INTERVALS.format(units='descriptions')}\n")
    if report["tagger"]:
        out.write(f"\nWord classes by {report['tagger']}\n")
    for why in sorted(set(report["undefined"].values())):
        out.write(f"\n{why}\n")


def _report(options: argparse.Namespace) -> tuple[dict[str, Any], dict[str, Interval]]:
    texts = [Text("", text) for text in read_texts(options.file, options.text_field)]
    if not texts:
        raise InputError(f"{options.file}: there is no row.")
    measured, tagger = description(texts), word_tagger()
    missing = measured.undefined
    means = {name: measured.figures[name] for name in MEANS}
    found = figure_intervals(measured, [text.image for text in texts], seed=SEED)
    report = {
        "descriptions": len(texts),
        **{name: None if value is None else round(value, 6) for name, value in means.items()},
        "tagger": None if isinstance(tagger, Undefined) else tagger.name,
        "unique": {name.removeprefix("unique_"): measured.figures[name] for name in UNIQUE},
        "undefined": {name: why.reason for name, why in missing.items() if name in means},
    }
    return report, {name: each for name, each in found.items() if name in means}


COMMAND = Command(
    name="describe",
    summary="how long descriptions are: tokens, sentences and word classes",
    description=(
        "Means per description as in IIW Tables 1 and 14: tokens (spaCy's English tokenizer,\n"
        "punctuation counted, white space not), sentences (its rule-based sentencizer), tokens\n"
        "per sentence of all texts together, and nouns, adjectives, adverbs, verbs and\n"
        "prepositions by a trained model of spaCy where one is installed or named by SPACY_MODEL,\n"
        "else by TextBlob's tagger; `tagger` says by which. Names are no nouns, auxiliaries no\n"
        "verbs. `unique` counts the different words of all texts (VizWiz-Captions Table 1)."
    ),
    add_arguments=add_arguments,
    run=_run,
)
