"""Phrases that add words and no detail (IIW App. A and B)."""

from collections.abc import Iterator

from annotate.analysis.text_rules.model import Found, Reading
from annotate.analysis.text_rules.phrases import Outside, data, matches, phrases, quoted
from annotate.analysis.tokens import Span, words
from annotate.messages import Message

# First and last position of a phrase among the words of a text.
Positions = tuple[int, int]

# One place is at most so many phrases: what is said about it quotes it.
_MOST_JOINED = 4
_LISTS = data("filler_phrases")
_EXISTENTIAL = frozenset(tuple(words(phrase)) for phrase in _LISTS["existential"])
_NOT_AFTER = frozenset(_LISTS["not_after"])
_NOT_BEFORE = frozenset(_LISTS["not_before"])
_FILLERS = phrases([*_LISTS["phrases"], *_LISTS["existential"]])


def filler_phrase(reading: Reading) -> Iterator[Found]:
    """Find filler phrases; those that follow one another ("In this image we can see") are one."""
    place: list[Positions] = []
    for filler in _fillers(reading):
        if place and not (len(place) < _MOST_JOINED and _goes_on(reading, place[-1], filler)):
            yield _found(reading, place)
            place = []
        place.append(filler)
    if place:
        yield _found(reading, place)


def fillers_in(reading: Reading, first: int, last: int) -> list[Positions]:
    """Return the (first, last) positions of every single phrase among words of a finding."""
    inside = matches(_FILLERS, reading.text, reading.words[first : last + 1])
    return [(first + here, first + end) for here, end in inside]


def _fillers(reading: Reading) -> Iterator[Positions]:
    outside = Outside(quoted(reading.text))
    for first, last in matches(_FILLERS, reading.text, reading.words):
        if outside.holds(reading.words[first].start) and _adds_nothing(reading, first, last):
            yield first, last


def _adds_nothing(reading: Reading, first: int, last: int) -> bool:
    written = reading.words
    if tuple(word.lower for word in written[first : last + 1]) not in _EXISTENTIAL:
        return True
    is_condition = first > 0 and written[first - 1].lower in _NOT_AFTER
    is_absence = last + 1 < len(written) and written[last + 1].lower in _NOT_BEFORE
    return not (is_condition or is_absence)


def _goes_on(reading: Reading, before: Positions, after: Positions) -> bool:
    if after[0] != before[1] + 1:
        return False
    gap = reading.text[reading.words[before[1]].end : reading.words[after[0]].start]
    return gap.removeprefix(",").isspace()


def _found(reading: Reading, place: list[Positions]) -> Found:
    span: Span = (reading.words[place[0][0]].start, reading.words[place[-1][1]].end)
    return Found(span, Message("filler_phrase", words=reading.text[slice(*span)]))
