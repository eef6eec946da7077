"""Models that commands are lent, and what they print of scores made with them."""

import argparse
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.commands.assumptions import write_assumptions
from annotate.analysis.commands.base import (
    intervals_as_json,
    with_reasons,
    write_json,
    write_table,
)
from annotate.analysis.commands.sources import (
    Source,
    compared,
    differences_as_json,
    printed_range,
    write_differences,
)
from annotate.analysis.differences import Figure, figure_intervals, mean_figure
from annotate.analysis.embedding import NO_MODEL, Embedder
from annotate.analysis.undefined import Undefined

_DRAWN = (
    "Intervals of 95%: images are drawn anew 2,000 times (percentile bootstrap, seed 1). Below"
    " about ten images they are too narrow."
)

Column = Sequence[float | None]


@dataclass(frozen=True, slots=True)
class Scored:
    """The scores of a source's items by name; a name may have the reason why it has none."""

    source: Source
    columns: Mapping[str, Column | Undefined]

    def figures(self) -> dict[str, Figure]:
        images = self.source.images
        return {
            name: mean_figure(column, images)
            for name, column in self.columns.items()
            if not isinstance(column, Undefined)
        }


def add_model(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--model",
        default="",
        metavar="NAME",
        help="a folder below MODELS_ROOTS, or its path; with --server what it calls its model",
    )
    parser.add_argument(
        "--server",
        default="",
        metavar="ADDRESS",
        help="of a server of embeddings, as a rule ending in /v1; its key is EMBEDDINGS_KEY",
    )
    parser.add_argument(
        "--models-root",
        type=Path,
        action="append",
        default=[],
        metavar="DIR",
        help="where models lie, instead of MODELS_ROOTS; may be repeated",
    )


def lent(options: argparse.Namespace) -> Embedder | Undefined:
    """The model that the options name, as it is lent; or why there is none."""
    if not options.model:
        return NO_MODEL
    named = [Path(root) for root in os.environ.get("MODELS_ROOTS", "").split(",") if root]
    model: Embedder | Undefined = options.lend(
        options.model, options.models_root or named, options.server
    )
    return model


def in_parts(number: int, size: int = 256) -> list[range]:
    """Places of items, so many at once that vectors do not fill the memory."""
    return [range(start, min(start + size, number)) for start in range(0, number, size)]


def show(
    scored: Sequence[Scored],
    model: Embedder | Undefined,
    titles: Mapping[str, str],
    assumptions: Sequence[str],
    as_json: bool,
    out: TextIO,
) -> None:
    """Write the scores of each source, and how far any two lie apart."""
    reports = {each.source.name: _report(each) for each in scored}
    found = compared({each.source.name: each.figures() for each in scored})
    about = {} if isinstance(model, Undefined) else {**model.about, "cut": str(model.cut)}
    taken = [*assumptions, _DRAWN]
    if as_json:
        told = {**reports[scored[0].source.name], "model": about, "assumptions": taken}
        if found:
            told |= {"sources": reports, "differences": differences_as_json(found)}
        write_json(told, out)
        return
    for each in scored:
        _print(each, reports[each.source.name], titles, out)
    write_differences(found, titles, out)
    if about:
        out.write("\n" + ", ".join(f"{name} {value}" for name, value in about.items()) + "\n")
    write_assumptions(taken, out)


def _report(scored: Scored) -> dict[str, Any]:
    intervals = figure_intervals(scored.figures())
    means = {
        name: column if isinstance(column, Undefined) else intervals[name].mean
        for name, column in scored.columns.items()
    }
    columns = {
        name: column for name, column in scored.columns.items() if not isinstance(column, Undefined)
    }
    return {
        **with_reasons(means),
        "items": len(scored.source.items),
        "intervals": intervals_as_json(intervals),
        "per_item": columns,
    }


def _print(
    scored: Scored, report: Mapping[str, Any], titles: Mapping[str, str], out: TextIO
) -> None:
    rows = []
    for name, title in titles.items():
        if name not in scored.columns:
            continue
        if report[name] is None:
            rows.append((title, f"undefined: {report['undefined'][name]}", ""))
        else:
            ends = printed_range(report["intervals"][name])
            rows.append((title, f"{report[name]:.4f}", ends))
    write_table((f"{scored.source.name}, {report['items']:,} items", "mean", "interval"), rows, out)
