"""Pictures that look nearly the same, found among many without comparing all with all.

**Definition.** The look of a picture is 64 bits, its difference hash (Krawetz 2013, "Kind of like
that", hackerfactor.com, entry 529): the picture in grey on a grid of 9 by 8, and a bit for each
neighbouring pair of a row, 1 where it gets brighter to the right. Two pictures are near-duplicates
when at most 6 bits differ (the Hamming distance, by which Zauner 2010, *Implementation and
Benchmarking of Perceptual Image Hash Functions*, compares such hashes). Another size, format or
compression, a little more light or contrast change few bits; bits of unlike pictures agree like
coins: 32 of 64 in the mean, and 6 or fewer differ for one pair of 2 x 10^11. A picture that was
turned, mirrored or cut is not found. Pictures with next to nothing on them look alike, and are said
to be.

A group is what such pairs connect, so the ends of a long chain may be less alike than its links.

**Method.** The bits are cut into 7 bands. Of two looks that differ in at most 6 bits at least one
band is the same (pigeonhole; Norouzi, Punjani and Fleet 2012, *Fast search in Hamming space with
multi-index hashing*). So only pictures that share a band are compared, and none is missed.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

# What a picture is reduced to: columns, of which neighbours are compared, and rows.
COLUMNS, ROWS = 9, 8
MOST_BITS = 6

_SHIFTS = (0, 9, 18, 27, 36, 45, 54)
_MASK = (1 << 9) - 1
_LAST_MASK = (1 << 10) - 1

Looks = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]


def look_of(greys: Sequence[int]) -> int:
    """The 64 bits of 9 x 8 grey values, row by row; the first pair is the highest bit.

    Raises:
        ValueError: there are not 72 values.

    >>> rising = list(range(9)) * 8
    >>> f"{look_of(rising):x}", look_of(rising[::-1])
    ('ffffffffffffffff', 0)
    >>> f"{look_of([5, 7, 7, 3, 4, 4, 4, 4, 4] + [0] * 63):064b}"[:8]
    '10010000'
    """
    if len(greys) != COLUMNS * ROWS:
        raise ValueError(f"A look is made of {COLUMNS * ROWS} values, not of {len(greys)}.")
    bits = 0
    for row in range(ROWS):
        for column in range(COLUMNS - 1):
            at = row * COLUMNS + column
            bits = bits << 1 | (greys[at + 1] > greys[at])
    return bits


def distance(one: int, other: int) -> int:
    """How many of the 64 bits differ.

    >>> distance(0b1011, 0b0010)
    2
    """
    return (one ^ other).bit_count()


class Index:
    """Looks, sorted by each of their bands."""

    def __init__(self, looks: Iterable[int]) -> None:
        self.looks: Looks = np.fromiter(looks, dtype=np.uint64)
        self._sorted = [self._by_band(band) for band in range(len(_SHIFTS))]

    def like(self, place: int) -> list[int]:
        """The places of all looks that are near-duplicates of the one at a place, in order.

        >>> Index([0b0, 0b111, 2**64 - 1]).like(0)
        [1]
        """
        look = self.looks[place]
        candidates = np.unique(np.concatenate([self._sharing(band, look) for band in range(7)]))
        differing = np.bitwise_count(self.looks[candidates] ^ look)
        return [int(at) for at in candidates[differing <= MOST_BITS] if at != place]

    def _by_band(self, band: int) -> tuple[Looks, Places]:
        values = _band(self.looks, band)
        order = np.argsort(values, kind="stable")
        return values[order], order

    def _sharing(self, band: int, look: np.uint64) -> Places:
        values, order = self._sorted[band]
        value = _band(look, band)
        return order[np.searchsorted(values, value) : np.searchsorted(values, value, side="right")]


def _band(looks: Looks | np.uint64, band: int) -> Looks:
    mask = _LAST_MASK if band == len(_SHIFTS) - 1 else _MASK
    return np.asarray((looks >> np.uint64(_SHIFTS[band])) & np.uint64(mask))
