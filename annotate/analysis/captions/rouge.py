"""ROUGE (Lin 2004) and token F1: how much of the references' wording a candidate has."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import LCSseq

from annotate.analysis.captions.model import Scores, check_pairs, mean_scores
from annotate.analysis.captions.ptb import Tokenizer, coco_tokens
from annotate.analysis.overlap import ngrams
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

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


NOTHING = Undefined(Message("no_word_in_either_text"))


@dataclass(frozen=True, slots=True)
class TokenF1:
    """Precision and recall of a candidate's words, and their harmonic mean, in [0, 1]."""

    precision: float
    recall: float
    f1: float


def token_f1(
    candidate: str, reference: str, *, tokenizer: Tokenizer = coco_tokens
) -> TokenF1 | Undefined:
    """Return the overlap of the two bags of words (Rajpurkar et al. 2016, arXiv:1606.05250, §6.1).

    Shared words count as often as both texts have them. Undefined where neither text has a word;
    all three figures are 0 where one has none. Unlike SQuAD's script no article is dropped.

    Example: 3 words are shared (a, a, dog) of 4 said and 5 to say.

    >>> overlap = token_f1("a dog, a cat", "a dog on a mat")
    >>> overlap.precision, overlap.recall, round(overlap.f1, 4)
    (0.75, 0.6, 0.6667)
    """
    words, reference_words = Counter(tokenizer(candidate)), Counter(tokenizer(reference))
    if not words and not reference_words:
        return NOTHING
    shared = (words & reference_words).total()
    if not shared:
        return TokenF1(0.0, 0.0, 0.0)
    precision, recall = shared / words.total(), shared / reference_words.total()
    return TokenF1(precision, recall, 2 * precision * recall / (precision + recall))
