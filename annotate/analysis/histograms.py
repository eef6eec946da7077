"""Distributions kept as counts in fixed bins: counts of two days add up, medians would not.

What is lost is where in its bin a value lay. A quantile is therefore exact to the width of one
bin, whatever the number of values.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan


@dataclass(frozen=True, slots=True)
class Summary:
    """How many values there are and where they lie; every quantile is None where there is none."""

    n: int
    q10: float | None
    q25: float | None
    median: float | None
    q75: float | None
    q90: float | None


class Bins:
    """The bins of one measure: each holds the values from its lower edge up to the next one.

    ``end`` closes the last bin, which holds that value as well; without it the last bin is open.

    >>> bins = Bins([0, 10, 20])
    >>> bins.place(10), bins.place(9.99), bins.place(1000)
    (1, 0, 2)
    >>> bins.edges(0), bins.edges(2)
    ((0, 10), (20, None))
    """

    def __init__(self, lows: Sequence[float], end: float | None = None) -> None:
        ends = [*lows[1:], end] if end is not None else list(lows[1:])
        if not lows or any(low >= high for low, high in zip(lows, ends, strict=False)):
            raise ValueError("the edges of bins must rise")
        self._lows = tuple(lows)
        self._end = end

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

    def quantile(self, counts: Mapping[int, int], q: float) -> float | None:
        """Return the value below which the share ``q`` of all lies; None where there is nothing.

        Values are taken to lie evenly within their bin, and those of an open bin at its lower edge
        (grouped data: the median of the schoolbook, ``low + (n/2 - before) / count * width``).

        Worked example: one value in [0, 10), three in [10, 20). The median is the second of four
        values: one of the three, a third into its bin.

        >>> Bins([0, 10, 20]).quantile({0: 1, 1: 3}, 0.5)
        13.333333333333332
        >>> Bins([0, 10, 20]).quantile({2: 5}, 0.9)
        20.0
        >>> Bins([0, 10, 20]).quantile({}, 0.5) is None
        True
        """
        if not 0 <= q <= 1:
            raise ValueError(f"a share of {q} is not between 0 and 1")
        filled = sorted((place, count) for place, count in counts.items() if count > 0)
        wanted = q * sum(count for _, count in filled)
        before = 0
        for place, count in filled:
            if before + count >= wanted:
                low, high = self.edges(place)
                width = 0.0 if high is None else high - low
                return low + (wanted - before) / count * width
            before += count
        return None

    def summary(self, counts: Mapping[int, int]) -> Summary:
        """Return the number of values and the quantiles that a box or a band shows.

        >>> Bins([0, 10, 20]).summary({0: 10, 1: 10})
        Summary(n=20, q10=2.0, q25=5.0, median=10.0, q75=15.0, q90=18.0)
        """
        return Summary(
            sum(counts.values()),
            *(self.quantile(counts, q) for q in (0.1, 0.25, 0.5, 0.75, 0.9)),
        )


def _bins(lows: str) -> Bins:
    return Bins([float(low) for low in lows.split()])


# Narrow where most texts are: IIW Table 2 has 217.2 tokens in the mean, captions have 10 to 20.
TOKENS = _bins(
    "0 5 10 15 20 30 40 50 60 80 100 125 150 175 200 225 250 300 350 400 500 600 800 1000 1500"
)
SECONDS = _bins(
    "0 5 10 15 20 30 45 60 90 120 150 180 240 300 360 420 480 600 720 900 1200 1800 2700 3600"
)
# Fiftieths, as the thresholds of early stopping are tried in: a bin lies wholly on one side of one.
SIMILARITY = Bins([place / 50 for place in range(50)], end=1.0)
