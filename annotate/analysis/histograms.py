"""Distributions kept as counts in fixed bins: counts of two days add up, medians would not.

Each bin holds how many values fell into it and what they add up to. So a mean is exact, and so is
everything about whole numbers, each of which has a bin of its own. Of other values is lost where
in its bin each lay: a quantile is read from the means of the bins and says how far it may be off.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import floor, isnan


@dataclass(frozen=True, slots=True)
class Bar:
    """The values in one bin: how many they are, and their sum."""

    count: int
    total: float

    def __add__(self, other: "Bar") -> "Bar":
        return Bar(self.count + other.count, self.total + other.total)


NOTHING = Bar(0, 0.0)
# By the number of the bin.
Bars = Mapping[int, Bar]


@dataclass(frozen=True, slots=True)
class Summary:
    """How many values there are and where they lie; every figure is None where there is none.

    ``error`` is how far a quantile may be from that of the values themselves: 0 where all are
    exact, None where it is not known. The mean has none.
    """

    n: int
    mean: float | None = None
    q10: float | None = None
    q25: float | None = None
    median: float | None = None
    q75: float | None = None
    q90: float | None = None
    error: float | None = 0.0


class Bins:
    """The bins of one measure: each holds the values from its lower edge up to the next one.

    ``end`` closes the last bin, which holds that value as well; without it the last bin is open.
    Where all values are whole numbers and the bins one wide, ``are_whole`` says so.

    >>> bins = Bins([0, 10, 20])
    >>> bins.place(10), bins.place(9.99), bins.place(1000)
    (1, 0, 2)
    >>> bins.edges(0), bins.edges(2)
    ((0, 10), (20, None))
    """

    def __init__(
        self, lows: Sequence[float], end: float | None = None, *, are_whole: bool = False
    ) -> None:
        if not lows or any(low >= high for low, high in pairwise(lows)):
            raise ValueError("the edges of bins must rise")
        if end is not None and end < lows[-1]:
            raise ValueError("the edges of bins must rise")
        self._lows = tuple(lows)
        self._end = end
        self._are_whole = are_whole

    def __len__(self) -> int:
        return len(self._lows)

    def place(self, value: float) -> int:
        """Return the number of the bin of a value; what lies beyond the bins is put in the nearest.

        Raises ValueError for what is no number.
        """
        if isnan(value):
            raise ValueError("a value that is not a number has no bin")
        return max(bisect_right(self._lows, value) - 1, 0)

    def edges(self, place: int) -> tuple[float, float | None]:
        """Return the lower and the upper edge of a bin; the upper one of an open bin is None."""
        last = place == len(self._lows) - 1
        return self._lows[place], self._end if last else self._lows[place + 1]

    def error(self, place: int, bar: Bar) -> float | None:
        """Return how far a value in a bin may be from their mean; None in an open bin.

        >>> Bins([0, 10, 20]).error(1, Bar(2, 24.0)), Bins([0, 10, 20]).error(1, Bar(1, 14.0))
        (8.0, 0.0)
        """
        low, high = self.edges(place)
        if bar.count == 1 or low == high or (self._are_whole and high is not None):
            return 0.0
        mean = bar.total / bar.count
        return None if high is None else max(mean - low, high - mean)

    def summary(self, bars: Bars) -> Summary:
        """Return the figures that a box or a band shows, each value taken as the mean of its bin.

        Quantiles are linear between the two nearest values (Hyndman & Fan 1996, type 7), so of
        whole numbers they are those of the values themselves, and none lies outside the values.

        Worked example: 4 and 6 in the first bin, 12 and 14 in the second. The median is halfway
        between the means 5 and 13; each of the two values may be 5 and 7 from its mean at most.

        >>> found = Bins([0, 10, 20]).summary({0: Bar(2, 10.0), 1: Bar(2, 26.0)})
        >>> found.n, found.mean, found.median, found.q90, found.error
        (4, 9.0, 9.0, 13.0, 7.0)
        >>> Bins([0, 10]).summary({})
        Summary(n=0, mean=None, q10=None, q25=None, median=None, q75=None, q90=None, error=0.0)
        """
        filled = sorted((place, bar) for place, bar in bars.items() if bar.count > 0)
        number = sum(bar.count for _, bar in filled)
        if not number:
            return Summary(0)
        total = sum(bar.total for _, bar in filled)
        read = [self._quantile(filled, share * (number - 1)) for share in SHARES]
        errors = [error for _, error in read]
        worst = None if None in errors else max(error or 0.0 for error in errors)
        q10, q25, median, q75, q90 = (value for value, _ in read)
        return Summary(number, total / number, q10, q25, median, q75, q90, worst)

    def _quantile(
        self, filled: Sequence[tuple[int, Bar]], position: float
    ) -> tuple[float, float | None]:
        """Return what lies at a position among the sorted values, and how far it may be off."""
        first = floor(position)
        place, bar = _holding(filled, first)
        value, error = bar.total / bar.count, self.error(place, bar)
        part = position - first
        if not part:
            return value, error
        place, bar = _holding(filled, first + 1)
        above, error_above = bar.total / bar.count, self.error(place, bar)
        if error is not None and error_above is not None:
            error = (1 - part) * error + part * error_above
        else:
            error = None
        return value + part * (above - value), error


SHARES = (0.1, 0.25, 0.5, 0.75, 0.9)


def _holding(filled: Sequence[tuple[int, Bar]], position: int) -> tuple[int, Bar]:
    """Return the bin that holds the value at a whole position, counted from 0."""
    for place, bar in filled:
        if position < bar.count:
            return place, bar
        position -= bar.count
    return filled[-1]


@dataclass(frozen=True, slots=True)
class Scale:
    """The bins that values are counted in, and the wider ones that a chart draws.

    Every edge of the wider ones is one of the narrow ones, so that their counts are exact too.
    """

    counted: Bins
    shown: Bins

    def drawn(self, bars: Bars) -> dict[int, int]:
        """Return how many values are in each of the bins that a chart draws."""
        counts: dict[int, int] = {}
        for place, bar in bars.items():
            wide = self.shown.place(self.counted.edges(place)[0])
            counts[wide] = counts.get(wide, 0) + bar.count
        return {place: number for place, number in counts.items() if number}


def _bins(lows: str) -> Bins:
    return Bins([float(low) for low in lows.split()])


def _steps(*parts: tuple[int, int, int]) -> Iterable[float]:
    """Yield edges: so many in each unit, from a first number up to the next one."""
    for low, high, per_unit in parts:
        yield from (low + step / per_unit for step in range((high - low) * per_unit))


# No text that people write has more. Narrow where most texts are: IIW Table 2 has 217.2 tokens in
# the mean, captions have 10 to 20.
TOKENS = Scale(
    Bins(range(20_001), are_whole=True),
    _bins(
        "0 5 10 15 20 30 40 50 60 80 100 125 150 175 200 225 250 300 350 400 500 600 800 1000 1500"
    ),
)
# A tenth of a second up to ten, half a one to a minute, a whole one to half an hour, then minutes.
SECONDS = Scale(
    Bins([*_steps((0, 10, 10), (10, 60, 2), (60, 1800, 1)), *range(1800, 86_401, 60)]),
    _bins(
        "0 5 10 15 20 30 45 60 90 120 150 180 240 300 360 420 480 600 720 900 1200 1800 2700 3600"
    ),
)
# Two-hundredths, and a bin for texts that are the same; drawn in fiftieths, as the thresholds of
# early stopping are tried in: a bin lies wholly on one side of one.
SIMILARITY = Scale(
    Bins([place / 200 for place in range(201)], end=1.0),
    Bins([place / 50 for place in range(50)], end=1.0),
)
