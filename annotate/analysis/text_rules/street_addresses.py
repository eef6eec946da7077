"""The rule that finds postal addresses (IIW "Ethics"; mission A17).

It knows the common written forms and no more: an address that follows none of them is not found. So
it gives hints for the one who writes.
"""

import re
from collections.abc import Iterator

from annotate.analysis.text_rules.model import Found, Reading, Word
from annotate.analysis.text_rules.phrases import data, follows, phrases
from annotate.messages import Message

_STREETS = data("street_words")
_STREET_WORDS = frozenset(_STREETS["always"])
_STREET_WORDS_IN_NAMES = _STREET_WORDS | frozenset(_STREETS["in_names"])
_MEASURES = frozenset(_STREETS["measures"])
_STREETS_BEFORE_NAMES = frozenset(_STREETS["before_names"])
_STREETS_BEFORE_NUMBERS = frozenset(_STREETS["before_numbers"])
_STREET_ENDINGS = tuple(_STREETS["endings"])
_PARTICLES = frozenset(_STREETS["particles"])
_NUMBER_ADDITIONS = frozenset({"bis", "ter"})
# Of the measures those that may well follow an address: "Hauptstrasse 12 in Bern".
_SMALL_WORDS = frozenset(
    {"a", "an", "and", "at", "by", "for", "from", "in", "near", "on", "or", "the", "to", "with"}
)
_HOUSE_NUMBER = re.compile(r"\d{1,5}[a-z]?")
_ORDINAL = re.compile(r"\d{1,3}(?:st|nd|rd|th)")
_MOST_NAME_WORDS = 4
_BOXES = phrases(["po box", "p.o. box", "post office box"])


def street_address(reading: Reading) -> Iterator[Found]:
    """Find "221 Baker Street", "12 rue de Rivoli", "Hauptstrasse 12", "Via Roma 3", "PO Box 7"."""
    if not reading.digits:  # each form has a number, most texts have none
        return
    words = reading.words
    end = -1
    for position, word in enumerate(words):
        may_begin = position > end and _may_begin_address(reading.text[word.start], word)
        last = _end_of_address(reading, position) if may_begin else None
        if last is not None:
            yield Found((word.start, words[last].end), Message("street_address"))
            end = last


def _may_begin_address(first: str, word: Word) -> bool:
    """Tell most words apart by their first letter: each of them is looked at."""
    return first.isupper() or first.isdecimal() or word.lower in _BOXES


def _end_of_address(reading: Reading, position: int) -> int | None:
    word = reading.words[position]
    if _HOUSE_NUMBER.fullmatch(word.lower):
        last = _end_of_street(reading, position)
        return _end_of_rue(reading, position) if last is None else last
    if word.lower in _BOXES:
        return _end_of_box(reading, position)
    if not reading.text[word.start].isupper():
        return None
    return _end_of_numbered_street(reading, position)


def _end_of_rue(reading: Reading, position: int) -> int | None:
    """Return the position of the name that ends "12, rue de Rivoli"."""
    words, text = reading.words, reading.text
    street = position + 1
    if street < len(words) and words[street].lower in _NUMBER_ADDITIONS:
        street += 1
    if street >= len(words) or words[street].lower not in _STREETS_BEFORE_NAMES:
        return None
    if not all(_follows_in_address(text, words, here) for here in range(position + 1, street + 1)):
        return None
    return _end_of_name(reading, street)


def _end_of_numbered_street(reading: Reading, position: int) -> int | None:
    """Return the position of the number that ends "Hauptstr. 12" and "Via Roma 7"."""
    words, text = reading.words, reading.text
    name: int | None = position
    if words[position].lower in _STREETS_BEFORE_NUMBERS:
        name = _end_of_name(reading, position)
    elif not words[position].lower.endswith(_STREET_ENDINGS):
        return None
    if name is None or name + 1 >= len(words) or not _follows_in_address(text, words, name + 1):
        return None
    if not _HOUSE_NUMBER.fullmatch(words[name + 1].lower):
        return None
    after = name + 2
    is_count = after < len(words) and words[after].lower in _MEASURES - _SMALL_WORDS
    return None if is_count and follows(text, words, after) else name + 1


def _end_of_name(reading: Reading, street: int) -> int | None:
    """Return the position of the last capital word of a name after "rue", "Via" or "Calle"."""
    words, text = reading.words, reading.text
    last = None
    for here in range(street + 1, min(street + 2 + _MOST_NAME_WORDS, len(words))):
        if not _goes_on_in_name(text, words, here):
            break
        if any(letter.isupper() for letter in text[words[here].start : words[here].end]):
            last = here
        elif words[here].lower not in _PARTICLES:
            break
    return last


def _goes_on_in_name(text: str, words: list[Word], position: int) -> bool:
    gap = text[words[position - 1].end : words[position].start]
    return gap in ("'", "\u2019") or follows(text, words, position)


def _end_of_street(reading: Reading, position: int) -> int | None:
    """Return the position of the street word that ends an address begun by a house number."""
    words, text = reading.words, reading.text
    capitals = True
    for step in range(1, _MOST_NAME_WORDS + 2):
        here = position + step
        if here >= len(words) or not _follows_in_address(text, words, here):
            return None
        word = words[here]
        written_big = text[word.start].isupper() or bool(_ORDINAL.fullmatch(word.lower))
        known = _STREET_WORDS_IN_NAMES if capitals and written_big else _STREET_WORDS
        if step > 1 and word.lower in known and (capitals or step == 2):
            return here
        if word.lower in _MEASURES:
            return None
        capitals = capitals and written_big
        if not capitals and step > 1:
            return None
    return None


def _follows_in_address(text: str, words: list[Word], position: int) -> bool:
    gap = text[words[position - 1].end : words[position].start]
    return gap in (".", ". ", ", ") or (follows(text, words, position) and gap != "-")


def _end_of_box(reading: Reading, position: int) -> int | None:
    words = reading.words
    for parts in _BOXES[words[position].lower]:
        number = position + len(parts)
        written = tuple(word.lower for word in words[position:number])
        if written == parts and number < len(words) and words[number].lower.isdecimal():
            return number
    return None
