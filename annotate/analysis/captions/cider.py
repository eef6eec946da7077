"""CIDEr-D: how much of what people agree on a candidate says (Vedantam et al. 2015)."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from annotate.analysis.captions.model import Scores, check_pairs, mean_scores
from annotate.analysis.captions.ptb import Tokenizer, coco_tokens

SIZES = (1, 2, 3, 4)
SIGMA = 6.0
SCALE = 10.0

Ngram = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DocumentFrequency:
    """In how many of ``documents`` images each n-gram stands in a reference."""

    counts: Counter[Ngram]
    documents: int

    def idf(self, ngram: Ngram) -> float:
        """Return log(documents / images with it); n-grams never seen count as seen once."""
        return math.log(self.documents) - math.log(max(1, self.counts[ngram]))


@dataclass(frozen=True, slots=True)
class _Vector:
    """TF-IDF weights of one text by n-gram size, their norms, and its length in bigrams."""

    weights: list[dict[Ngram, float]]
    norms: list[float]
    length: int


def document_frequency(
    references: Iterable[Sequence[str]], *, tokenizer: Tokenizer = coco_tokens
) -> DocumentFrequency:
    """Count the n-grams of a corpus once, to score several small sets by the same weights.

    >>> document_frequency([["a dog", "a dog"], ["a cat"]]).counts[("a",)]
    2
    """
    counts: Counter[Ngram] = Counter()
    documents = 0
    for own in references:
        documents += 1
        counts.update({ngram for text in own for ngram in _counts(tokenizer(text))})
    return DocumentFrequency(counts, documents)


def cider_d(
    candidates: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    frequency: DocumentFrequency | None = None,
    tokenizer: Tokenizer = coco_tokens,
) -> Scores:
    """Return CIDEr-D per item and its mean, in [0, 10] each.

    Vedantam, Zitnick & Parikh 2015 (arXiv:1411.5726), §3 and §5, as in coco-caption: for n = 1…4
    the cosine of TF-IDF vectors, the candidate's weights cut to the reference's, times
    exp(-(difference of lengths)² / 2·6²), mean over references and n, times 10. The weights are
    logarithms of "images / images whose references have the n-gram" over the **evaluated** images,
    unless ``frequency`` gives those of another corpus. So a score means nothing across sets of
    images, and that of a single image is always 0: nothing is rare there.

    Example: two images, each described right.

    >>> cider_d(["a red dog runs", "one blue cat sits"],
    ...         [["a red dog runs"], ["one blue cat sits"]]).per_item
    [10.0, 10.0]
    >>> cider_d(["a red dog runs"], [["a red dog runs"]]).mean
    0.0
    """
    check_pairs(candidates, references)
    own = [[_counts(tokenizer(text)) for text in texts] for texts in references]
    known = frequency or _frequency(own)
    scores = []
    for text, texts in zip(candidates, own, strict=True):
        candidate = _vector(_counts(tokenizer(text)), known)
        similar = [_similarity(candidate, _vector(counts, known)) for counts in texts]
        scores.append(SCALE * sum(similar) / len(similar))
    return mean_scores(scores)


def _frequency(counted: Iterable[Sequence[Counter[Ngram]]]) -> DocumentFrequency:
    counts: Counter[Ngram] = Counter()
    documents = 0
    for own in counted:
        documents += 1
        counts.update({ngram for each in own for ngram in each})
    return DocumentFrequency(counts, documents)


def _counts(tokens: Sequence[str]) -> Counter[Ngram]:
    """Count the n-grams of all sizes."""
    return Counter(
        tuple(tokens[start : start + n])
        for n in SIZES
        for start in range(max(0, len(tokens) - n + 1))
    )


def _vector(counts: Counter[Ngram], known: DocumentFrequency) -> _Vector:
    weights: list[dict[Ngram, float]] = [{} for _ in SIZES]
    length = 0
    for ngram, times in counts.items():
        weights[len(ngram) - 1][ngram] = times * known.idf(ngram)
        if len(ngram) == 2:  # coco-caption measures length in bigrams
            length += times
    norms = [math.sqrt(sum(value * value for value in each.values())) for each in weights]
    return _Vector(weights, norms, length)


def _similarity(candidate: _Vector, reference: _Vector) -> float:
    """Return the mean over n of the cut cosine with the Gaussian penalty on length."""
    total = 0.0
    for n in range(len(SIZES)):
        theirs = reference.weights[n]
        shared = sum(
            min(weight, theirs[ngram]) * theirs[ngram]
            for ngram, weight in candidate.weights[n].items()
            if ngram in theirs
        )
        norms = candidate.norms[n] * reference.norms[n]
        total += shared / norms if norms else 0.0
    difference = candidate.length - reference.length
    return total / len(SIZES) * math.exp(-(difference**2) / (2 * SIGMA**2))
