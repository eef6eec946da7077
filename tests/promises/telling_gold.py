"""A guesser: does anything that came with a task tell whether the task was gold?"""

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from math import comb

from tests.promises.guessing import Feature, Row

FALSE_ALARMS = 1e-6
_FEW = 12
_PARTS = 8


def betraying(
    rows: Sequence[Row], golden: Sequence[bool], hits: Sequence[Hashable]
) -> dict[str, float]:
    """The features that are otherwise of gold than of work, and how improbable that is by chance.

    Each value of each feature is asked alone (numbers in eight classes besides). If gold is
    distributed as work is, then in a HIT of n tasks with k of gold, of which m have the value, the
    gold among these is hypergeometric; over all HITs the numbers add up, and the distribution of
    their sum is the exact one. What is equal for a whole HIT is asked as if all were one HIT.
    Both tails and all questions share one false alarm in a million runs.
    """
    questions = [
        (name, members, strata)
        for name in sorted({name for row in rows for name in row})
        for members in _classes([row.get(name) for row in rows])
        for strata in (hits, [None] * len(rows))
    ]
    limit = FALSE_ALARMS / (2 * len(questions))
    found: dict[str, float] = {}
    for name, members, strata in questions:
        chance = _tail(members, golden, strata)
        if chance < limit:
            found[name] = min(chance, found.get(name, 1.0))
    return found


def _classes(column: Sequence[Feature]) -> Iterator[list[bool]]:
    """For each common value who has it, and for numbers who lies below each eighth."""
    values = Counter(column)
    numbers = sorted(value for value in column if isinstance(value, float))
    if len(values) <= _FEW or not numbers:
        for value, _ in values.most_common(_FEW):
            yield [other == value for other in column]
        return
    edges = sorted({numbers[len(numbers) * part // _PARTS] for part in range(1, _PARTS)})
    places = [bisect(edges, value) if isinstance(value, float) else None for value in column]
    for place in set(places):
        yield [other == place for other in places]


def _tail(members: Sequence[bool], golden: Sequence[bool], strata: Sequence[Hashable]) -> float:
    """The smaller tail of how many of the members are gold."""
    tables: dict[Hashable, list[int]] = defaultdict(lambda: [0, 0, 0])
    both = 0
    for member, is_gold, stratum in zip(members, golden, strata, strict=True):
        table = tables[stratum]
        table[0] += 1
        table[1] += is_gold
        table[2] += member
        both += member and is_gold
    whole = [1.0]
    for size, gold, inside in tables.values():
        whole = _sum(whole, _hypergeometric(size, gold, inside))
    return min(sum(whole[: both + 1]), sum(whole[both:]))


def _hypergeometric(size: int, gold: int, inside: int) -> list[float]:
    return [
        comb(inside, k) * comb(size - inside, gold - k) / comb(size, gold)
        for k in range(min(gold, inside) + 1)
    ]


def _sum(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """The distribution of the sum of two independent numbers."""
    total = [0.0] * (len(one) + len(other) - 1)
    for at, chance in enumerate(one):
        if chance:
            for more, of_that in enumerate(other):
                total[at + more] += chance * of_that
    return total
