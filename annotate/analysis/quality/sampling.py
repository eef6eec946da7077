"""What is looked at without any reason: a random sample that repeats from its seed."""

from collections.abc import Collection, Mapping
from hashlib import blake2b
from typing import TypeVar

from annotate.analysis.quality.model import FlagFound

Key = int | str
KeyT = TypeVar("KeyT", bound=Key)


def random_sample(keys: Collection[KeyT], *, count: int, seed: int | str) -> list[KeyT]:
    """Return ``count`` of the keys (or all, where there are fewer), drawn evenly by ``seed``.

    Each key is ranked by a hash of the seed and itself. So the draw depends neither on the order of
    the keys nor on the version of Python, and with a greater count the earlier draw stays in it.

    >>> random_sample(range(1, 1001), count=3, seed=7)
    [900, 772, 854]
    >>> random_sample(reversed(range(1, 1001)), count=3, seed=7)
    [900, 772, 854]
    """
    return sorted(set(keys), key=lambda key: (_rank(key, seed), str(key)))[: max(0, count)]


def random_flags_of(workers: Mapping[KeyT, Key], *, count: int, seed: int | str) -> list[FlagFound]:
    """Return a ``random_sample`` flag for each key drawn; ``workers`` says who gave which answer.

    >>> random_flags_of({"x": "Ann"}, count=5, seed=1)[0].explanation
    'One of 1 answers drawn by chance from 1 with the seed 1.'
    """
    drawn = random_sample(workers.keys(), count=count, seed=seed)
    numbers = {"count": len(drawn), "of": len(workers), "seed": seed}
    return [
        FlagFound(key=key, worker=workers[key], code="random_sample", numbers=numbers)
        for key in drawn
    ]


def _rank(key: Key, seed: int | str) -> bytes:
    return blake2b(f"{seed}\0{key}".encode(), digest_size=16).digest()
