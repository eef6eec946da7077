"""How far the words of two collections of captions are the same (VizWiz-Captions §3.2, Table 5).

The paper takes the 3,000 most common words of each and divides those that are in both by 3,000. It
leaves open, and here it is fixed:

* Words are those of :mod:`annotate.analysis.tokens`: lower case, no punctuation, no stems.
* Of words that are equally common the first by the alphabet are taken. What any other choice among
  them could give is told beside the figure.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from annotate.analysis.intervals import RESAMPLES, Interval, interval
from annotate.analysis.ratio_intervals import ratio_intervals
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

if TYPE_CHECKING:
    from scipy.sparse import csr_array

MOST = 3000
SEED = 1  # the same files always have the same intervals
_AT_ONCE = 50  # draws: a column each, beside a row for every different word

# How often each word stands in the captions of one image, image by image.
Counts = Sequence[Mapping[str, int]]
_Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """The share of common words that two collections have in common.

    ``lowest`` and ``highest`` are what other choices among equally common words could give;
    ``share.n`` is the number of images of the smaller collection.
    """

    shared: int
    share: Interval
    lowest: float
    highest: float


def different_words(counts: Counts) -> Counter[str]:
    """Return how often each word stands in a collection.

    >>> different_words([{"a": 2, "dog": 1}, {"a": 1}])
    Counter({'a': 3, 'dog': 1})
    """
    whole: Counter[str] = Counter()
    for image in counts:
        whole.update(image)
    return whole


def common_words(whole: Mapping[str, int], most: int = MOST) -> list[str]:
    """Return the most common words, the first by the alphabet where they are equally common.

    >>> common_words({"dog": 1, "a": 3, "cat": 1}, 2)
    ['a', 'cat']
    """
    return sorted(whole, key=lambda word: (-whole[word], word))[:most]


def word_overlap(first: Counts, second: Counts, *, most: int = MOST) -> Overlap | Undefined:
    """Return |common(A) ∩ common(B)| / ``most`` in [0, 1] (VizWiz-Captions Table 5: 54.4%).

    Undefined where a collection has fewer than ``most`` different words. The interval is of what
    collections of so many images give on average. Images are drawn with replacement, and the
    draws are moved so that their mean is the figure: rare words drop out of a draw, so that draws
    alone lie too low, as the figure itself lies below that of larger collections.

    Worked example: of the two commonest words each, "a" is in both.

    >>> found = word_overlap([{"a": 3, "dog": 2, "cat": 1}], [{"a": 5, "cat": 2}], most=2)
    >>> found.shared, found.share.mean, found.lowest, found.highest
    (1, 0.5, 0.5, 0.5)
    >>> word_overlap([{"a": 3}], [{"a": 5, "cat": 2}], most=2).reason
    'Each of the two needs 2 different words or more; one has 1.'
    """
    if most < 1:
        raise ValueError(f"most must be 1 or more, not {most}")
    wholes = different_words(first), different_words(second)
    fewest = min(map(len, wholes))
    if fewest < most:
        return Undefined(Message("too_few_different_words", needed=most, count=fewest))
    shared = len(set(common_words(wholes[0], most)) & set(common_words(wholes[1], most)))
    drawn = _drawn(first, second, most) / most
    centred = drawn - drawn.mean() + shared / most
    lowest, highest = _by_ties(wholes, most)
    return Overlap(
        shared=shared,
        share=interval(shared / most, np.clip(centred, 0, 1), items=min(len(first), len(second))),
        lowest=lowest / most,
        highest=highest / most,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Novelty:
    """What one collection has that another has not.

    ``words`` counts different words; of them there is no interval, since their number grows with
    the number of images. ``share`` is that of running words, over images.
    """

    words: int
    of_words: int
    share: Interval
    commonest: list[tuple[str, int]]


def novel_words(counts: Counts, known: Iterable[str], *, most: int = 100) -> Novelty:
    """Return the words that are not ``known`` (VizWiz-Captions Fig. 9–11: the commonest 100).

    Worked example: "kite" is new, one of four running words.

    >>> found = novel_words([{"a": 2, "kite": 1}, {"a": 1}], ["a"])
    >>> found.words, found.of_words, found.share.mean, found.commonest
    (1, 2, 0.25, [('kite', 1)])
    """
    old = set(known)
    whole = different_words(counts)
    new = {word: number for word, number in whole.items() if word not in old}
    rows = [
        {
            "new": sum(number for word, number in image.items() if word not in old),
            "all": sum(image.values()),
        }
        for image in counts
    ]
    return Novelty(
        words=len(new),
        of_words=len(whole),
        share=ratio_intervals(rows, {"new": ("new", "all")}, seed=SEED)["new"],
        commonest=[(word, new[word]) for word in common_words(new, most)],
    )


def _drawn(first: Counts, second: Counts, most: int) -> NDArray[np.float64]:
    """How many common words are shared in each draw of as many images of both."""
    names = sorted({word for counts in (first, second) for image in counts for word in image})
    at = {word: place for place, word in enumerate(names)}
    generator = np.random.default_rng(SEED)
    one, other = (_tops(_table(counts, at), most, generator) for counts in (first, second))
    shared = [np.count_nonzero(top & beside) for top, beside in zip(one, other, strict=True)]
    return np.array(shared, dtype=np.float64)


def _table(counts: Counts, at: Mapping[str, int]) -> "csr_array":
    """Words by images; words in the order of the alphabet."""
    from scipy.sparse import csr_array  # late: a process at rest does not need it

    places = [at[word] for image in counts for word in image]
    images = np.repeat(np.arange(len(counts)), [len(image) for image in counts])
    numbers = [number for image in counts for number in image.values()]
    return csr_array((numbers, (places, images)), shape=(len(at), len(counts)), dtype=np.int64)


def _tops(
    table: "csr_array", most: int, generator: np.random.Generator
) -> Iterator[NDArray[np.bool_]]:
    """For each draw of images which words are the most common ones."""
    words, images = table.shape
    for done in range(0, RESAMPLES, _AT_ONCE):
        number = min(_AT_ONCE, RESAMPLES - done)
        times = generator.multinomial(images, np.full(images, 1 / images), size=number)
        # Earlier words win: equal counts differ by their places, which lie below one.
        sums: _Whole = (table @ times.T.astype(np.int64)) * words - np.arange(words)[:, None]
        for column in sums.T:
            chosen = np.zeros(words, dtype=np.bool_)
            chosen[np.argpartition(-column, most - 1)[:most]] = True
            yield chosen


def _by_ties(wholes: Sequence[Mapping[str, int]], most: int) -> tuple[int, int]:
    """The fewest and most words that can be shared, however equally common ones are chosen."""
    sure, tied, free = [], [], []
    for whole in wholes:
        least = sorted(whole.values(), reverse=True)[most - 1]
        sure.append({word for word, number in whole.items() if number > least})
        tied.append({word for word, number in whole.items() if number == least})
        free.append(most - len(sure[-1]))
    both, base = len(tied[0] & tied[1]), len(sure[0] & sure[1])
    hits = [len(tied[0] & sure[1]), len(tied[1] & sure[0])]
    used = [min(number, hit) for number, hit in zip(free, hits, strict=True)]
    pairs = min(free[0] - used[0], free[1] - used[1], both)
    alone = [len(own) - both - hit for own, hit in zip(tied, hits, strict=True)]
    left = [max(0, number - own) for number, own in zip(free, alone, strict=True)]
    crowded = [min(number, both) for number in left]
    forced = sum(left) - sum(crowded) + max(0, sum(crowded) - both)
    return base + forced, base + sum(used) + pairs
