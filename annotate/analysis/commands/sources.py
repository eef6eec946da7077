"""Several files that say something of the same images: named, paired and compared."""

import argparse
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.commands.assumptions import write_assumptions
from annotate.analysis.commands.base import (
    InputError,
    Row,
    range_of,
    read_items,
    write_table,
)
from annotate.analysis.differences import HOLM, Difference, Figure, differences
from annotate.analysis.intervals import Interval
from annotate.analysis.undefined import defined, reason

NAMES = ("image_id", "image", "id")


@dataclass(frozen=True, slots=True)
class Source:
    """The items of a file, and of what image each of them is; without a name it is its place."""

    name: str
    path: Path
    items: list[Row]

    @property
    def images(self) -> list[Hashable]:
        return [
            next((str(item[name]) for name in NAMES if name in item), place)
            for place, item in enumerate(self.items)
        ]

    def where(self, place: int) -> str:
        return f"{self.path}: item {place}"


def printed_range(ends: Mapping[str, float | None] | None) -> str:
    """An interval of :func:`~annotate.analysis.commands.base.intervals_as_json` to be read."""
    low, high = (ends["low"], ends["high"]) if ends else (None, None)
    return "" if low is None or high is None else f"[{low:.4f}, {high:.4f}]"


def add_against(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--against",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="another source of the same images, to be compared in pairs; may be repeated",
    )


def read_sources(options: argparse.Namespace) -> list[Source]:
    """The file of a command and those it is compared with; raises :class:`InputError`."""
    paths = [options.file, *options.against]
    if len(set(paths)) < len(paths):
        raise InputError(f"{options.file}: a source cannot be compared with itself.")
    stems = [path.name.split(".")[0] for path in paths]
    plain = len(set(stems)) == len(stems)
    sources = [
        Source(stem if plain else str(path), path, read_items(path))
        for stem, path in zip(stems, paths, strict=True)
    ]
    for source in sources:
        if not source.items:
            raise InputError(f"{source.path}: there is no item.")
    return sources


def compared(sources: Mapping[str, Mapping[str, Figure]]) -> list[Difference]:
    return differences(sources) if len(sources) > 1 else []


def differences_as_json(found: Sequence[Difference]) -> list[dict[str, Any]]:
    return [
        {
            "figure": each.figure,
            "first": each.first,
            "second": each.second,
            "difference": defined(each.difference.mean),
            "low": defined(each.difference.low),
            "high": defined(each.difference.high),
            "n": each.difference.n,
            "p": each.p,
            "p_holm": each.holm,
            "undefined": reason(each.difference.mean) or reason(each.difference.low),
        }
        for each in found
    ]


def write_differences(found: Sequence[Difference], titles: Mapping[str, str], out: TextIO) -> None:
    """Write a table of differences with what they take for granted; nothing without any."""
    if not found:
        return
    rows = [
        (
            titles[each.figure],
            f"{each.second} - {each.first}",
            *_cells(each.difference),
            "" if each.holm is None else f"{each.holm:.3f}",
        )
        for each in found
    ]
    out.write("\n")
    write_table(("figure", "sources", "difference", "interval", "Holm's p"), rows, out)
    write_assumptions([HOLM.format(number=len(found))], out)


def _cells(difference: Interval) -> tuple[str, str]:
    mean = defined(difference.mean)
    if mean is None:
        return f"undefined: {reason(difference.mean)}", ""
    return f"{mean:+.4f}", range_of(difference, "+.4f")
