"""Randomness that can be repeated: a number drawn from a seed and the names of what it is for."""

import hashlib
import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

# Fits the signed 64-bit column of both databases.
_BITS = 63


def draw(seed: int, *names: object) -> int:
    """Return a uniform integer in [0, 2**63) that depends on `seed` and `names` alone.

    >>> draw(7, "sample", 1) == draw(7, "sample", 1)
    True
    >>> draw(7, "sample", 1) == draw(7, "sample", 2)
    False
    """
    text = "\x1f".join([str(seed), *map(str, names)])
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> (64 - _BITS)


def generator(seed: int, *names: object) -> random.Random:
    return random.Random(draw(seed, *names))  # noqa: S311 - repeatable, not secret


def numpy_state(seed: int) -> "np.random.RandomState":
    """Return NumPy's older source, whose numbers for a seed are the same in all its versions.

    >>> int(numpy_state(1).randint(0, 100))
    37
    """
    import numpy as np  # late: a process at rest does not need it

    return np.random.RandomState(seed)
