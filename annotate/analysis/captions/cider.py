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

_BETWEEN = "\x1f"  # stands in no token; joined n-grams take half the room of tuples


@dataclass(frozen=True, slots=True)
class DocumentFrequency:
    """In how many of ``documents`` images each n-gram stands in a reference."""

    counts: Counter[str]
    documents: int


@dataclass(frozen=True, slots=True)
class _Vector:
    """TF-IDF weights of one text by n-gram size, their norms, and its length in bigrams."""

    weights: list[dict[str, float]]
    norms: list[float]
    length: int


def document_frequency(
    references: Iterable[Sequence[str]], *, tokenizer: Tokenizer = coco_tokens
) -> DocumentFrequency:
    """Count the n-grams of a corpus once, to score several small sets by the same weights.

    >>> document_frequency([["a dog", "a dog"], ["a cat"]]).counts["a"]
    2
    """
    counts: Counter[str] = Counter()
    documents = 0
    for own in references:
        documents += 1
        there: set[str] = set()
        for text in own:
            there.update(*_counts(tokenizer(text)))
        counts.update(there)
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
    known = frequency or document_frequency(references, tokenizer=tokenizer)
    scores = []
    for text, own in zip(candidates, references, strict=True):
        candidate = _vector(tokenizer(text), known)
        similar = [
            _similarity(candidate, _vector(tokenizer(reference), known)) for reference in own
        ]
        scores.append(SCALE * sum(similar) / len(similar))
    return mean_scores(scores)


def _counts(tokens: Sequence[str]) -> list[Counter[str]]:
    counted = [Counter(tokens)]
    for n in SIZES[1:]:
        runs = zip(*(tokens[start:] for start in range(n)), strict=False)
        counted.append(Counter(map(_BETWEEN.join, runs)))
    return counted


def _vector(tokens: Sequence[str], known: DocumentFrequency) -> _Vector:
    """Weigh n-grams by count and rarity; those never seen are as rare as those seen once."""
    whole, seen = math.log(known.documents) if known.documents else 0.0, known.counts
    weights = [
        {ngram: times * (whole - math.log(seen.get(ngram, 1))) for ngram, times in counts.items()}
        for counts in _counts(tokens)
    ]
    norms = [math.sqrt(sum(value * value for value in sizes.values())) for sizes in weights]
    return _Vector(weights, norms, max(0, len(tokens) - 1))


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
