"""``jaccard``: how much two texts of each row share."""

import argparse
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.commands.base import (
    INTERVALS,
    Command,
    InputError,
    interval_of_mean,
    intervals_as_json,
    range_of,
    read_rows,
    text_of,
    write_json,
)
from annotate.analysis.overlap import jaccard
from annotate.analysis.tokens import words


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="JSON lines, one object per row")
    parser.add_argument(
        "--field", action="append", required=True, metavar="NAME", help="a text; give it twice"
    )
    parser.add_argument("--n", type=_size, default=1, help="words per n-gram (1)")
    parser.add_argument("--json", action="store_true", help="everything, as JSON")


def _size(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return value


def _run(options: argparse.Namespace, out: TextIO) -> None:
    if len(options.field) != 2:
        raise InputError(f"--field must be given twice, not {len(options.field)} times.")
    first, second = options.field
    per_item: list[float | None] = []
    for number, row in read_rows(options.file):
        where = f"{options.file}: line {number}"
        texts = (words(text_of(row, first, where)), words(text_of(row, second, where)))
        per_item.append(jaccard(*texts, options.n))
    if not per_item:
        raise InputError(f"{options.file}: there is no row.")
    report = _report(per_item)
    if options.json:
        write_json(report, out)
    else:
        _print(report, options, out)


def _report(per_item: list[float | None]) -> dict[str, Any]:
    there = [value for value in per_item if value is not None]
    return {
        "mean": sum(there) / len(there) if there else None,
        "items": len(per_item),
        "without_ngrams": len(per_item) - len(there),
        "intervals": intervals_as_json({"mean": interval_of_mean(per_item)}),
        "per_item": per_item,
    }


def _print(report: dict[str, Any], options: argparse.Namespace, out: TextIO) -> None:
    there = sorted(value for value in report["per_item"] if value is not None)
    names = " and ".join(options.field)
    out.write(f"{'Jaccard similarity of ' + names:<44} {options.n}-grams of words\n")
    out.write(f"{'rows':<44} {report['items']:,}\n")
    if report["without_ngrams"]:
        out.write(f"{'rows without an n-gram in either text':<44} {report['without_ngrams']:,}\n")
    if not there:
        out.write(f"{'mean':<44} undefined: no row has an n-gram\n")
        return
    figures = {"mean": report["mean"], "lowest": there[0], "highest": there[-1]}
    figures["median"] = (there[(len(there) - 1) // 2] + there[len(there) // 2]) / 2
    ends = {"mean": range_of(interval_of_mean(report["per_item"]), ".4f")}
    for name, value in figures.items():
        out.write(f"{name:<44} {value:.4f}  {ends.get(name, '')}".rstrip() + "\n")
    if ends["mean"]:
        out.write(f"\n{INTERVALS.format(units='rows')}\n")


COMMAND = Command(
    name="jaccard",
    summary="how much two texts of each row share: Jaccard similarity of word n-grams",
    description=(
        "Compare two texts of every row by the sets of their word n-grams, |A ∩ B| / |A ∪ B|\n"
        "(IIW §3.3), with the product's own words. A row where neither text has an n-gram has no\n"
        "figure: it is null and left out of the mean."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
