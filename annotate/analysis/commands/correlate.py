"""``correlate``: whether metrics go together with what people say, by ranks."""

import argparse
from itertools import combinations
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.commands.assumptions import write_assumptions
from annotate.analysis.commands.base import (
    Command,
    InputError,
    read_json,
    write_json,
    write_table,
)
from annotate.analysis.correlation import Correlation, spearman
from annotate.analysis.undefined import defined, reason

_ASSUMPTIONS = (
    "Spearman's rho of ranks, ties with their mean rank. Items that lack one of the two values are"
    " left out of that pair; n is how many are left.",
    "Intervals of 95% are Fisher's z with the standard error of Bonett and Wright (2000) and take"
    " items for independent: several texts of an image are not, so give one of each, or means.",
)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, help='JSON: [{"human": 4, "cider": 0.9, "meteor": 0.3}, …], or null'
    )
    parser.add_argument(
        "--with", dest="against", metavar="NAME", help="pairs with this one alone, such as human"
    )
    parser.add_argument("--json", action="store_true", help="everything, as JSON")


def _run(options: argparse.Namespace, out: TextIO) -> None:
    items = _items(options.file)
    names = list(dict.fromkeys(name for item in items for name in item))
    if options.against and options.against not in names:
        raise InputError(f"{options.file}: no item has {options.against!r}.")
    pairs = [pair for pair in combinations(names, 2) if options.against in (None, *pair)]
    if not pairs:
        raise InputError(f"{options.file}: there are no two values to be paired.")
    found = [(first, second, _correlated(items, first, second)) for first, second in pairs]
    if options.json:
        rows = [{"first": one, "second": other, **_plain(each)} for one, other, each in found]
        write_json({"items": len(items), "pairs": rows, "assumptions": list(_ASSUMPTIONS)}, out)
        return
    write_table(("", "", "rho", "interval", "n"), [_cells(*each) for each in found], out)
    write_assumptions(_ASSUMPTIONS, out)


def _items(path: Path) -> list[dict[str, float | None]]:
    content = read_json(path)
    if not isinstance(content, list) or not content:
        raise InputError(f"{path}: the file must be a list of items.")
    return [_item(item, f"{path}: [{place}]") for place, item in enumerate(content)]


def _item(item: Any, where: str) -> dict[str, float | None]:
    if not isinstance(item, dict):
        raise InputError(f"{where} must be an object with named values.")
    for name, value in item.items():
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise InputError(f"{where}.{name} must be a number or null.")
    return item


def _correlated(items: list[dict[str, float | None]], first: str, second: str) -> Correlation:
    both = [
        (one, other)
        for item in items
        if (one := item.get(first)) is not None and (other := item.get(second)) is not None
    ]
    return spearman([one for one, _ in both], [other for _, other in both])


def _plain(found: Correlation) -> dict[str, Any]:
    told = {
        "rho": defined(found.rho),
        "low": defined(found.low),
        "high": defined(found.high),
        "n": found.n,
    }
    why = reason(found.rho) or reason(found.low)
    return {**told, "undefined": why} if why else told


def _cells(first: str, second: str, found: Correlation) -> tuple[str, str, str, str, str]:
    rho, low, high = map(defined, (found.rho, found.low, found.high))
    told = f"undefined: {reason(found.rho)}" if rho is None else f"{rho:.3f}"
    ends = "" if low is None or high is None else f"{low:.3f} to {high:.3f}"
    return first, second, told, ends, f"{found.n:,}"


COMMAND = Command(
    name="correlate",
    summary="whether metrics go together with human scores, or with one another",
    description=(
        "Spearman's rank correlation of every two values of a list of items, such as what people\n"
        "scored and what metrics give (TextCaps Fig. 7). With --with of one value with the others."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
