"""MinHash signatures of sets: how many places two have in common tells how alike the sets are.

Broder, *On the resemblance and containment of documents* (1997). Each place of a signature is the
least value that one permutation gives to any member; two sets have the same one with a probability
that is their Jaccard similarity.

The values are those of the library datasketch 2.0 in its scheme ``affine32``, and tests hold them
against it: prints that it once made are kept in databases. It is not loaded because with it come
scipy.integrate and an asynchronous client of Redis, more than a second of processor time and 68 MiB
in each process (docs/decisions/0084).
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from annotate.analysis.randomness import numpy_state

Hashes = npt.NDArray[np.uint32]

_SEED = 1


def signature_of(members: Hashes, permutations: int) -> Hashes:
    """Return the signature of a set; shape (permutations,), each in [0, 2^32).

    The places of a shorter signature are not those of a longer one.

    Args:
        members: a hash of 32 bits of each; their order makes no difference. Of an empty set each
            place is 2^32 - 1.

    >>> one, other = np.array([1, 2, 3], np.uint32), np.array([4, 3, 2, 1], np.uint32)
    >>> float((signature_of(one, 1000) == signature_of(other, 1000)).mean())  # Jaccard: 3 of 4
    0.754
    """
    if not members.size:
        return np.full(permutations, np.iinfo(np.uint32).max, dtype=np.uint32)
    factors, summands = _drawn(permutations)
    lowest: Hashes = (_spread(members)[:, np.newaxis] * factors + summands).min(axis=0)
    return lowest


@lru_cache
def _drawn(permutations: int) -> tuple[Hashes, Hashes]:
    """What h -> a * h + b (mod 2^32) is made with: bijections, as every a is odd."""
    drawn = numpy_state(_SEED)
    half = drawn.randint(0, 1 << 31, permutations, dtype=np.uint32)
    summands = drawn.randint(0, 1 << 32, permutations, dtype=np.uint32)
    return half * np.uint32(2) + np.uint32(1), summands


def _spread(hashes: Hashes) -> Hashes:
    """Let each bit hang on all others: the last step of MurmurHash3 (Appleby), a bijection."""
    hashes = (hashes ^ (hashes >> np.uint32(16))) * np.uint32(0x85EBCA6B)
    hashes = (hashes ^ (hashes >> np.uint32(13))) * np.uint32(0xC2B2AE35)
    return hashes ^ (hashes >> np.uint32(16))
