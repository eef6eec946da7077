"""Tokens as the caption benchmarks count them: Penn Treebank style, lower case, no punctuation.

coco-caption (Chen et al. 2015, arXiv:1504.00325, §3) tokenises with Stanford's PTBTokenizer and
drops a fixed list of punctuation. The figures of BLEU, ROUGE-L and CIDEr depend on it. This is a
rule set of our own for the same tokens, without Java; how often it differs, and where, is said and
tested in ``tests/analysis/captions/test_ptb.py``.
"""

import re
from collections.abc import Callable, Sequence

Tokenizer = Callable[[str], Sequence[str]]

# The list of coco-caption. Brackets come out in lower case and are therefore never dropped.
DROPPED = frozenset(["''", "'", "``", "`", ".", "?", "!", ",", ":", "-", "--", "...", ";"])
_BRACKETS = {"(": "-lrb-", ")": "-rrb-", "[": "-lsb-", "]": "-rsb-", "{": "-lcb-", "}": "-rcb-"}
_QUOTES = {'"': "''"}
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})
_ENDINGS = r"'(?:s|m|d|ll|re|ve)(?!\w)"
_NOT = r"n't(?!\w)"
_TWO_WORDS = {
    "cannot": ["can", "not"],
    "gonna": ["gon", "na"],
    "gotta": ["got", "ta"],
    "wanna": ["wan", "na"],
    "gimme": ["gim", "me"],
    "lemme": ["lem", "me"],
}
_PATTERN = re.compile(
    rf"""
    https?://\S+ | www\.\S+ | [\w.+-]+@[\w-]+(?:\.[\w-]+)+ | [@\#][a-z_]\w* | </?[a-z][^<>\s]*>
    | {_NOT} | {_ENDINGS} | 't(?=is|was)
    | (?:[a-z]\.)+(?:[a-z](?!\w))? | (?:mr|mrs|ms|dr|prof|st|jr|sr|vs|etc|inc|ltd|co|no)\.(?=\s)
    | [+-]?\.?\d+(?:[.,:/]\d+)*(?:\w+)?(?:-\w+)*
    | [^\W\d]+?(?={_NOT})
    | (?:o'|d'|l')?\w+(?:[-.&]\w+)*
    | \.{{2,}} | -+ | [!?]+ | \S
    """,
    re.VERBOSE,
)


def ptb_tokens(text: str) -> list[str]:
    """Return every token in lower case, punctuation included.

    >>> " ".join(ptb_tokens("It's a dog's life, isn't it?"))
    "it 's a dog 's life , is n't it ?"
    """
    found: list[str] = []
    for match in _PATTERN.finditer(text.translate(_APOSTROPHES).lower()):
        token = match.group()
        found.extend(_TWO_WORDS.get(token) or [(_BRACKETS | _QUOTES).get(token, token)])
    return found


def coco_tokens(text: str) -> list[str]:
    """Return the tokens that coco-caption scores: :func:`ptb_tokens` without punctuation.

    >>> coco_tokens("A man (left) isn't here.")
    ['a', 'man', '-lrb-', 'left', '-rrb-', 'is', "n't", 'here']
    """
    return [token for token in ptb_tokens(text) if token not in DROPPED]
