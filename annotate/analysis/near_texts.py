"""Whether a text is nearly the same as one of some others, asked again and again.

The definition is that of :mod:`annotate.analysis.duplicates`.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from annotate.analysis.duplicates import SIMILARITY, Ids, kept_shingle_hashes, plain, shingle_hashes

# A text of 500 characters fills a thirtieth of such a table.
_PLACE_BITS = 14


class Compared:
    """Texts with which many others are compared, one by one.

    Few texts are near-duplicates of anything. So a bound comes first, which is seldom far off: as
    many shingles are common at most as fall into places of a table where the other text has one.
    Only where it leaves something open is anything sorted: looking a text up then takes time linear
    in its own shingles and in those it shares with any of them, however many come near.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        shingles = [kept_shingle_hashes(text) for text in texts]
        self._sizes = np.array([own.size for own in shingles], dtype=np.int64)
        self._starts = np.cumsum(self._sizes) - self._sizes
        self._shingles = np.concatenate([np.empty(0, dtype=np.uint64), *shingles])
        self._places = _places(self._shingles)

    def first_near(self, text: str, similarity: float = SIMILARITY) -> int | None:
        """Return which of them is the first that is as similar by ``similarity_of``; None if none.

        >>> Compared(["abcdf", "a red kite", "abcde!"]).first_near("abcde")
        2
        """
        own = shingle_hashes(plain(text))
        if not self._may_be_near(own, similarity):
            return None
        near = self._similarities(own) >= similarity
        return int(near.argmax()) if near.any() else None

    def _may_be_near(self, own: Ids, similarity: float) -> bool:
        if not self._sizes.size:
            return False
        table = np.zeros(1 << _PLACE_BITS, dtype=np.bool_)
        table[_places(own)] = True
        most = np.add.reduceat(table[self._places], self._starts, dtype=np.int64)
        return bool((self._shares(own, most) >= similarity).any())

    def _similarities(self, own: Ids) -> npt.NDArray[np.float64]:
        shingles, owners = self._sorted
        first = np.searchsorted(shingles, own, side="left")
        shared = np.searchsorted(shingles, own, side="right") - first
        # The places first, first + 1 … of each shingle, one after the other.
        starts = np.repeat(first - (np.cumsum(shared) - shared), shared)
        owners = owners[starts + np.arange(int(shared.sum()))]
        common = np.bincount(owners, minlength=self._sizes.size)
        return self._shares(own, common)

    def _shares(self, own: Ids, common: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """Common shingles over all that either text has: greater where more are common."""
        shares: npt.NDArray[np.float64] = common / (own.size + self._sizes - common)
        return shares

    @cached_property
    def _sorted(self) -> tuple[Ids, npt.NDArray[np.int64]]:
        """The shingles of all in ascending order, and which text each belongs to."""
        owners = np.repeat(np.arange(self._sizes.size), self._sizes)
        order = np.argsort(self._shingles)
        return self._shingles[order], owners[order]


def _places(shingles: Ids) -> npt.NDArray[np.intp]:
    """The places of a table that shingles fall into, by the bits of their hashes mixed best."""
    return (shingles >> np.uint64(64 - _PLACE_BITS)).astype(np.intp)
