"""Signatures of sets are those of the library, and tell how alike the sets are."""

import random

import numpy as np
from datasketch import MinHash
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.minhash import signature_of

hashes = st.lists(st.integers(0, 2**32 - 1), max_size=60)


@given(hashes, st.sampled_from([1, 125, 128]))
def test_they_are_those_of_datasketch(members: list[int], permutations: int) -> None:
    """Or prints that it made, which databases keep, could not be compared with new ones."""
    theirs = MinHash(num_perm=permutations, seed=1, hashfunc=int, scheme="affine32")
    theirs.update_batch(members)
    ours = signature_of(np.array(members, dtype=np.uint32), permutations)
    assert ours.tolist() == theirs.hashvalues.tolist()


@given(st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=60), st.randoms())
def test_order_and_repeats_make_no_difference(members: list[int], rng: random.Random) -> None:
    turned = members[::-1] + members[:3]
    rng.shuffle(turned)
    one, other = (np.array(each, dtype=np.uint32) for each in (members, turned))
    assert (signature_of(one, 125) == signature_of(other, 125)).all()


def test_sets_that_share_a_third_agree_in_a_third_of_the_places() -> None:
    rng = np.random.default_rng(1)
    every = rng.integers(0, 2**32, 4_000, dtype=np.uint32)
    one, other = signature_of(every[:2_000], 2_000), signature_of(every[1_000:3_000], 2_000)
    assert abs((one == other).mean() - 1 / 3) < 0.04
    apart = signature_of(every[2_000:], 2_000)
    assert (signature_of(every[:2_000], 2_000) == apart).mean() < 0.01
