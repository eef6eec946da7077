"""Tokens, words and sentences: the one rule by which this product counts and compares texts.

**Token** (the unit of IIW Tables 1 and 14, which count punctuation and not white space):

* a run of letters, digits and combining marks; a hyphen divides (``close-up`` is three tokens);
* an apostrophe between letters begins a new token (``bike's`` is ``bike`` + ``'s``);
* digits keep one ``.``, ``,`` or ``:`` between them (``1,000`` and ``3.5`` are one token each);
* every Chinese character and Japanese kana is a token of its own: those scripts write no spaces;
* a run of one repeated punctuation mark or symbol (``...``, ``--``) is one token.

**Word**: a token with a letter or digit, its apostrophe endings joined to it (``bike's`` is one
word, ``close-up`` two), lower case, straight apostrophes, NFC. Overlap and edit distance use words.

**Sentence**: ends after a run of ``. ! ? …`` (or their full-width forms) with any closing quotes or
brackets, if white space or the end follows. It does not end after an abbreviation of the list
below, after a single initial (``J.``), or where the next letter is lower case. A blank line also
ends it.

Everything runs in time linear in the text. Compared with the spaCy tokenizer of the paper, see
``tests/analysis/test_tokens_on_iiw.py``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from annotate.analysis.text import marks, nfc

Span = tuple[int, int]

_SPACELESS = (
    "\u3041-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_SENTENCE_END = re.compile(
    r"(?<![.!?…])[.!?…]+[\"'”’»)\]]*(?=\s|\Z)|(?<![。！？])[。！？]+[」』）”]*|\n(?=[ \t]*\n)"
)
_LAST_WORD = re.compile(r"[\w.]{1,12}\Z")
_INITIAL = re.compile(r"[^\W\d_]\.")
_TITLES = {"mr.", "mrs.", "ms.", "dr.", "prof.", "st.", "jr.", "sr."}
_NOT_AFTER = _TITLES | {
    "no.",
    "vs.",
    "e.g.",
    "i.e.",
    "cf.",
    "approx.",
    "fig.",
    "inc.",
    "ltd.",
    "co.",
}


# One answer is counted, compared with what it came from and with the round before, and described:
# its words are asked for several times in a row, but read once.
_KEPT_TEXTS = 256
_KEPT_CHARACTERS = 4_000
# Instructions are longer, and everything that somebody writes is held against the same ones.
_KEPT_LONG_TEXTS = 2
_MOST_KEPT_CHARACTERS = 100_000


@dataclass(frozen=True, slots=True)
class _Patterns:
    token: re.Pattern[str]
    word: re.Pattern[str]


def _patterns_of(text: str) -> _Patterns:
    return _ASCII if text.isascii() else _patterns()


@cache
def _patterns() -> _Patterns:
    """Made at their first use, see `annotate.analysis.text.marks`."""
    letters = rf"(?:[^\W_{_SPACELESS}]+|[{marks()}]+)+"
    stem = rf"(?:\d+(?:[.,:]\d+)+|[{_SPACELESS}][{marks()}]*|{letters})"
    clitic = rf"(?:['\u2019]{letters})"
    after_letter = rf"(?<=[^\W_]|[{marks()}])"
    return _Patterns(
        token=re.compile(rf"{stem}|{after_letter}{clitic}|(?P<mark>[^\w\s]|_)(?P=mark)*"),
        word=re.compile(rf"{stem}{clitic}*"),
    )


# The same rule where there are neither marks nor those scripts: most texts in English, read in a
# third of the time.
_ASCII = _Patterns(
    token=re.compile(
        r"[0-9]+(?:[.,:][0-9]+)+|[A-Za-z0-9]+"
        r"|(?<=[A-Za-z0-9])'[A-Za-z0-9]+|(?P<mark>[^A-Za-z0-9\s])(?P=mark)*"
    ),
    word=re.compile(r"(?:[0-9]+(?:[.,:][0-9]+)+|[A-Za-z0-9]+)(?:'[A-Za-z0-9]+)*"),
)


def tokens(text: str) -> list[str]:
    """Return the tokens of ``text`` as written, punctuation included.

    >>> tokens('A close-up of "NO PARKING", 3.5 m wide.')
    ['A', 'close', '-', 'up', 'of', '"', 'NO', 'PARKING', '"', ',', '3.5', 'm', 'wide', '.']
    """
    return [match.group() for match in _patterns_of(text).token.finditer(text)]


def count_tokens(text: str) -> int:
    """Return the number of tokens, 0 or more (IIW Table 1, column "Tokens").

    >>> count_tokens("The bike's bell."), count_tokens("  ")
    (5, 0)
    """
    return _kept_count(text) if len(text) <= _KEPT_CHARACTERS else _count(text)


@lru_cache(maxsize=_KEPT_TEXTS)
def _kept_count(text: str) -> int:
    return _count(text)


def _count(text: str) -> int:
    return len(_patterns_of(text).token.findall(text))


def words(text: str) -> list[str]:
    """Return the lower-cased words of ``text`` in order, without punctuation.

    >>> words("The bike\u2019s close-up: 1,000 caf\\u00e9s!")
    ['the', "bike's", 'close', 'up', '1,000', 'caf\u00e9s']
    """
    if len(text) <= _KEPT_CHARACTERS:
        return list(_kept_words(text))
    return list(_kept_words_of_long(text)) if len(text) <= _MOST_KEPT_CHARACTERS else _words(text)


@lru_cache(maxsize=_KEPT_TEXTS)
def _kept_words(text: str) -> tuple[str, ...]:
    return tuple(_words(text))


@lru_cache(maxsize=_KEPT_LONG_TEXTS)
def _kept_words_of_long(text: str) -> tuple[str, ...]:
    return tuple(_words(text))


def _words(text: str) -> list[str]:
    plain = nfc(text).lower().replace("\u2019", "'")
    return _patterns_of(plain).word.findall(plain)


def named_words(text: str) -> list[str]:
    """Return the words of ``text`` without the ending of a possessive: what it names.

    >>> named_words("The person's hands")
    ['the', 'person', 'hands']
    """
    return [word.removesuffix("'s") for word in words(text)]


def word_spans(text: str) -> list[Span]:
    """Return the (start, end) character offsets of every word as it stands in ``text``.

    >>> word_spans("The bike's bell!")
    [(0, 3), (4, 10), (11, 15)]
    """
    return [match.span() for match in _patterns_of(text).word.finditer(text)]


def count_words(text: str) -> int:
    """Return the number of words, 0 or more.

    >>> count_words("The bike's close-up.")
    4
    """
    return len(words(text))


def sentence_spans(text: str) -> list[Span]:
    """Return the (start, end) offsets of every sentence, trimmed of white space, none empty.

    >>> sentence_spans("A dog. It runs!")
    [(0, 6), (7, 15)]
    """
    return list(_sentence_spans(text))


def sentences(text: str) -> list[str]:
    """Return the sentences of ``text`` by the module's rule.

    >>> sentences('A sign by Dr. Lee says "Stop." It is red... and old, e.g. rusty.')
    ['A sign by Dr. Lee says "Stop."', 'It is red... and old, e.g. rusty.']
    """
    return [text[start:end] for start, end in _sentence_spans(text)]


def _sentence_spans(text: str) -> Iterator[Span]:
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if _ends_sentence(text, match):
            yield from _trimmed(text, start, match.end())
            start = match.end()
    yield from _trimmed(text, start, len(text))


def _ends_sentence(text: str, match: re.Match[str]) -> bool:
    mark = match.group()
    if mark[0] not in ".…" or match.end() == len(text):
        return True
    if _first_letter_after(text, match.end()).islower():
        return False
    if mark != ".":
        return True
    last = _LAST_WORD.search(text, max(0, match.end() - 12), match.end())
    word = last.group().lower() if last else ""
    return word not in _NOT_AFTER and not _INITIAL.fullmatch(word)


def _first_letter_after(text: str, position: int) -> str:
    """Return the first character that is no white space; look at most 20 characters ahead."""
    return text[position : position + 20].lstrip()[:1]


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    if start < end:
        yield start, end
