"""Samples by the words of their names, texts and labels: one way of looking on both databases.

Words are runs of letters and digits, folded here and in no database, so that both find the same.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db import connection
from django.db.models import Q
from django.db.models.expressions import RawSQL

_WORD = re.compile(r"[^\W_]+")
# Longer ones are no words; PostgreSQL takes lexemes of 2 KB and a document of 1 MB of them.
MAX_WORD = 60
MAX_WORDS = 5_000
MAX_LOOKED_FOR = 12
EXCERPT = 160
_BEFORE = 50

_POSTGRESQL = (
    "SELECT sample_id FROM workflow_sampledocument WHERE"
    " array_to_tsvector(string_to_array(words, ' ')) @@ %s::tsquery"
)
_SQLITE = "SELECT rowid FROM workflow_sampledocument_words WHERE words MATCH %s"

Span = tuple[int, int]


@dataclass(frozen=True)
class Excerpt:
    """A part of a text, with the places of words in it: from the first character to the last."""

    text: str
    spans: list[Span]


def folded_words(text: str) -> list[str]:
    """The words of a text as they are compared.

    >>> folded_words("Red_kite-04.JPG, straße")
    ['red', 'kite', '04', 'jpg', 'strasse']
    """
    return [word.casefold()[:MAX_WORD] for word in _WORD.findall(text)]


def document_words(texts: Iterable[str]) -> str:
    """Each word of some texts once, as a document keeps them.

    >>> document_words(["A red kite", "red-kite.jpg"])
    'a jpg kite red'
    """
    words = {word for text in texts for word in folded_words(text)}
    return " ".join(sorted(words)[:MAX_WORDS])


def with_words(typed: str) -> Q:
    """The condition that a sample has each of the words, or words that begin so.

    What has no letter or digit in it is found nowhere.
    """
    wanted = folded_words(typed)[:MAX_LOOKED_FOR]
    if not wanted:
        return Q(pk__in=[])
    if connection.vendor == "postgresql":
        asked = " & ".join(f"'{word}':*" for word in wanted)
        return Q(pk__in=RawSQL(_POSTGRESQL, [asked]))  # noqa: S611 - no name is put in
    asked = " AND ".join(f'"{word}"*' for word in wanted)
    return Q(pk__in=RawSQL(_SQLITE, [asked]))  # noqa: S611 - as above


def spans(text: str, typed: str) -> list[Span]:
    """Where words stand that begin with a typed one.

    >>> spans("Two red kites", "KITE re")
    [(4, 7), (8, 13)]
    """
    return list(_spans(text, folded_words(typed)))


def _spans(text: str, wanted: Sequence[str]) -> Iterator[Span]:
    starts = tuple(wanted)
    for word in _WORD.finditer(text):
        if starts and word.group().casefold().startswith(starts):
            yield word.span()


def excerpt(texts: Iterable[str], typed: str) -> Excerpt | None:
    """The surroundings of the first place where a typed word stands; None where it does nowhere.

    >>> excerpt(["grey", "a red kite"], "kite")
    Excerpt(text='a red kite', spans=[(6, 10)])
    """
    for text in texts:
        found = spans(text, typed)
        if found:
            return _around(text, found)
    return None


def _around(text: str, found: list[Span]) -> Excerpt:
    start = max(0, found[0][0] - _BEFORE)
    if start:
        start = text.find(" ", start, found[0][0]) + 1 or start
    end = min(len(text), start + EXCERPT)
    before, after = "… " if start else "", " …" if end < len(text) else ""
    shift = len(before) - start
    inside = [(a + shift, b + shift) for a, b in found if b <= end]
    return Excerpt(before + text[start:end] + after, inside)
