"""Tokens as the caption benchmarks count them: Penn Treebank style, lower case, no punctuation.

coco-caption (Chen et al. 2015, arXiv:1504.00325, §3) tokenises with Stanford's PTBTokenizer and
drops a fixed list of punctuation; BLEU, ROUGE-L and CIDEr depend on it. This is a rule set of our
own that gives the same tokens without Java. How often it differs, and where, is said and tested in
``tests/analysis/captions/test_ptb.py``.

A text is cut at white space. Most pieces are plain words and tokens already; the others go through
the patterns of :mod:`annotate.analysis.captions.ptb_rules`, once per different piece.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from annotate.analysis.captions.ptb_rules import Next, cleaned, pieces_of, what_follows
from annotate.analysis.captions.ptb_words import TWO_WORDS

Tokenizer = Callable[[str], Sequence[str]]

# The list of coco-caption. It has brackets in capitals, which therefore are never dropped.
DROPPED = frozenset(["''", "'", "``", "`", ".", "?", "!", ",", ":", "-", "--", "...", ";"])

_REMEMBERED = 40  # characters of a piece; a longer one hardly comes twice
_pieces = lru_cache(maxsize=200_000)(pieces_of)


def ptb_tokens(text: str) -> list[str]:
    """Return every token in lower case, punctuation included.

    >>> " ".join(ptb_tokens("It's a dog's life, isn't it?"))
    "it 's a dog 's life , is n't it ?"
    >>> " ".join(ptb_tokens('A can\\u2019t-miss "SALE!" (50% off) on St. Mary\\u2019s Rd.'))
    "a ca n't - miss `` sale ! '' -lrb- 50 % off -rrb- on st. mary 's rd. ."
    """
    tokens: list[str] = []
    chunks = cleaned(text).split()
    for place, chunk in enumerate(chunks):
        if chunk.isascii() and chunk.isalpha():
            word = chunk.lower()
            tokens.extend(TWO_WORDS.get(word) or (word,))
        else:
            follows = what_follows(chunks, place) if "." in chunk else Next.OTHER
            split = _pieces if len(chunk) <= _REMEMBERED else pieces_of
            tokens.extend(split(chunk, follows))
    return tokens


def coco_tokens(text: str) -> list[str]:
    """Return the tokens that coco-caption scores: :func:`ptb_tokens` without punctuation.

    >>> coco_tokens("A man (left) isn't here.")
    ['a', 'man', '-lrb-', 'left', '-rrb-', 'is', "n't", 'here']
    """
    return [token for token in ptb_tokens(text) if token not in DROPPED]
