"""Small prints of texts: enough to see which earlier texts a new one has to be compared with.

Comparing a new text with a thousand earlier ones means reading and cutting up all of them again.
Their prints are made once and kept: the bands of the MinHash signature by which near-duplicates are
found (:mod:`annotate.analysis.duplicates`) with a byte of each of its values, and the hashes of
their passages, by which pasted texts are (:mod:`annotate.analysis.pasted`). What they point to is
then compared in full, so that a print decides nothing: it only leaves out what cannot matter.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import TypeAlias, TypeVar
from zlib import crc32

import numpy as np
import numpy.typing as npt

from annotate.analysis.duplicates import (
    BANDS,
    PERMUTATIONS,
    SIMILARITY,
    Tails,
    may_be_near,
    sketches_of,
)
from annotate.analysis.minhash import Hashes
from annotate.analysis.pasted import PASSAGE_WORDS
from annotate.analysis.sorted_sets import are_among, distinct
from annotate.analysis.tokens import words

Buffer: TypeAlias = bytes | memoryview
AnyT = TypeVar("AnyT", bound=np.generic)

_STORED = np.dtype("<u4")
_NONE: Hashes = np.empty(0, dtype=np.uint32)


@dataclass(frozen=True, slots=True)
class Prints:
    """The prints of some texts: of many, so one table holds them all.

    Args:
        bands: the hashes of each text's bands; shape (texts, 25).
        tails: the last byte of each value of its signature; shape (texts, 125).
        passages: the hashes of the passages of the first text in the order of its words, then of
            the next; shape (passages of all,).
        sizes: how many passages each text has; shape (texts,).
    """

    bands: Hashes
    tails: Tails
    passages: Hashes
    sizes: npt.NDArray[np.int64]

    @classmethod
    def of(cls, texts: Sequence[str]) -> "Prints":
        """Return the prints of texts; capitals and punctuation make no difference.

        >>> prints = Prints.of(["A red kite above a green field.", "A dog!"])
        >>> prints.bands.shape, prints.sizes.tolist()
        ((2, 25), [3, 0])
        """
        if not texts:
            return cls.from_bytes([], [], [])
        hashes = [_hashes_of_passages(text) for text in texts]
        sizes = np.array([len(each) for each in hashes], dtype=np.int64)
        passages = np.fromiter(chain.from_iterable(hashes), np.uint32, int(sizes.sum()))
        return cls(*sketches_of(texts), passages, sizes)

    @classmethod
    def from_bytes(
        cls, bands: Sequence[Buffer], tails: Sequence[Buffer], passages: Sequence[Buffer]
    ) -> "Prints":
        """Return the prints that :meth:`to_bytes` gave, an item of each argument for a text."""
        number = len(bands)
        return cls(
            np.frombuffer(b"".join(bands), _STORED).reshape(number, BANDS),
            np.frombuffer(b"".join(tails), np.uint8).reshape(number, PERMUTATIONS),
            np.frombuffer(b"".join(passages), _STORED),
            np.array([len(each) for each in passages], dtype=np.int64) // _STORED.itemsize,
        )

    def to_bytes(self) -> list[tuple[bytes, bytes, bytes]]:
        """Return the bands, the tails and the passages of each text as they are stored.

        That is four bytes for each hash, the lowest first.

        >>> [stored] = Prints.of(["A red kite above a green field."]).to_bytes()
        >>> [len(each) for each in stored]
        [100, 125, 12]
        """
        ends = np.cumsum(self.sizes)
        bands, passages = self.bands.astype(_STORED), self.passages.astype(_STORED)
        return [
            (own.tobytes(), tails.tobytes(), passages[end - size : end].tobytes())
            for own, tails, size, end in zip(bands, self.tails, self.sizes, ends, strict=True)
        ]

    def __len__(self) -> int:
        return self.sizes.size

    def __add__(self, other: "Prints") -> "Prints":
        """Return these and then the others."""
        return Prints(
            np.concatenate([self.bands, other.bands]),
            np.concatenate([self.tails, other.tails]),
            np.concatenate([self.passages, other.passages]),
            np.concatenate([self.sizes, other.sizes]),
        )

    def only(self, wanted: npt.NDArray[np.bool_]) -> "Prints":
        """Return those of the texts for which ``wanted``, shape (texts,), is true."""
        return Prints(
            self.bands[wanted],
            self.tails[wanted],
            self.passages[np.repeat(wanted, self.sizes)],
            self.sizes[wanted],
        )

    def split(self, values: npt.NDArray[AnyT]) -> list[npt.NDArray[AnyT]]:
        """Return what was found out of each passage, text by text; the values are in their order.

        >>> prints = Prints.of(["A red kite above a green field.", "A dog!"])
        >>> [part.size for part in prints.split(prints.passages)]
        [3, 0]
        """
        return np.split(values, np.cumsum(self.sizes)[:-1]) if len(self) else []


def _hashes_of_passages(text: str) -> list[int]:
    split = [word.encode() for word in words(text)]
    joined = b" ".join(split)
    # Where each word begins, and where the one after the last would.
    starts = [0, *accumulate(len(word) + 1 for word in split)]
    runs = zip(starts, starts[PASSAGE_WORDS:], strict=False)
    return [crc32(joined[start : end - 1]) for start, end in runs]


def to_compare(
    new: Prints, known: Prints, pasted: Hashes, similarity: float = SIMILARITY
) -> list[int]:
    """Return the positions in ``known`` of texts that a new one has to be compared with, in order.

    That is those that may be as similar to a new text as ``similarity``, and those that have a
    passage of ``pasted`` (:func:`pasted_passages`).

    >>> known = Prints.of(["A red kite above a green field.", "A dog on a brown sofa."])
    >>> for text in ("Two boats lie in the harbour", "a RED kite above a green field"):
    ...     to_compare(Prints.of([text]), known, np.empty(0, dtype=np.uint32))
    []
    [0]
    """
    found = np.zeros(len(known), dtype=np.bool_)
    for bands, tails in zip(new.bands, new.tails, strict=True):
        found |= _that_may_be_near(bands, tails, known, similarity)
    if pasted.size:
        owners = np.repeat(np.arange(len(known)), known.sizes)
        found[owners[are_among(known.passages, pasted)]] = True
    places: list[int] = np.flatnonzero(found).tolist()
    return places


def _that_may_be_near(
    bands: Hashes, tails: Tails, others: Prints, similarity: float
) -> npt.NDArray[np.bool_]:
    """Of which of the others one text may be a near-duplicate; shape (others,)."""
    near: npt.NDArray[np.bool_] = (others.bands == bands).any(axis=1)
    if near.any():
        near[near] = may_be_near(tails, others.tails[near], similarity)
    return near


def pasted_passages(
    new: Prints, known: Prints, *, images: Sequence[Hashable], share: float, min_images: int
) -> Hashes:
    """Return the passages that make a new text pasted, given so many of the earlier ones.

    Such a text has so many of its words as ``share`` in passages that were given for
    ``min_images`` images.

    Args:
        known: the same person's earlier texts.
        images: what each of the texts is about, the new ones first.

    >>> known = Prints.of([f"A photo of a nice {thing}." for thing in ("dog", "boat")])
    >>> about = {"images": [1, 2, 3], "share": 0.8, "min_images": 3}
    >>> for text in ("A photo of a nice kite", "Two boats lie in the harbour"):
    ...     pasted_passages(Prints.of([text]), known, **about).size
    1
    0
    """
    if not new.passages.size:
        return _NONE
    own = distinct(new.passages)
    often = own[_images_of(own, new, known, images) >= min_images]
    if not often.size:
        return _NONE
    parts = zip(new.split(new.passages), new.split(are_among(new.passages, often)), strict=True)
    found = [passages[hits] for passages, hits in parts if _covered(hits) >= share]
    return distinct(np.concatenate([_NONE, *found]))


def any_made_of(prints: Prints, sources: Prints, share: float) -> bool:
    """Whether so many words of a text as ``share`` may lie in passages of the ``sources``.

    >>> task = Prints.of(["Imagine how you would describe this image on the phone to a friend."])
    >>> for text in ("imagine how you would describe this image", "A red kite above a field"):
    ...     any_made_of(Prints.of([text]), task, share=0.8)
    True
    False
    """
    hits = are_among(prints.passages, distinct(sources.passages))
    if not hits.any():  # seldom is there more to look at
        return False
    return any(_covered(each) >= share for each in prints.split(hits))


def any_alike(prints: Prints, similarity: float = SIMILARITY) -> bool:
    """Whether any two texts may be so similar; where none may be, there are no near-duplicates.

    >>> one, other = "A red kite above a green field.", "A dog on a brown sofa."
    >>> any_alike(Prints.of([one, other])), any_alike(Prints.of([one, other, one]))
    (False, True)
    """
    ordered = np.sort(prints.bands, axis=0)
    if not (ordered[1:] == ordered[:-1]).any():  # seldom is there more to look at
        return False
    at = np.arange(len(prints))
    return any(
        _that_may_be_near(bands, tails, prints.only(at > place), similarity).any()
        for place, (bands, tails) in enumerate(zip(prints.bands, prints.tails, strict=True))
    )


def _images_of(
    wanted: Hashes, new: Prints, known: Prints, images: Sequence[Hashable]
) -> npt.NDArray[np.int64]:
    """For how many images each of these passages, which are in order, was given."""
    numbers = {image: at for at, image in enumerate(dict.fromkeys(images))}
    about = np.array([numbers[image] for image in images], dtype=np.int64)
    owners = np.repeat(about, np.concatenate([new.sizes, known.sizes]))
    every = np.concatenate([new.passages, known.passages])
    are_wanted = are_among(every, wanted)
    places = np.searchsorted(wanted, every[are_wanted])
    pairs = distinct(places * len(numbers) + owners[are_wanted])
    return np.bincount(pairs // len(numbers), minlength=wanted.size)


def _covered(hits: npt.NDArray[np.bool_]) -> float:
    """Return the share of words that lie in a passage which is hit.

    >>> _covered(np.array([True, False, False, False])), _covered(np.array([], dtype=bool))
    (0.625, 0.0)
    """
    if not hits.any():
        return 0.0
    covered = np.zeros(hits.size + PASSAGE_WORDS - 1, dtype=np.bool_)
    for at in np.flatnonzero(hits):
        covered[at : at + PASSAGE_WORDS] = True
    return float(covered.mean())
