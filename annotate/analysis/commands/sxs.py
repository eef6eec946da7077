"""``sxs``: what people preferred, from side-by-side labels."""

import argparse
import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.commands.base import Command, InputError, open_text, write_json, write_table
from annotate.analysis.sxs import LEVELS, Preference, Table, table
from annotate.analysis.undefined import Undefined, defined

_COLUMNS = ("comparison", "left", "right", "metric", "score")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help=f"CSV with the columns {', '.join(_COLUMNS)}")
    parser.add_argument(
        "--comparison", required=True, metavar="C", help="which comparison to count"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the bootstrap intervals (0)")
    parser.add_argument("--json", action="store_true", help="everything, as JSON")


def _run(options: argparse.Namespace, out: TextIO) -> None:
    scores: dict[str, list[tuple[str, int]]] = {}
    sources: set[tuple[str, str]] = set()
    others: set[str] = set()
    for row, item, score in _rows(options.file):
        if row["comparison"] != options.comparison:
            others.add(row["comparison"])
            continue
        sources.add((row["left"], row["right"]))
        scores.setdefault(row["metric"], []).append((item, score))
    if not scores:
        there = ", ".join(sorted(others)) or "none"
        raise InputError(f"{options.file}: no comparison {options.comparison!r}; there: {there}.")
    if len(sources) > 1:
        raise InputError(f"{options.file}: {options.comparison} compares more than two sources.")
    ((left, right),) = sources
    results = table(scores, seed=options.seed)
    if options.json:
        write_json(_report(options.comparison, left, right, results), out)
    else:
        _print(left, right, results, out)


def _rows(path: Path) -> Iterator[tuple[dict[str, str], str, int]]:
    """Yield every row with the image it is about, and its score.

    Without a column of images every row of a metric is about one of its own.
    """
    reader = csv.DictReader(open_text(path))
    missing = [name for name in _COLUMNS if name not in (reader.fieldnames or ())]
    if missing:
        raise InputError(f"{path}: no column {', '.join(missing)}.")
    for row in reader:
        if any(row[name] is None for name in _COLUMNS):
            raise InputError(f"{path}: line {reader.line_num} has too few columns.")
        if row["score"] not in ("-2", "-1", "0", "1", "2"):
            raise InputError(
                f"{path}: line {reader.line_num}: score must be -2, -1, 0, 1 or 2, "
                f"not {row['score']!r}."
            )
        yield row, row.get("image") or f"line {reader.line_num}", int(row["score"])


def _report(comparison: str, left: str, right: str, results: Table) -> dict[str, Any]:
    return {
        "comparison": comparison,
        "left": left,
        "right": right,
        "levels": LEVELS,
        "metrics": {
            metric: {
                "n": preference.n,
                "counts": preference.counts,
                "percent": preference.percent,
                "net": preference.net,
                "net_low": defined(preference.interval.low),
                "net_high": defined(preference.interval.high),
            }
            for metric, preference in _judged(results)
        },
        "umbrellas": {name: defined(net) for name, net in _nets(results).items()},
    }


def _judged(results: Table) -> Iterator[tuple[str, Preference]]:
    for metric, preference in results.metrics.items():
        if isinstance(preference, Preference):
            yield metric, preference


def _nets(results: Table) -> dict[str, float | Undefined]:
    return {
        name: net if isinstance(net, Undefined) else net.mean
        for name, net in results.umbrellas.items()
    }


def _print(left: str, right: str, results: Table, out: TextIO) -> None:
    out.write(f"left: {left}   right: {right}   net: right less left, with 95% interval\n\n")
    rows = [
        (
            metric,
            preference.n,
            *preference.percent,
            f"{preference.net:+.0f}%",
            _interval(preference),
        )
        for metric, preference in _judged(results)
    ]
    write_table(("metric", "n", *(f"{level} %" for level in LEVELS), "net", "interval"), rows, out)
    out.write("\n")
    for name, net in _nets(results).items():
        text = f"undefined: {net.reason}" if isinstance(net, Undefined) else f"{net:+.1f}%"
        out.write(f"{name:<14} {text}\n")


def _interval(preference: Preference) -> str:
    low, high = preference.interval.low, preference.interval.high
    if isinstance(low, Undefined) or isinstance(high, Undefined):
        return "undefined"
    return f"{low:+.0f} … {high:+.0f}"


COMMAND = Command(
    name="sxs",
    summary="what people preferred, from side-by-side labels",
    description=(
        "Add up five-point judgements of two sources by metric (IIW App. D.4): counts, whole\n"
        "percentages that sum to 100 (largest remainder) and the net preference for the right\n"
        "source. A score of -2 is `left substantially better`, 2 `right substantially better`.\n"
        "Intervals are over the images, where the file has a column image."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
