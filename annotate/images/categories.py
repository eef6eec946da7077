"""Images by category and split, as their metadata names it (IIW Fig. 7); no model guesses any."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class SplitCategories:
    """The images of one split; ``named`` has the categories, those of most images first."""

    split: str
    images: int
    none_given: int
    named: Sequence[tuple[str, int]]


class Categories:
    """Counts images as they pass. One that names several categories counts in each."""

    def __init__(self) -> None:
        self._images: Counter[str] = Counter()
        self._given: Counter[str] = Counter()
        self._named: dict[str, Counter[str]] = defaultdict(Counter)

    def add(self, split: str, names: Sequence[str], images: int = 1) -> None:
        self._images[split] += images
        self._given[split] += images if names else 0
        for name in names:
            self._named[split][name] += images

    @property
    def any_given(self) -> bool:
        return self._given.total() > 0

    def by_split(self) -> list[SplitCategories]:
        """The splits in alphabetical order.

        >>> counted = Categories()
        >>> counted.add("train", ["Food"], 3), counted.add("train", [], 2)
        (None, None)
        >>> [row.none_given for row in counted.by_split()], counted.by_split()[0].named
        ([2], [('Food', 3)])
        """
        return [
            SplitCategories(split, images, images - self._given[split], self._ranked(split))
            for split, images in sorted(self._images.items())
        ]

    def _ranked(self, split: str) -> list[tuple[str, int]]:
        return sorted(self._named[split].items(), key=lambda item: (-item[1], item[0]))


def names_of(metadata: Any, field: str) -> list[str]:
    """The categories that metadata name in a field: a text, or several in a list; each once.

    >>> names_of({"kind": " Food "}, "kind"), names_of({"kind": ["Art", "Food", "Art", 3]}, "kind")
    (['Food'], ['Art', 'Food'])
    >>> names_of({"kind": 7}, "kind"), names_of({}, "kind"), names_of({"kind": "Art"}, "category")
    ([], [], [])
    """
    return names_in(metadata.get(field) if isinstance(metadata, dict) else None)


def names_in(told: Any) -> list[str]:
    """The categories that the value of a field names; a list may name several.

    >>> names_in("Food"), names_in(None)
    (['Food'], [])
    """
    names = told if isinstance(told, list) else [told]
    texts = (name.strip() for name in names if isinstance(name, str))
    return list(dict.fromkeys(name for name in texts if name))
