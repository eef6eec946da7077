"""BLEU-1 … BLEU-4: n-gram precision with a penalty on short texts (Papineni et al. 2002)."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from annotate.analysis.captions.model import NO_ITEMS, Scores, check_pairs
from annotate.analysis.captions.ptb import Tokenizer, coco_tokens
from annotate.analysis.intervals import Array
from annotate.analysis.overlap import ngrams
from annotate.analysis.undefined import Undefined

SIZES = (1, 2, 3, 4)
# coco-caption adds these so that no item divides by 0; an item without a 4-gram scores about 1e-5.
_TINY, _SMALL = 1e-15, 1e-9


@dataclass(slots=True)
class _Counts:
    """What is pooled over items: n-grams found, n-grams there, and both lengths."""

    correct: list[int] = field(default_factory=lambda: [0] * len(SIZES))
    guessed: list[int] = field(default_factory=lambda: [0] * len(SIZES))
    length: int = 0
    reference: int = 0

    def add(self, other: "_Counts") -> None:
        for at in range(len(SIZES)):
            self.correct[at] += other.correct[at]
            self.guessed[at] += other.guessed[at]
        self.length += other.length
        self.reference += other.reference

    def scores(self) -> list[float]:
        ratio = (self.length + _TINY) / (self.reference + _SMALL)
        penalty = math.exp(1 - 1 / ratio) if ratio < 1 else 1.0
        product, scores = 1.0, []
        for n, correct, guessed in zip(SIZES, self.correct, self.guessed, strict=True):
            product *= (correct + _TINY) / (guessed + _SMALL)
            scores.append(product ** (1 / n) * penalty)
        return scores


def bleu(
    candidates: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    tokenizer: Tokenizer = coco_tokens,
) -> tuple[Scores, Scores, Scores, Scores]:
    """Return BLEU-1, -2, -3 and -4, in [0, 1]: of the corpus and of every item.

    Papineni et al. 2002 (ACL P02-1040, §2.3) as in coco-caption: the geometric mean of the clipped
    n-gram precisions up to n, times exp(1 - r/c) where the candidate (c) is shorter than the
    reference of the closest length (r, the shorter of two as close). ``mean`` is BLEU of the
    pooled counts, **not** the mean of the items: items alone are 0 whenever a 4-gram is missing.

    Example: 4 of 5 words, 2 of 4 word pairs: (4/5 · 2/4)^(1/2) = 0.6325.

    >>> one, two, _, _ = bleu(["this is a good test"], [["this is a test"]], tokenizer=str.split)
    >>> round(one.per_item[0], 4), round(two.per_item[0], 4)
    (0.8, 0.6325)
    """
    check_pairs(candidates, references)
    whole, items, parts = _Counts(), [], []
    for text, own in zip(candidates, references, strict=True):
        counts = _counts(tokenizer(text), [tokenizer(reference) for reference in own])
        whole.add(counts)
        items.append(counts.scores())
        parts.append([*counts.correct, *counts.guessed, counts.length, counts.reference])
    means: list[float | Undefined] = [NO_ITEMS] * len(SIZES)
    if items:
        means = [*whole.scores()]
    one, two, three, four = (
        Scores(mean, [item[at] for item in items], parts) for at, mean in enumerate(means)
    )
    return one, two, three, four


def pooled(sums: Sequence[int]) -> list[float]:
    """Return BLEU-1 to -4 of the sums of ``parts`` as :func:`bleu` has them of a corpus.

    >>> round(pooled([4, 2, 1, 0, 5, 4, 3, 2, 5, 4])[1], 4)
    0.6325
    """
    sizes = len(SIZES)
    *counts, length, reference = map(int, sums)
    return _Counts(counts[:sizes], counts[sizes:], length, reference).scores()


def bleu_of_sums(sums: Array) -> Array:
    """Return BLEU-1 to -4 of sums of ``parts``, shape (draws, 10), a row of four for each draw.

    >>> score = bleu(["this is a good test"], [["this is a test"]], tokenizer=str.split)[1]
    >>> bleu_of_sums(np.array(score.parts, dtype=float))[0, 1].round(4)
    np.float64(0.6325)
    """
    sizes = len(SIZES)
    correct, guessed = sums[:, :sizes] + _TINY, sums[:, sizes : 2 * sizes] + _SMALL
    ratio = (sums[:, -2] + _TINY) / (sums[:, -1] + _SMALL)
    penalty = np.exp(np.minimum(0, 1 - 1 / ratio))
    products = np.cumprod(correct / guessed, axis=1)
    return np.asarray(products ** (1 / np.array(SIZES)) * penalty[:, None])


def _counts(candidate: Sequence[str], references: Sequence[Sequence[str]]) -> _Counts:
    length = len(candidate)
    counts = _Counts(
        length=length,
        reference=min(map(len, references), key=lambda other: (abs(other - length), other)),
    )
    for at, n in enumerate(SIZES):
        guessed = Counter(ngrams(candidate, n))
        most: Counter[tuple[str, ...]] = Counter()
        for reference in references:
            most |= Counter(ngrams(reference, n))
        counts.guessed[at] = guessed.total()
        counts.correct[at] = (guessed & most).total()
    return counts
