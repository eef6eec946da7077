"""What a text rule is: it reads a text and says where something should be better."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, get_args

from annotate.analysis.tokens import Span, sentence_spans, word_spans
from annotate.messages import Message

Level = Literal["off", "advise", "block"]
LEVELS: tuple[Level, ...] = get_args(Level)
Severity = Literal["error", "advice"]
Group = Literal["caption form", "writing", "personal data", "copies"]

_DIGITS = re.compile(r"\d+")


class Word(NamedTuple):
    """A word of the text: its place, and the word in lower case with a straight apostrophe."""

    start: int
    end: int
    lower: str


class Fix(NamedTuple):
    """Other words for a place of the text that remove what was found."""

    span: Span
    text: str

    def applied_to(self, text: str) -> str:
        """Return ``text`` with the fix made.

        >>> Fix((0, 10), "A").applied_to("There is a kite.")
        'A kite.'
        """
        return text[: self.span[0]] + self.text + text[self.span[1] :]


class Found(NamedTuple):
    """A place in the text and what to do about it."""

    span: Span
    message: Message


def _words_of(text: str) -> list[Word]:
    if text.isascii():  # no letter becomes two, and no apostrophe is curved
        lower = text.lower()
        return [Word(start, end, lower[start:end]) for start, end in word_spans(text)]
    return [
        Word(start, end, text[start:end].lower().replace("\u2019", "'"))
        for start, end in word_spans(text)
    ]


@dataclass(frozen=True)
class Reading:
    """A text and what the rules are measured by; words and sentences are found only once.

    ``instructions`` is what the person was told, ``earlier`` what they gave for other images.
    """

    text: str
    min_words: int
    banned_openings: Sequence[str]
    instructions: Sequence[str] = ()
    earlier: Sequence[str] = ()

    @cached_property
    def words(self) -> list[Word]:
        return _words_of(self.text)

    @cached_property
    def digits(self) -> list[str]:
        """Its runs of digits: where there are none, and few texts have many, there is no number."""
        return _DIGITS.findall(self.text)

    @cached_property
    def sentences(self) -> list[Span]:
        return sentence_spans(self.text)

    @cached_property
    def words_of_sentences(self) -> list[list[Word]]:
        lists: list[list[Word]] = []
        position = 0
        for _, end in self.sentences:
            first = position
            while position < len(self.words) and self.words[position].end <= end:
                position += 1
            lists.append(self.words[first:position])
        return lists


@dataclass(frozen=True)
class Rule:
    """One rule under a stable code; ``find`` reads a text."""

    code: str
    group: Group
    find: Callable[[Reading], Iterator[Found]]


@dataclass(frozen=True, slots=True)
class Finding:
    """One place where a text breaks a rule.

    ``span`` are offsets in Unicode code points with 0 <= start <= end <= len(text). ``fix`` is a
    change that removes what was found.
    """

    code: str
    severity: Severity
    message: Message
    span: Span
    fix: Fix | None = None
