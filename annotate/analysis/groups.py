"""Groups of what belongs together, joined pair by pair, with the weakest link of each."""

from collections.abc import Iterable, Iterator

import numpy as np


class Groups:
    """Which of so many belong together; the smaller group takes the label of the greater one.

    >>> groups = Groups(4)
    >>> groups.join(0, 2, 0.9)
    >>> groups.join(2, 3, 0.8)
    >>> list(groups.all_of(range(4)))
    [([0, 2, 3], 0.8), ([1], 1.0)]
    """

    def __init__(self, count: int) -> None:
        self.label = np.arange(count)
        self._members: dict[int, list[int]] = {}
        self._lowest: dict[int, float] = {}

    def join(self, a: int, b: int, similarity: float) -> None:
        """Join the groups of two that are so similar; they must not be in one already."""
        labels = sorted(
            (int(self.label[a]), int(self.label[b])), key=lambda label: -len(self._of(label))
        )
        great, small = labels
        lowest = min(self._lowest.pop(small, 1.0), self._lowest.get(great, 1.0), similarity)
        moved = self._of(small)
        self._members[great] = self._of(great) + moved
        self._members.pop(small, None)
        self._lowest[great] = lowest
        self.label[moved] = great

    def all_of(self, kept: Iterable[int]) -> Iterator[tuple[list[int], float]]:
        """Yield the members of each group with one of these, and its weakest link."""
        for label in sorted({int(self.label[at]) for at in kept}):
            yield self._of(label), self._lowest.get(label, 1.0)

    def _of(self, label: int) -> list[int]:
        return self._members.get(label, [label])
