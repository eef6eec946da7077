"""Small prints of texts: enough to see which earlier texts a new one has to be compared with.

Comparing a new text with a thousand earlier ones means reading and cutting up all of them again.
Their prints are made once and kept: the bands of the MinHash signature by which near-duplicates are
found (:mod:`annotate.analysis.duplicates`) and the hashes of their passages, by which pasted texts
are (:mod:`annotate.analysis.pasted`). What they point to is then compared in full, so that a print
decides nothing: it only leaves out what cannot matter.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from zlib import crc32

import numpy as np
import numpy.typing as npt

from annotate.analysis.duplicates import bands_of
from annotate.analysis.pasted import PASSAGE_WORDS
from annotate.analysis.sorted_sets import are_among, distinct
from annotate.analysis.tokens import words

Hashes = npt.NDArray[np.uint32]

_STORED = np.dtype("<u4")
_NONE: Hashes = np.empty(0, dtype=np.uint32)


@dataclass(frozen=True, slots=True)
class Print:
    """The hashes of a text's 25 bands, and of each of its passages in the order of its words."""

    bands: Hashes
    passages: Hashes

    @classmethod
    def of(cls, text: str) -> "Print":
        """Return the print of a text; capitals and punctuation make no difference.

        >>> one, other = Print.of("A red kite above a green field."), Print.of("A dog!")
        >>> one.bands.size, one.passages.size, other.passages.size
        (25, 3, 0)
        """
        [bands] = bands_of([text])
        split = [word.encode() for word in words(text)]
        joined = b" ".join(split)
        # Where each word begins, and where the one after the last would.
        starts = [0, *accumulate(len(word) + 1 for word in split)]
        runs = zip(starts, starts[PASSAGE_WORDS:], strict=False)
        hashes = [crc32(joined[start : end - 1]) for start, end in runs]
        return cls(bands, np.array(hashes, dtype=np.uint32))

    @classmethod
    def from_bytes(cls, bands: bytes, passages: bytes) -> "Print":
        return cls(np.frombuffer(bands, _STORED), np.frombuffer(passages, _STORED))

    def to_bytes(self) -> tuple[bytes, bytes]:
        """The bands and the passages as they are stored: four bytes each, the lowest first.

        >>> bands, passages = Print.of("A red kite above a green field.").to_bytes()
        >>> len(bands), len(passages)
        (100, 12)
        """
        return self.bands.astype(_STORED).tobytes(), self.passages.astype(_STORED).tobytes()


def to_compare(new: Sequence[Print], known: Sequence[Print], pasted: Hashes) -> list[int]:
    """Return the positions in ``known`` of texts that a new one has to be compared with, in order.

    That is those that share a band with a new text, and those that have a passage of ``pasted``
    (:func:`pasted_passages`).

    >>> known = [Print.of("A red kite above a green field."), Print.of("A dog on a brown sofa.")]
    >>> for text in ("Two boats lie in the harbour", "a RED kite above a green field"):
    ...     to_compare([Print.of(text)], known, np.empty(0, dtype=np.uint32))
    []
    [0]
    """
    found = _sharing_a_band(new, known)
    if pasted.size:
        found |= {at for at, each in enumerate(known) if are_among(each.passages, pasted).any()}
    return sorted(found)


def pasted_passages(
    new: Sequence[Print],
    known: Sequence[Print],
    *,
    images: Sequence[Hashable],
    share: float,
    min_images: int,
) -> Hashes:
    """Return the passages that make a new text pasted, given so many of the earlier ones.

    Such a text has so many of its words as ``share`` in passages that were given for
    ``min_images`` images.

    Args:
        known: the same person's earlier texts.
        images: what each of the texts is about, the new ones first.

    >>> known = [Print.of(f"A photo of a nice {thing}.") for thing in ("dog", "boat")]
    >>> for text in ("A photo of a nice kite", "Two boats lie in the harbour"):
    ...     pasted_passages([Print.of(text)], known, images=[1, 2, 3], share=0.8, min_images=3).size
    1
    0
    """
    if not new:
        return _NONE
    prints = [*new, *known]
    own = _joined(new)
    often = own[_images_of(own, prints, images) >= min_images]
    found = [_NONE]
    for each in new:
        hits = are_among(each.passages, often)
        if _covered(hits) >= share:
            found.append(each.passages[hits])
    return distinct(np.concatenate(found))


def any_made_of(prints: Sequence[Print], sources: Sequence[Print], share: float) -> bool:
    """Whether so many words of a text as ``share`` may lie in passages of the ``sources``.

    >>> task = Print.of("Imagine how you would describe this image on the phone to a friend.")
    >>> for text in ("imagine how you would describe this image", "A red kite above a field"):
    ...     any_made_of([Print.of(text)], [task], share=0.8)
    True
    False
    """
    passages = _joined(sources)
    if not are_among(_joined(prints), passages).any():  # seldom is there more to look at
        return False
    return any(_covered(are_among(each.passages, passages)) >= share for each in prints)


def any_alike(prints: Sequence[Print]) -> bool:
    """Whether any two texts share a band; of those that do not, none are near-duplicates.

    >>> one, other = Print.of("A red kite above a green field."), Print.of("A dog on a brown sofa.")
    >>> any_alike([one, other]), any_alike([one, other, one])
    (False, True)
    """
    if len(prints) < 2:
        return False
    ordered = np.sort(np.stack([each.bands for each in prints]), axis=0)
    return bool((ordered[1:] == ordered[:-1]).any())


def _sharing_a_band(new: Sequence[Print], known: Sequence[Print]) -> set[int]:
    if not new or not known:
        return set()
    table = np.stack([each.bands for each in known])
    near = [(table == each.bands).any(axis=1) for each in new]
    return set(np.flatnonzero(np.logical_or.reduce(near)).tolist())


def _joined(prints: Sequence[Print]) -> Hashes:
    """Every passage of these texts, once, in order."""
    return distinct(np.concatenate([_NONE, *(each.passages for each in prints)]))


def _images_of(
    wanted: Hashes, prints: Sequence[Print], images: Sequence[Hashable]
) -> npt.NDArray[np.int64]:
    """For how many images each of these passages, which are in order, was given."""
    numbers = {image: at for at, image in enumerate(dict.fromkeys(images))}
    about = np.array([numbers[image] for image in images], dtype=np.int64)
    every = np.concatenate([each.passages for each in prints])
    owners = np.repeat(about, [each.passages.size for each in prints])
    known = are_among(every, wanted)
    places = np.searchsorted(wanted, every[known])
    pairs = distinct(places * len(numbers) + owners[known])
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
