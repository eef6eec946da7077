"""Tokens as the caption benchmarks count them: Penn Treebank style, lower case, no punctuation.

coco-caption (Chen et al. 2015, arXiv:1504.00325, §3) tokenises with Stanford's PTBTokenizer and
drops a fixed list of punctuation; BLEU, ROUGE-L and CIDEr depend on it. This is a rule set of our
own that gives the same tokens without Java. How often it differs, and where, is said and tested in
``tests/analysis/captions/test_ptb.py``.

The conventions are those of the Penn Treebank (Marcus et al. 1993) with what Stanford's
PTBTokenizer 3.4.1 was seen to do with texts: words with hyphens and short slashes stay whole,
clitics come off, an abbreviation keeps its dot, and symbols it does not know disappear.

A text is cut at white space. Most pieces are plain words and tokens already; the others go through
the patterns, once per different piece.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import cache, lru_cache

from annotate.analysis.captions.ptb_words import (
    ANYWHERE,
    BEFORE_NAMES,
    BEFORE_NUMBERS,
    CAPITALS_ONLY,
    OPENERS,
    TWO_WORDS,
    choice,
    parts_of,
)
from annotate.analysis.text import marks


class Next(Enum):
    """What stands after a piece with a dot."""

    END = "the end of the text"
    OPENER = "a word that mostly begins a sentence"
    CAPITAL = "another word with a capital"
    NUMBER = "a digit"
    OTHER = "anything else"


# Between words nothing is left of these: what is invisible, emoji, and rare marks.
_GONE = re.compile(
    "[\u200b-\u200f\u2012\u2024\u2025\u2027\u202a-\u202e\u203c\u203d\u2043\u2047-\u206f\u20a1-\u20a3"
    "\u20a5-\u20ab\u20ad-\u20f0\u2160-\u2188\u2e00-\u2e7f\u3003\u3008-\u3020\u3030\ufe00-\ufe6f\ufeff"
    "\U00010000-\U0010ffff]"
)
_NUMERALS = "\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2079\u2080-\u2089\u2150-\u215f"
_Q = "['\u2019]"  # an apostrophe
_H = "[-\u2010\u2011]"  # a hyphen
_LINK = r"[^\s\"<>|()]*[^\s\"<>|().,;:!?\u201d-]"
_MARKS = {
    **{"(": "-lrb-", ")": "-rrb-", "[": "-lsb-", "]": "-rsb-", "{": "-lcb-", "}": "-rcb-"},
    **{"“": "``", "”": "''", "«": "``", "»": "''", "‘": "`", "’": "'", "‹": "`", "›": "'"},
    **{"£": "#", "€": "$", "¤": "$", "¢": "cents", "–": "--", "—": "--", "―": "--", "…": "..."},
    **{"½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "⅔": "2/3"},
}


@cache
def _pattern() -> re.Pattern[str]:
    """Made at its first use, see `annotate.analysis.text.marks`."""
    letter = rf"(?:[^\W\d_{_NUMERALS}]|[{marks()}])"  # a letter
    alnum = rf"(?:[^\W_{_NUMERALS}]|[{marks()}])"  # a letter or digit
    dotted = rf"(?:{letter}\.){{2,}}"
    return re.compile(
        rf"""
        (?P<anywhere>(?:(?i:{choice(ANYWHERE)})|{choice(CAPITALS_ONLY)})\.(?!{letter})(?:-{alnum}+)*)
        | (?P<whole>
            https?://[^\s"<>|().]+\.{_LINK} | www\.{_LINK}
          | (?:[A-Za-z\d-]{{1,63}}\.){{1,8}}(?:com|net|org|edu|gov)/{_LINK}
          | [A-Za-z\d][\w.]{{0,63}}@[A-Za-z\d-]+(?:\.[A-Za-z\d]+)*
          | </?[A-Za-z][^<>\s:]*> | [@\#][A-Za-z_]\w*
          | (?:[:;=]-?[()DP]|:'[()])(?!\w)
          | (?i:dunkin|somethin|ol)'(?!{alnum})
          | {_Q}\d\d(?:s(?!{alnum})|\Z) | {_Q}(?i:em|til|cause|n)(?!{alnum})(?:(?<={_Q}n){_Q})?
          | (?:{alnum}+-)*{dotted}(?:-(?:{dotted}|{alnum}+))*(?!{alnum})
          | {letter}{alnum}*(?:\.{letter}{alnum}*)+(?:-{alnum}+)*
        )
        | (?P<clitic>{_Q}(?i:s|m|d|ll|re|ve)(?!{alnum}))
        | (?P<it>'t)(?=is(?!{alnum})|was(?!{alnum}))
        | (?P<name>(?i:{choice(BEFORE_NAMES)})\.(?!{letter})(?:-{alnum}+)*)
        | (?P<numbered>(?i:{choice(BEFORE_NUMBERS)})\.(?=[\d,]|\Z))
        | (?P<initial>{letter}\.(?!{alnum}|\.\.))
        | (?P<apostrophes>{alnum}*{letter}(?:['\u2019`]{letter}+)+(?:(?<=[Nn]){_Q}(?={letter}))?)
        | (?P<dots>\.{{3,5}})
        | (?P<word>
            {alnum}+(?:-{letter}+)*(?:/{alnum}+(?:-{letter}+)*){{1,2}}
          | [A-Z]+(?:&[A-Z]+)+ | {letter}\+\+ | [CF]\# | [A-Z]{{1,2}}\$
          | \d+(?:[.,]\d+)*(?:-{alnum}+)+ | {alnum}+(?:{_H}{alnum}+)+ | {alnum}+(?:_{alnum}+)+
          | [-+]?\d*(?:[.,:]\d+)+ | [-+]?\d+(?!{alnum}) | {alnum}+
          | -{{2,}} | [!?]+ | _+ | \*{{2,}} | << | >> | '' | ``
        )
        | (?P<mark>\S)
        """,
        re.VERBOSE,
    )


def cleaned(text: str) -> str:
    """Return the text without what leaves no token.

    >>> cleaned("a\\u200bdog \\U0001f642").split()
    ['a', 'dog']
    """
    return text if text.isascii() else _GONE.sub(" ", text.replace("\u00ad", ""))


def what_follows(chunks: Sequence[str], place: int) -> Next:
    if place + 1 == len(chunks):
        return Next.END
    following = chunks[place + 1]
    if following[0].isdigit():
        return Next.NUMBER
    if not following[0].isupper():
        return Next.OTHER
    return Next.OPENER if following.lower() in OPENERS else Next.CAPITAL


def pieces_of(chunk: str, follows: Next) -> tuple[str, ...]:
    """Return the tokens of a piece without white space, in lower case.

    >>> pieces_of("(dogs\\u2019", Next.OTHER)
    ('-lrb-', 'dogs', "'")
    >>> pieces_of("No.", Next.NUMBER), pieces_of("No.", Next.CAPITAL)
    (('no.',), ('no', '.'))
    """
    tokens: list[str] = []
    for match in _pattern().finditer(chunk):
        last = match.end() == len(chunk)
        tokens.extend(_tokens(match, follows if last else Next.OTHER))
    return tuple(token.lower() for token in tokens)


def _tokens(match: re.Match[str], follows: Next) -> Iterator[str]:
    token = match.group()
    match match.lastgroup:
        case "whole":
            yield token.replace("(", "-lrb-").replace(")", "-rrb-")
            if token.endswith(".") and follows is Next.OPENER:
                yield "."
        case "clitic":
            yield "'" + token[1:]
        case "anywhere":
            yield token
            if token.endswith(".") and follows in (Next.END, Next.OPENER, Next.CAPITAL):
                yield "."  # one dot ends the abbreviation and the sentence
        case "initial" | "numbered" if _dot_is_apart(match, follows):
            yield from (token[:-1], ".")
        case "apostrophes":
            yield from parts_of(token.replace("\u2019", "'"))
        case "dots":
            yield "..."
        case "mark":
            yield from _mark(match)
        case _:
            yield from TWO_WORDS.get(token.lower()) or (token,)


def _dot_is_apart(match: re.Match[str], follows: Next) -> bool:
    """Tell whether "A." or "no." is a word and the end of a sentence."""
    if match.lastgroup == "initial":
        return follows is Next.OPENER
    return match.end() == len(match.string) and follows is not Next.NUMBER


def _mark(match: re.Match[str]) -> Iterator[str]:
    """Yield a single mark: brackets by name, quotes by the side they stand on."""
    mark, after = match.group(), match.string[match.end() : match.end() + 1]
    if mark == '"':
        yield "``" if after.isascii() and (after.isalnum() or after == "$") else "''"
    elif mark == "'" and after.isalpha():
        yield "`"
    elif mark not in "\u2010\u2011":
        yield _MARKS.get(mark, mark)


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
