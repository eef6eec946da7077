"""Which concepts of a list captions name, and in how many images (VizWiz-Captions §3.2, Fig. 2).

The paper matches strings exactly. Here a concept is named where its words follow one another in a
caption, whole and in lower case: "cat" is in "the cat's bowl", not in "cats" nor in "scatter". That
is a lower bound, as the paper says of its own.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from annotate.analysis import proportions
from annotate.analysis.intervals import Interval
from annotate.analysis.tokens import named_words

# A concept: its words in lower case.
Phrase = tuple[str, ...]

# VizWiz-Captions, Suppl. C.2: images "captioned using words related to people", 27.6% of theirs.
PEOPLE = ("people", "person", "man", "woman", "child", "hand", "foot", "torso")


@dataclass(frozen=True, slots=True)
class Concept:
    """In how many images a concept is named; ``share`` is that of all images."""

    name: str
    images: int
    share: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """How much of a list is named: ``found`` of its concepts, and ``naming`` images name one."""

    concepts: list[Concept]
    found: Interval
    naming: Interval


def coverage(images: Sequence[Iterable[str]], concepts: Iterable[str]) -> Coverage:
    """Return which concepts the captions of images name.

    Args:
        images: the captions of each image.
        concepts: names of one word or more. ValueError where one has no word, or stands twice.

    Worked example: one of two concepts is named, in one of two images.

    >>> found = coverage([["A traffic light.", "Two lights"], ["A dog"]], ["traffic light", "cat"])
    >>> [(each.name, each.images) for each in found.concepts], found.found.mean, found.naming.mean
    ([('traffic light', 1), ('cat', 0)], 0.5, 0.5)
    """
    names = names_of(concepts)
    times = dict.fromkeys(names, 0)
    naming = 0
    for captions in images:
        seen = named_in(captions, names)
        naming += bool(seen)
        for phrase in seen:
            times[phrase] += 1
    return Coverage(
        concepts=[
            Concept(name, times[phrase], proportions.share(times[phrase], len(images)))
            for phrase, name in names.items()
        ],
        found=proportions.share(sum(map(bool, times.values())), len(names)),
        naming=proportions.share(naming, len(images)),
    )


def names_of(concepts: Iterable[str]) -> dict[Phrase, str]:
    """Return concepts by their words; ValueError where one has no word, or stands twice.

    >>> names_of(["Traffic light", "cat"])
    {('traffic', 'light'): 'Traffic light', ('cat',): 'cat'}
    """
    names: dict[Phrase, str] = {}
    for name in concepts:
        phrase = tuple(named_words(name))
        if not phrase:
            raise ValueError(f"the concept {name!r} has no word")
        if phrase in names:
            raise ValueError(f"the concept {name!r} stands twice")
        names[phrase] = name
    return names


def named_in(captions: Iterable[str], names: Collection[Phrase]) -> set[Phrase]:
    """Return which of the concepts, as :func:`names_of` gives them, some captions name.

    >>> named_in(["The cat's bowl"], names_of(["cat", "dog"]))
    {('cat',)}
    """
    lengths = sorted({len(phrase) for phrase in names})
    return {
        phrase
        for caption in captions
        for phrase in _phrases(named_words(caption), lengths)
        if phrase in names
    }


def _phrases(spoken: Sequence[str], lengths: Iterable[int]) -> Iterable[Phrase]:
    for length in lengths:
        for start in range(len(spoken) - length + 1):
            yield tuple(spoken[start : start + length])
