"""What remains of many tests at once: with 500 of them, 25 differ by chance alone at 5%."""

from collections.abc import Sequence


def holm(values: Sequence[float]) -> list[float]:
    """Return p-values adjusted so that one wrong finding among all is rare (Holm 1979).

    Whatever the tests have to do with each other; in the order of the values.

    >>> [round(each, 3) for each in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    adjusted, reached = [0.0] * len(values), 0.0
    for rank, at in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        reached = max(reached, min(1.0, values[at] * (len(values) - rank)))
        adjusted[at] = reached
    return adjusted


def benjamini_hochberg(values: Sequence[float]) -> list[float]:
    """Return p-values adjusted so that few of the findings are wrong (Benjamini, Hochberg 1995).

    For tests that are independent or go up and down together; in the order of the values.

    >>> [round(each, 3) for each in benjamini_hochberg([0.01, 0.04, 0.03])]
    [0.03, 0.04, 0.04]
    """
    adjusted, reached = [0.0] * len(values), 1.0
    order = sorted(range(len(values)), key=values.__getitem__)
    for rank, at in reversed(list(enumerate(order, start=1))):
        reached = min(reached, values[at] * len(values) / rank)
        adjusted[at] = reached
    return adjusted
