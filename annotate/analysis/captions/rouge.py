"""ROUGE: how much of the references' wording a candidate has (Lin 2004)."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

from rapidfuzz.distance import LCSseq

from annotate.analysis.captions.model import Scores, check_pairs, mean_scores
from annotate.analysis.captions.ptb import Tokenizer, coco_tokens
from annotate.analysis.overlap import ngrams

BETA = 1.2  # coco-caption's weight of recall over precision

_WORD = re.compile("[a-z0-9]+")
_STEMMED_FROM = 4  # letters


def rouge_l(
    candidates: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    tokenizer: Tokenizer = coco_tokens,
) -> Scores:
    """Return ROUGE-L as coco-caption computes it, per item and mean, in [0, 1].

    With the longest common subsequence LCS of words: P is the largest LCS / words of the candidate
    over the references, R the largest LCS / words of the reference (not always the same one), and
    F = (1 + 1.2²)·P·R / (R + 1.2²·P). Lin 2004 (ACL W04-1013, §3.1) leaves beta open and takes the
    best F instead; other packages use beta 1 and stems. So name it "ROUGE-L (coco-caption)".

    Example: "a dog runs" keeps 2 of 3 words of "a dog sits" in order, P = R = 2/3.

    >>> round(rouge_l(["a dog runs"], [["a dog sits", "no"]]).per_item[0], 4)
    0.6667
    """
    check_pairs(candidates, references)
    return mean_scores(
        [
            _f_score(tokenizer(text), [tokenizer(reference) for reference in own])
            for text, own in zip(candidates, references, strict=True)
        ]
    )


def _f_score(candidate: Sequence[str], references: Sequence[Sequence[str]]) -> float:
    common = [LCSseq.similarity(candidate, reference) for reference in references]
    precision = max(common) / len(candidate) if candidate else 0.0
    recall = max(
        length / len(reference) if reference else 0.0
        for length, reference in zip(common, references, strict=True)
    )
    if not precision or not recall:
        return 0.0
    return (1 + BETA**2) * precision * recall / (recall + BETA**2 * precision)


def rouge_n(
    candidates: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    n: int,
    stem: bool = False,
) -> Scores:
    """Return ROUGE-1, ROUGE-2 … as F, of the best reference, per item and mean, in [0, 1].

    As in Google's rouge-score: words are runs of a-z and 0-9 in lower case (so no tokenizer is
    asked for), ``stem`` cuts words of four letters and more to Porter's stems, and F is the
    harmonic mean of the shares of shared n-grams. Lin 2004, §2, calls the recall alone ROUGE-N.

    Example: 2 of 3 words are shared, and 1 of 2 pairs.

    >>> round(rouge_n(["a dog runs"], [["a dog sits"]], n=1).per_item[0], 4)
    0.6667
    >>> rouge_n(["a dog runs"], [["a dog sits"]], n=2).mean
    0.5
    """
    check_pairs(candidates, references)
    counts = _counter(n, stem)
    return mean_scores(
        [
            max(_overlap(counts(text), counts(reference)) for reference in own)
            for text, own in zip(candidates, references, strict=True)
        ]
    )


def _counter(n: int, stem: bool) -> Callable[[str], Counter[tuple[str, ...]]]:
    stemmer = _stemmer() if stem else None

    def counts(text: str) -> Counter[tuple[str, ...]]:
        words = _WORD.findall(text.lower())
        if stemmer:
            words = [stemmer(word) if len(word) >= _STEMMED_FROM else word for word in words]
        return Counter(ngrams(words, n))

    return counts


def _stemmer() -> Callable[[str], str]:
    from nltk.stem.porter import PorterStemmer  # late: NLTK takes most of a second

    return lru_cache(maxsize=100_000)(PorterStemmer().stem)


def _overlap(candidate: Counter[tuple[str, ...]], reference: Counter[tuple[str, ...]]) -> float:
    shared = (candidate & reference).total()
    return 2 * shared / (candidate.total() + reference.total()) if shared else 0.0
