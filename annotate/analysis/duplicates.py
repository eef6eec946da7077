"""Texts that are nearly the same, found among many without comparing all with all.

**Definition.** A text is its lower-cased words joined by single spaces, so that capitals,
punctuation and white space make no difference. Its shingles are all runs of five characters, one
blank added at both ends (the size that Leskovec, Rajaraman and Ullman, *Mining of Massive
Datasets*, §3.2.2, give for short texts). Two texts are near-duplicates when the Jaccard similarity
of their sets of shingles is at least 0.8. A group is what such pairs connect, so the ends of a long
chain may be less alike than its links. A caption of 60 characters stays a near-duplicate with two
letters changed, not with a word changed in its middle.

**Method.** Equal texts are put together first. Of the others candidates are found by MinHash
signatures (:mod:`annotate.analysis.minhash`) of 125 values in 25 bands of 5 (Leskovec et al.,
§3.4): texts that share a band are compared exactly, so nothing is reported below the limit. A pair
at exactly 0.8 is missed with a probability of (1 - 0.8^5)^25 = 0.00005, at 0.9 of 10^-10. Where
more than 64 texts share a band (a phrase with one word changed), each is compared with the 64 next
to it in alphabetical order, so that nobody can make the search quadratic. All hash functions are
fixed: the same texts give the same groups, in any order and on any machine.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from annotate.analysis.groups import Groups
from annotate.analysis.minhash import Hashes, signature_of
from annotate.analysis.sorted_sets import distinct
from annotate.analysis.tokens import words

SIMILARITY = 0.8
MIN_WORDS = 5

_ROWS = 5
BANDS = 25
PERMUTATIONS = BANDS * _ROWS

_CHARACTERS = 5
# An estimate from 125 values has a standard deviation of at most 0.045. Few texts are compared
# exactly unless the estimate is four of them too low, many unless it is two.
_SLACK, _SLACK_IN_CROWDS = 0.18, 0.1
_SMALL_BUCKET = 32
_NEIGHBOURS = 64
# What is new is looked at twice within seconds: its print is made, and it is compared with those
# that are like it.
_KEPT_TEXTS = 256
_KEPT_CHARACTERS = 4_000
# What somebody writes is compared with the same other texts again and again.
_KEPT_OTHERS = 512
# Odd 64-bit numbers: digits of the golden ratio, of e, of pi, of the roots of 2 and of 3.
_FACTORS = np.array(
    [
        0x9E3779B97F4A7C15,
        0xB7E151628AED2A6B,
        0x243F6A8885A308D3,
        0xB504F333F9DE6485,
        0xBB67AE8584CAA73B,
    ],
    dtype=np.uint64,
)

Ids = npt.NDArray[np.uint64]
Tails = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Group:
    """Texts that are nearly the same.

    ``members`` are positions in what was given, in order; ``text`` is the most frequent wording;
    ``similarity`` is the weakest link that was needed to connect the group, 1 where all are equal.
    """

    members: tuple[int, ...]
    text: str
    similarity: float


def plain(text: str) -> str:
    """Return the words of a text joined by single spaces: what is compared.

    >>> plain("  A red KITE, flying... ")
    'a red kite flying'
    """
    return " ".join(words(text))


def similarity_of(a: str, b: str) -> float:
    """Return the Jaccard similarity of the shingles of two texts, in [0, 1]; symmetric.

    Example: " abc" + "de " against " abc" + "df ": of 3 + 3 shingles 1 is common, 1 / 5.

    >>> similarity_of("abcde", "abcdf")
    0.2
    >>> similarity_of("A red kite.", "a RED kite"), similarity_of("", "")
    (1.0, 1.0)
    """
    return _jaccard(shingle_hashes(plain(a)), shingle_hashes(plain(b)))


def near_duplicates(
    texts: Sequence[str],
    *,
    similarity: float = SIMILARITY,
    min_words: int = MIN_WORDS,
    ignored: Iterable[str] = (),
) -> list[Group]:
    """Return the groups of two texts or more that are nearly the same, the greatest first.

    Texts of fewer than ``min_words`` words are left out (short texts are equal by chance), and so
    are near-duplicates of an ``ignored`` text, such as the canned one. Memory and time grow with
    the number of different texts, not with its square; see ``docs/reference/analysis.md``.

    >>> texts = ["A red kite above a field.", "a red kite above a field", "A dog on a brown sofa."]
    >>> near_duplicates(texts)
    [Group(members=(0, 1), text='A red kite above a field.', similarity=1.0)]
    """
    same = _positions(texts, min_words)
    different = sorted(same)
    shingles = _cut(different)
    left_out = _near_any(shingles, [shingle_hashes(plain(text)) for text in ignored], similarity)
    kept = [at for at in range(len(different)) if at not in left_out]
    table = _signatures(different, shingles, kept)
    merged = []
    for member, lowest in _connected(shingles, kept, table, similarity):
        members = sorted(at for row in member for at in same[different[row]])
        if len(members) > 1:
            usual = usual_of([texts[at] for at in members])
            merged.append(Group(tuple(members), usual, round(lowest, 4)))
    return greatest_first(merged)


def greatest_first(groups: Iterable[Group]) -> list[Group]:
    return sorted(groups, key=lambda group: (-len(group.members), group.members))


def plain_or_short(text: str, *, min_words: int = MIN_WORDS) -> str:
    """Return :func:`plain` of a text, and nothing of one that is too short to be looked at.

    >>> plain_or_short("A red kite above a field."), plain_or_short("A red kite.")
    ('a red kite above a field', '')
    """
    plain_words = words(text)
    return " ".join(plain_words) if len(plain_words) >= max(1, min_words) else ""


def signatures_of(
    plains: Sequence[str], *, ignored: Sequence[str] = (), similarity: float = SIMILARITY
) -> tuple[Hashes, npt.NDArray[np.bool_]]:
    """Return the signatures of texts that are :func:`plain` already, and which are kept.

    Those near an ``ignored`` one are not kept, and have no signature.
    """
    shingles = _cut(plains)
    left_out = _near_any(shingles, [shingle_hashes(plain(text)) for text in ignored], similarity)
    kept = [at for at in range(len(plains)) if at not in left_out]
    is_kept = np.zeros(len(plains), dtype=np.bool_)
    is_kept[kept] = True
    return _signatures(plains, shingles, kept), is_kept


def connected(
    plains: Sequence[str],
    kept: Sequence[int],
    table: Hashes,
    similarity: float = SIMILARITY,
) -> Iterator[tuple[list[int], float]]:
    """Yield the rows of each group and its weakest link, also of groups of one.

    Args:
        plains: different texts in alphabetical order, as :func:`plain` gives them.
        kept: which of them are looked at.
        table: the signature of each of these.
    """
    return _connected(_Shingled(plains), kept, table, similarity)


class _Shingled(Sequence[Ids]):
    """The shingles of texts, made when they are asked for: few of many are ever compared."""

    def __init__(self, plains: Sequence[str]) -> None:
        self._plains = plains
        self._known = lru_cache(maxsize=20_000)(self._made)

    def _made(self, at: int) -> Ids:
        return shingle_hashes(self._plains[at])

    def __getitem__(self, at: Any) -> Any:
        return self._known(at)

    def __len__(self) -> int:
        return len(self._plains)


def _connected(
    shingles: Sequence[Ids],
    kept: Sequence[int],
    table: Hashes,
    similarity: float,
) -> Iterator[tuple[list[int], float]]:
    groups = Groups(len(shingles))
    _connect(groups, shingles, kept, table, similarity)
    return groups.all_of(kept)


def _positions(texts: Sequence[str], min_words: int) -> dict[str, list[int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for at, text in enumerate(texts):
        if own := plain_or_short(text, min_words=min_words):
            places[own].append(at)
    return places


def usual_of(texts: Iterable[str]) -> str:
    """Return the most frequent wording, the first of those as frequent.

    >>> usual_of(["A kite.", "a kite", "A kite. "])
    'A kite.'
    """
    counts = Counter(text.strip() for text in texts)
    return max(counts, key=lambda text: counts[text])


def kept_shingle_hashes(text: str) -> Ids:
    """Return :func:`shingle_hashes` of a text as it was written; short texts are cut once."""
    if len(text) > _KEPT_CHARACTERS:
        return shingle_hashes(plain(text))
    return _kept_shingle_hashes(text)


@lru_cache(maxsize=_KEPT_OTHERS)
def _kept_shingle_hashes(text: str) -> Ids:
    return shingle_hashes(plain(text))


def shingle_hashes(text: str) -> Ids:
    """Return the hashes of all runs of five characters of a :func:`plain` text.

    They are sorted, each once; shape (n,) with n of at least 1.
    """
    codes = np.frombuffer(f" {text} ".encode("utf-32-le"), dtype=np.uint32).astype(np.uint64)
    if len(codes) < _CHARACTERS:
        codes = np.pad(codes, (0, _CHARACTERS - len(codes)))
    runs = np.lib.stride_tricks.sliding_window_view(codes, _CHARACTERS)
    return distinct(mixed(runs))


def mixed(rows: npt.NDArray[np.uint64]) -> Ids:
    """Return a number for each row of five (the last axis): a multilinear hash modulo 2^64."""
    sums: Ids = rows @ _FACTORS
    return sums


def _jaccard(a: Ids, b: Ids) -> float:
    common = np.intersect1d(a, b, assume_unique=True).size
    return common / (a.size + b.size - common)


def _near_any(shingles: Sequence[Ids], others: Sequence[Ids], similarity: float) -> set[int]:
    return {
        at
        for at, own in enumerate(shingles)
        if any(_jaccard(own, other) >= similarity for other in others)
    }


def sketches_of(texts: Sequence[str]) -> tuple[Hashes, Tails]:
    """Return what of each text's signature tells whether another may be a near-duplicate of it.

    That is one number for each band, shape (texts, 25), and the last byte of each value, shape
    (texts, 125). Texts of which no number is the same in the same place are not near-duplicates,
    but for a chance of 0.00005.

    >>> texts = ["A red kite above a field.", "a red kite above a field", "A dog."]
    >>> bands, tails = sketches_of(texts)
    >>> (bands[0] == bands[1]).all(), (bands[0] == bands[2]).any(), (tails[0] == tails[2]).mean()
    (np.True_, np.False_, np.float64(0.0))
    """
    plains = [plain(text) for text in texts]
    table = _signatures(plains, _cut(plains), range(len(plains)))
    rows = table.astype(np.uint64).reshape(len(texts), BANDS, _ROWS)
    highest: Hashes = (mixed(rows) >> np.uint64(32)).astype(np.uint32)
    return highest, table.astype(np.uint8)


def may_be_near(own: Tails, others: Tails, similarity: float) -> npt.NDArray[np.bool_]:
    """Tell of other texts whether so many values agree as :func:`near_duplicates` asks for.

    Values that are equal have equal last bytes, so nothing is ruled out that would be compared.

    Args:
        own: of one text, shape (125,), as :func:`sketches_of` gives it.
        others: shape (texts, 125).
    """
    agreeing: npt.NDArray[np.bool_] = (others == own).mean(axis=1) >= similarity - _SLACK
    return agreeing


def _signatures(texts: Sequence[str], shingles: Sequence[Ids], kept: Sequence[int]) -> Hashes:
    table = np.empty((len(kept), PERMUTATIONS), dtype=np.uint32)
    are_known = _are_kept(texts)
    for row, at in enumerate(kept):
        table[row] = _kept_cut(texts[at])[1] if are_known else _signature(shingles[at])
    return table


def _signature(shingles: Ids) -> Hashes:
    highest = (shingles >> np.uint64(32)).astype(np.uint32)
    return signature_of(highest, PERMUTATIONS)


def _are_kept(texts: Sequence[str]) -> bool:
    return len(texts) <= _KEPT_TEXTS and all(len(text) <= _KEPT_CHARACTERS for text in texts)


@lru_cache(maxsize=_KEPT_TEXTS)
def _kept_cut(text: str) -> tuple[Ids, Hashes]:
    shingles = shingle_hashes(text)
    return shingles, _signature(shingles)


def _cut(texts: Sequence[str]) -> list[Ids]:
    """Return the shingles of each text."""
    are_known = _are_kept(texts)
    return [_kept_cut(text)[0] if are_known else shingle_hashes(text) for text in texts]


def _connect(
    groups: Groups,
    shingles: Sequence[Ids],
    kept: Sequence[int],
    table: Hashes,
    similarity: float,
) -> None:
    """Join all texts that share a band and are as similar as asked for."""
    where = np.array(kept, dtype=np.int64)
    for bucket in _buckets(table):
        slack = _SLACK if len(bucket) <= _SMALL_BUCKET else _SLACK_IN_CROWDS
        for distance in range(1, min(len(bucket), _NEIGHBOURS + 1)):
            left, right = bucket[:-distance], bucket[distance:]
            apart = groups.label[where[left]] != groups.label[where[right]]
            if not apart.any():
                continue
            left, right = left[apart], right[apart]
            near = (table[left] == table[right]).mean(axis=1) >= similarity - slack
            for a, b in zip(where[left[near]].tolist(), where[right[near]].tolist(), strict=True):
                if groups.label[a] != groups.label[b]:
                    exact = _jaccard(shingles[a], shingles[b])
                    if exact >= similarity:
                        groups.join(a, b, exact)


def _buckets(table: Hashes) -> Iterator[npt.NDArray[np.int64]]:
    """Yield the rows that share a band, two or more at a time."""
    for start in range(0, PERMUTATIONS, _ROWS):
        keys = mixed(table[:, start : start + _ROWS].astype(np.uint64))
        order = np.argsort(keys, kind="stable")
        edges = np.flatnonzero(np.diff(keys[order])) + 1
        for begin, end in zip([0, *edges], [*edges, len(order)], strict=True):
            if end - begin > 1:
                yield order[begin:end]
