"""How much two texts share: n-gram Jaccard similarity and word-level edit distance.

All functions take word lists, as :func:`annotate.analysis.tokens.words` gives them.
"""

from collections.abc import Sequence, Set

from rapidfuzz.distance import Levenshtein

NGRAM_SIZES = (1, 2, 3, 4)

Figures = dict[str, int | float | None]


def ngrams(words: Sequence[str], n: int) -> list[tuple[str, ...]]:
    """Return the ``n``-grams of a word list in order: max(0, len(words) - n + 1) of them.

    Raises ValueError if ``n`` is below 1.

    >>> ngrams(["a", "red", "kite"], 2)
    [('a', 'red'), ('red', 'kite')]
    >>> ngrams(["kite"], 2)
    []
    """
    if n < 1:
        raise ValueError(f"n must be 1 or more, not {n}")
    return list(zip(*(words[start:] for start in range(n)), strict=False))


def jaccard(a: Sequence[str], b: Sequence[str], n: int) -> float | None:
    """Return the Jaccard similarity of the two *sets* of n-grams, in [0, 1].

    |A ∩ B| / |A ∪ B|; symmetric; None (undefined) when neither text has an n-gram; 0 when one has
    none. IIW §3.3 monitors it between rounds and stops near 0.8. The paper names no n and says
    nothing of multiplicity: a set is the plain reading of "Jaccard index", and n is a setting.

    Example, n = 1: {a, red, kite} and {a, blue, kite} share 2 of 4 words.

    >>> jaccard(["a", "red", "kite"], ["a", "blue", "kite"], 1)
    0.5
    >>> jaccard(["a", "red", "kite"], ["a", "red", "ball"], 2)  # 1 of 3 bigrams
    0.3333333333333333
    >>> jaccard([], [], 1) is None
    True
    """
    left, right = _distinct(a, n), _distinct(b, n)
    shared = len(left & right)
    union = len(left) + len(right) - shared
    return shared / union if union else None


def _distinct(words: Sequence[str], n: int) -> Set[str | tuple[str, ...]]:
    """The n-grams as a set; those of one word are the words."""
    return set(words if n == 1 else ngrams(words, n))


def edit_distance(a: Sequence[str], b: Sequence[str]) -> int:
    """Return the fewest words to insert, delete or replace to make ``b`` of ``a`` (Levenshtein).

    In [abs(len(a) - len(b)), max(len(a), len(b))]; symmetric. IIW App. B.3 watches it for new
    annotators.

    Example: replace "red" by "blue", add "flies".

    >>> edit_distance(["a", "red", "kite"], ["a", "blue", "kite", "flies"])
    2
    """
    return Levenshtein.distance(a, b)


def edit_share(a: Sequence[str], b: Sequence[str]) -> float | None:
    """Return the edit distance divided by the longer length, in [0, 1]; None if both are empty.

    >>> edit_share(["a", "red", "kite"], ["a", "blue", "kite", "flies"])
    0.5
    """
    longest = max(len(a), len(b))
    return edit_distance(a, b) / longest if longest else None


def compare(a: Sequence[str], b: Sequence[str]) -> Figures:
    """Return every measure that is stored with a submission (mission A9).

    Keys: ``jaccard_1`` … ``jaccard_4``, ``edit_distance``, ``edit_share``.

    >>> compare(["a", "kite"], ["a", "kite"])["jaccard_2"]
    1.0
    """
    figures: Figures = {f"jaccard_{n}": jaccard(a, b, n) for n in NGRAM_SIZES}
    return figures | {"edit_distance": edit_distance(a, b), "edit_share": edit_share(a, b)}


def similarities_in(figures: Figures) -> dict[int, float | None]:
    """Return the similarities among the figures of :func:`compare`, by the size of n-grams.

    >>> similarities_in(compare(["a", "kite"], ["a", "kite"]))
    {1: 1.0, 2: 1.0, 3: None, 4: None}
    """
    return {n: figures[f"jaccard_{n}"] for n in NGRAM_SIZES}


def no_comparison() -> Figures:
    """Return the same keys as :func:`compare`, all None: there was no text to start from."""
    return dict.fromkeys(compare([], []))
