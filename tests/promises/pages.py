"""How pages are read: figures are taken off them and compared, and none may be left over."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from annotate.analysis.proportions import wilson
from tests.promises.figures import Answer, mean, passed_on_of

QUANTILES = {"q10": 0.1, "q25": 0.25, "median": 0.5, "q75": 0.75, "q90": 0.9}
# What is a name, a setting, a place or a time and no figure.
NAMES = frozenset(
    {
        "id",
        "index",
        "sample",
        "annotation",
        "image",
        "deleted_number",
        "width",
        "height",
        "next",
        "previous",
        "level",
        "threshold",
        "ngram",
        "small_n",
        "from",
        "to",
        "remedy",
        "remedy_code",
        "expected",
        "earliest",
        "latest",
        "last_seen",
        "rounds_allowed",
        "last_at",
        "before",
        "params",
    }
)


@dataclass
class Page:
    """One page as it is read: figures are taken off it, and what nobody took is found."""

    address: str
    told: Any
    taken: set[tuple[Any, ...]] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)

    def take(self, *path: Any, right: float | None, within: float | None = 0.0) -> None:
        """Compare one figure with the right one, within the error that the page states."""
        value = self.told
        for step in path:
            value = value[step]
        self.taken.add(path)
        if value is None or right is None:
            is_right = value is right
        else:
            room = 1e-9 * max(1.0, abs(right)) + (float("inf") if within is None else within)
            is_right = abs(value - right) <= room
        if not is_right:
            self.wrong.append(f"{self.address} {path}: {value} instead of {right}")

    def take_passed_on(self, mine: Iterable[Answer], *path: Any) -> None:
        """Compare what was handed in as it came, or that nothing is known of it."""
        right = passed_on_of(mine)
        if right is None:
            return self.take(*path, right=None)
        for name, value in right.items():
            self.take(*path, name, right=value)

    def take_unchanged(self, mine: Iterable[Answer], *path: Any) -> None:
        """Compare how many answers were handed in just as they began, and the share's interval."""
        began = [one.unchanged for one in mine if one.unchanged is not None]
        if not began:
            return self.take(*path, right=None)
        n, same = len(began), sum(began)
        for name, value in zip(("low", "high"), wilson(same, n), strict=True):
            self.take(*path, name, right=value)
        self.take(*path, "number", right=same)
        self.take(*path, "of", right=n)

    def take_spread(self, *path: Any, values: Sequence[float]) -> None:
        """Compare a distribution, and its bars where it has some, with the values themselves."""
        told = self.told
        for step in path:
            told = told[step]
        self.take(*path, "n", right=len(values))
        self.take(*path, "mean", right=mean(values))
        self.taken.add((*path, "error"))
        for name, share in QUANTILES.items():
            right = float(np.quantile(values, share)) if values else None
            self.take(*path, name, right=right, within=told["error"])
            if values and not min(values) - 1e-9 <= told[name] <= max(values) + 1e-9:
                self.wrong.append(f"{self.address} {path} {name}: outside of the values")
        for place, bar in enumerate(told.get("bins", [])):
            low, high = bar["low"], bar["high"] if bar["high"] is not None else float("inf")
            inside = [one for one in values if low <= one < high or one == high == 1.0]
            self.take(*path, "bins", place, "count", right=len(inside))
            self.taken |= {(*path, "bins", place, end) for end in ("low", "high")}

    def leave(self, name: str) -> None:
        """What is below this name is compared in other tests."""
        self.taken |= {(name, *path) for path, _ in leaves(self.told[name])}

    def forgotten(self) -> list[str]:
        """The figures of the page that were compared with nothing."""
        return [
            f"{self.address} {path}"
            for path, value in leaves(self.told)
            if path not in self.taken and not NAMES & set(path)
        ]


def leaves(told: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every number of an answer in JSON, and every place where one is missing, with its path."""
    if isinstance(told, dict):
        for name, value in told.items():
            yield from leaves(value, (*path, name))
    elif isinstance(told, list):
        for place, value in enumerate(told):
            yield from leaves(value, (*path, place))
    elif told is None or (isinstance(told, int | float) and not isinstance(told, bool)):
        yield path, told
