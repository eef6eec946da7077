"""``readability``: the school years a corpus asks for, as in IIW Table 9."""

import argparse
from typing import TextIO

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
from annotate.analysis.commands.describe import add_arguments
from annotate.analysis.source_intervals import figure_intervals
from annotate.analysis.text_reports import COUNTS, FORMULAS, Text, reading

_TITLES = {
    "ari": "ARI",
    "flesch_kincaid_038": "Flesch-Kincaid (0.38)",
    "fog_of_common_words": "Gunning Fog (common words)",
    "smog": "SMOG",
}


def _run(options: argparse.Namespace, out: TextIO) -> None:
    texts = [Text("", text) for text in read_texts(options.file, options.text_field)]
    if not texts:
        raise InputError(f"{options.file}: there is no row.")
    measured = reading(texts)
    found = figure_intervals(measured, [text.image for text in texts], seed=SEED)
    if options.json:
        reasons = {name: why.reason for name, why in measured.undefined.items()}
        figures = {name: measured.figures[name] for name in FORMULAS}
        counts = {name: measured.figures[name] for name in COUNTS}
        intervals = {"intervals": intervals_as_json(found)}
        numbers = {"descriptions": len(texts), **counts}
        write_json({**figures, "undefined": reasons, **numbers, **intervals}, out)
        return
    for name, title in _TITLES.items():
        value, missing = measured.figures[name], measured.undefined.get(name)
        text = f"{value:.2f}" if missing is None else f"undefined: {missing.reason}"
        out.write(f"{title:<26} {text}  {range_of(found.get(name), '.2f')}".rstrip() + "\n")
    out.write(
        f"\n{len(texts):,} texts, {measured.figures['sentences']:,} sentences, "
        f"{measured.figures['words']:,} words, {measured.figures['syllables']:,} syllables\n"
    )
    if found:
        out.write(f"{INTERVALS.format(units='texts')}\n")


COMMAND = Command(
    name="readability",
    summary="readability of a corpus: ARI, Flesch-Kincaid, Gunning Fog, SMOG",
    description=(
        "The formulas of py-readability-metrics over all texts together (IIW Table 9). Its\n"
        "Flesch-Kincaid has the factor 0.38; words with a capital or hyphen are not complex in\n"
        "its Fog. Others count words, letters and syllables in other ways and give other\n"
        "figures. Each text is cut into spaCy's sentences by itself. Texts that are not English\n"
        "are refused."
    ),
    add_arguments=add_arguments,
    run=_run,
)
