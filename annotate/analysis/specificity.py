"""Specificity: how much alike the captions of an image are (Jas & Parikh 2015)."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

from annotate.analysis.undefined import Undefined
from annotate.messages import Message

_WORD = re.compile(r"\b\w\w\w+\b")
_FEW = Undefined(Message("specificity_of_one_caption"))
_NOTHING = Undefined(Message("captions_without_meaning"))

Weights = dict[str, float]


class Similarity(Protocol):
    """What tells how near the meanings of two words are, or that it knows none."""

    def similarity(self, one: str, other: str) -> float | None: ...


@dataclass(frozen=True, slots=True)
class Specificity:
    """The specificity of an image, in (0, 1], and of each pair of its captions in order."""

    score: float | Undefined
    pairs: list[float | None]


@dataclass(frozen=True, slots=True)
class Rarity:
    """How rare words are: in how many of ``images`` a word stands in a caption."""

    counts: Counter[str]
    images: int

    def weights(self, text: str) -> tuple[list[str], Weights]:
        """Return the words of a text in order, and the TF-IDF weight of each, of length 1."""
        words = _words(text)
        raw = {
            word: times * (math.log((1 + self.images) / (1 + self.counts[word])) + 1)
            for word, times in Counter(words).items()
        }
        length = math.sqrt(sum(weight * weight for weight in raw.values()))
        return words, {word: weight / length for word, weight in raw.items()}


def rarity(images: Iterable[Sequence[str]]) -> Rarity:
    """Count in how many images each word of three letters or more stands.

    >>> rarity([["a dog", "a dog sits"], ["a cat sits"]]).counts["sits"]
    2
    """
    counts: Counter[str] = Counter()
    number = 0
    for captions in images:
        number += 1
        counts.update({word for text in captions for word in _words(text)})
    return Rarity(counts, number)


def specificity(captions: Sequence[str], known: Rarity, similar: Similarity) -> Specificity:
    """Return how consistently an image is described: the mean over pairs of captions.

    Jas & Parikh 2015 (arXiv:1502.04569), §3.2, and their program: of two captions each word takes
    its best path similarity to a word of the other; these are averaged with the TF-IDF weights of
    the words. Words have three letters or more; those without a meaning in WordNet are left out.
    The captions of an image are one document of the corpus that the rarity is counted in. A pair
    without any word that counts is None and left out of the mean.

    Example with a similarity that only knows equal words: "dog" is shared, "red" and "runs" are
    not; "dog" is in both images and therefore weighs less than "red".

    >>> class Equal:
    ...     def similarity(self, one, other): return float(one == other) or None
    >>> images = [["red dog", "dog runs"], ["dog"]]
    >>> specificity(images[0], rarity(images), Equal()).pairs
    [1.0]
    """
    if len(captions) < 2:
        return Specificity(_FEW, [])
    weighed = [known.weights(text) for text in captions]
    pairs = [_pair(one, other, similar) for one, other in combinations(weighed, 2)]
    there = [value for value in pairs if value is not None]
    return Specificity(sum(there) / len(there) if there else _NOTHING, pairs)


def _pair(
    one: tuple[list[str], Weights], other: tuple[list[str], Weights], similar: Similarity
) -> float | None:
    total = whole = 0.0
    for (words, weights), (theirs, _) in ((one, other), (other, one)):
        for word in words:
            near = [near for other in theirs if (near := similar.similarity(word, other))]
            if near:
                total += weights[word] * max(near)
                whole += weights[word]
    return total / whole if whole else None


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
