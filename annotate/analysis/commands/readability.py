"""``readability``: the school years a corpus asks for, as in IIW Table 9."""

import argparse
from dataclasses import asdict
from typing import TextIO

from annotate.analysis.commands.base import (
    Command,
    InputError,
    read_texts,
    with_reasons,
    write_json,
)
from annotate.analysis.commands.describe import add_arguments, needed
from annotate.analysis.readability import Counts, readability
from annotate.analysis.undefined import Undefined

_TITLES = {
    "ari": "ARI",
    "flesch_kincaid": "Flesch-Kincaid",
    "gunning_fog": "Gunning Fog",
    "smog": "SMOG",
}


def _run(options: argparse.Namespace, out: TextIO) -> None:
    pipeline = needed()
    texts = list(read_texts(options.file, options.text_field))
    if not texts:
        raise InputError(f"{options.file}: there is no row.")
    counts = Counts(sentences=pipeline.sentences(texts))
    counts.add(texts)
    scores = readability(counts)
    figures = {name: getattr(scores, name) for name in _TITLES}
    if options.json:
        counted = {"descriptions": len(texts), **asdict(counts)}
        write_json(with_reasons(figures) | counted, out)
        return
    for name, value in figures.items():
        text = f"undefined: {value.reason}" if isinstance(value, Undefined) else f"{value:.2f}"
        out.write(f"{_TITLES[name]:<16} {text}\n")
    out.write(
        f"\n{len(texts):,} texts, {counts.sentences:,} sentences, {counts.words:,} words, "
        f"{counts.syllables:,} syllables\n"
    )


COMMAND = Command(
    name="readability",
    summary="readability of a corpus: ARI, Flesch-Kincaid, Gunning Fog, SMOG",
    description=(
        "The formulas of py-readability-metrics over all texts as one (IIW Table 9). Others\n"
        "count words, letters and syllables in other ways and give other figures. Sentences are\n"
        "spaCy's. Needs the extra `metrics`."
    ),
    add_arguments=add_arguments,
    run=_run,
)
