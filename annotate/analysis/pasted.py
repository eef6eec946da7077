"""Texts made mostly of something pasted: the task's own instructions, or one's earlier answers.

**Definition.** A passage is a run of five words (lower case, without punctuation). A word of a text
is pasted when it lies in a passage that also stands in the instructions, or in one that the same
person has given for at least three different images. The share of pasted words is a containment: it
stays high when something is added around what was pasted. A text is pasted when its share is at
least 0.8. Where people are not known, ``workers`` is left out and all count as one.

The method is the containment of Broder (1997), with shingles of words instead of sketches: counting
them all is exact and fast enough.
"""

import itertools
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from annotate.analysis.duplicates import mixed
from annotate.analysis.sorted_sets import are_among, distinct
from annotate.analysis.tokens import words

SHARE = 0.8
PASSAGE_WORDS = 5
MIN_IMAGES = 3

Source = Literal["instructions", "answers"]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Pasted:
    """A text that is mostly pasted: where from, how much of it, and its longest pasted run.

    ``images`` is for how many images the person has given the most frequent of its passages; 0
    where it comes from the instructions.
    """

    position: int
    source: Source
    share: float
    passage: str
    images: int


@dataclass(frozen=True, slots=True)
class _Passages:
    """The hashes of all passages of all texts, and to which text each belongs."""

    hashes: npt.NDArray[np.uint64]
    texts: npt.NDArray[np.int64]
    starts: npt.NDArray[np.int64]


def pasted(
    texts: Sequence[str],
    *,
    images: Sequence[Hashable],
    workers: Sequence[Hashable] | None = None,
    instructions: Iterable[str] = (),
    share: float = SHARE,
    min_images: int = MIN_IMAGES,
) -> list[Pasted]:
    """Return the texts whose words are pasted to a share of ``share`` or more, in order.

    ``images`` and ``workers`` say, for each text, what it is about and who wrote it. A text that
    fits both ways is said to be from the instructions.

    >>> task = "Imagine how you would describe this image on the phone to a friend."
    >>> texts = ["imagine how you would describe this image to a friend", "A red kite, a field"]
    >>> [(by_text.share, by_text.passage) for by_text in pasted(
    ...     texts, images=[1, 2], instructions=[task], share=0.7)]
    [(0.7, 'imagine how you would describe this image')]
    """
    split = [words(text) for text in texts]
    vocabulary: dict[str, int] = defaultdict(itertools.count(1).__next__)
    own = _passages(split, vocabulary)
    source = _passages([words(text) for text in instructions], vocabulary)
    instructed = are_among(own.hashes, distinct(source.hashes))
    times = _images_of(own, _numbered(images), _numbered(workers or [0] * len(texts)))
    by_text: dict[int, Pasted] = {}
    for name, hits in (("answers", times >= min_images), ("instructions", instructed)):
        kind: Source = "instructions" if name == "instructions" else "answers"
        for at, covered, most in _covered(own, split, hits, times):
            part = float(covered.mean())
            if part >= share:
                passage = _longest(split[at], covered)
                count = 0 if kind == "instructions" else most
                by_text[at] = Pasted(at, kind, round(part, 4), passage, count)
    return [by_text[at] for at in sorted(by_text)]


def _passages(texts: Sequence[Sequence[str]], vocabulary: Mapping[str, int]) -> _Passages:
    """Hash the passages; ``vocabulary`` numbers each word, also one it meets for the first time."""
    hashes, owners, starts = [], [], []
    for at, text_words in enumerate(texts):
        if len(text_words) < PASSAGE_WORDS:
            continue
        numbers = [vocabulary[word] for word in text_words]
        runs = np.lib.stride_tricks.sliding_window_view(
            np.array(numbers, dtype=np.uint64), PASSAGE_WORDS
        )
        hashes.append(mixed(runs))
        owners.append(np.full(len(runs), at, dtype=np.int64))
        starts.append(np.arange(len(runs), dtype=np.int64))
    if not hashes:
        nothing = np.empty(0, dtype=np.int64)
        return _Passages(nothing.astype(np.uint64), nothing, nothing)
    return _Passages(np.concatenate(hashes), np.concatenate(owners), np.concatenate(starts))


def _numbered(values: Sequence[Hashable]) -> npt.NDArray[np.int64]:
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(value, len(numbers)) for value in values], dtype=np.int64)


def _images_of(
    own: _Passages, images: npt.NDArray[np.int64], workers: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Return for each passage for how many images its writer has given it."""
    if not own.hashes.size:
        return np.empty(0, dtype=np.int64)
    _, passage = np.unique(own.hashes, return_inverse=True)
    people = int(workers.max()) + 1
    _, by_person = np.unique(passage * people + workers[own.texts], return_inverse=True)
    pictures = int(images.max()) + 1
    pairs = distinct(by_person * pictures + images[own.texts])
    counts = np.bincount(pairs // pictures)
    images_of_passage: npt.NDArray[np.int64] = counts[by_person]
    return images_of_passage


def _covered(
    own: _Passages, split: Sequence[Sequence[str]], hits: Flags, times: npt.NDArray[np.int64]
) -> Iterable[tuple[int, Flags, int]]:
    """Yield each text with a hit: its position, which of its words are covered, most images."""
    for at, places in _grouped(own.texts, hits).items():
        covered = np.zeros(len(split[at]), dtype=np.bool_)
        for start in own.starts[places]:
            covered[start : start + PASSAGE_WORDS] = True
        yield at, covered, int(times[places].max())


def _grouped(texts: npt.NDArray[np.int64], hits: Flags) -> Mapping[int, npt.NDArray[np.int64]]:
    places = np.flatnonzero(hits)
    owners, first = np.unique(texts[places], return_index=True)
    parts = np.split(places, first[1:]) if owners.size else []
    return {int(owner): part for owner, part in zip(owners, parts, strict=True)}


def _longest(split: Sequence[str], covered: Flags) -> str:
    edges = np.flatnonzero(np.diff(np.concatenate(([False], covered, [False])).astype(np.int8)))
    start, end = max(zip(edges[::2], edges[1::2], strict=True), key=lambda run: run[1] - run[0])
    return " ".join(split[start:end])
