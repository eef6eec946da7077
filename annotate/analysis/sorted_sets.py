"""Sets of numbers as sorted arrays, for sets of some hundred members.

NumPy's own functions give the same. They are made for a million members: since NumPy 2.3 `unique`
counts by a hash table and sorts afterwards, and `isin` decides first which of three ways is best.
Each takes several times as long for the words of one text.
"""

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

NumberT = TypeVar("NumberT", bound=np.integer[Any])


def distinct(values: npt.NDArray[NumberT]) -> npt.NDArray[NumberT]:
    """Return each of the values once, in ascending order; shape (n,) to (at most n,).

    >>> distinct(np.array([3, 1, 3, 2])).tolist()
    [1, 2, 3]
    """
    ordered = np.sort(values)
    is_new = np.ones(ordered.size, dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=is_new[1:])
    found: npt.NDArray[NumberT] = ordered[is_new]
    return found


def are_among(values: npt.NDArray[NumberT], ordered: npt.NDArray[NumberT]) -> npt.NDArray[np.bool_]:
    """Tell of each value whether it is a member of a set; shape that of ``values``.

    Args:
        ordered: the set, as :func:`distinct` gives it.

    >>> are_among(np.array([1, 2, 9, 1]), np.array([1, 3])).tolist()
    [True, False, False, True]
    >>> are_among(np.array([1]), np.array([], dtype=int)).tolist()
    [False]
    """
    if not ordered.size:
        return np.zeros(values.shape, dtype=np.bool_)
    places = np.searchsorted(ordered, values)
    known: npt.NDArray[np.bool_] = ordered.take(places, mode="clip") == values
    return known
