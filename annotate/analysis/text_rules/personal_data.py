"""Rules that find data by which a person can be reached (IIW "Ethics"; mission A17).

They know the common written forms and no more: an address that follows none of them is not found,
and a serial number can look like a telephone number. So they are hints for the one who writes.
"""

import re
from collections.abc import Iterator

from annotate.analysis.text_rules.model import Found, Reading, Word
from annotate.analysis.text_rules.phrases import data, follows, phrases
from annotate.analysis.tokens import Span
from annotate.messages import Message

# Around the sign, each side of a bounded length, so that no text can make the search slow.
_AT = re.compile(r"\s?[\[(]\s?at\s?[\])]\s?|@", re.IGNORECASE)
_BEFORE_AT = re.compile(r"[\w.%+-]{1,64}\Z")
_AFTER_AT = re.compile(r"[^\W_][\w-]{0,62}(?:\.[^\W_][\w-]{0,62}){1,5}")

_NUMBER_RUN = re.compile(r"(?:\+\(?|\(\+?)?\d[\d ()./\u00a0\u2010-\u2013-]*")
_PIECE = re.compile(r"[^ \u00a0]+")
_SIGNS = " ()./-\u00a0\u2010\u2011\u2012\u2013"
_NO_NUMBER_BEFORE = re.compile(r"[\w$€£¥#,.@]")
_NO_NUMBER_AFTER = re.compile(r"[\w%@°]|,\d")
_LONGEST_NUMBER = 30
_YEARS = range(1000, 2100)

_STREETS = data("street_words")
_STREET_WORDS = frozenset(_STREETS["always"])
_STREET_WORDS_IN_NAMES = _STREET_WORDS | frozenset(_STREETS["in_names"])
_MEASURES = frozenset(_STREETS["measures"])
_HOUSE_NUMBER = re.compile(r"\d{1,5}[a-z]?")
_ORDINAL = re.compile(r"\d{1,3}(?:st|nd|rd|th)")
_MOST_NAME_WORDS = 4
_BOXES = phrases(["po box", "p.o. box", "post office box"])


def email_address(reading: Reading) -> Iterator[Found]:
    """Find e-mail addresses, also with "(at)"."""
    text = reading.text
    for sign in _AT.finditer(text):
        before = _BEFORE_AT.search(text, max(0, sign.start() - 64), sign.start())
        after = _AFTER_AT.match(text, sign.end())
        if before and after:
            yield Found((before.start(), after.end()), Message("email_address"))


def phone_number(reading: Reading) -> Iterator[Found]:
    """Find telephone numbers; dates, years, prices and long serial numbers are none."""
    for start, end in _numbers(reading.text):
        if _stands_alone(reading.text, start, end):
            yield Found((start, end), Message("phone_number"))


def _numbers(text: str) -> Iterator[Span]:
    """Yield what is written like a telephone number: whole runs of digits and signs, or pieces."""
    for run in _NUMBER_RUN.finditer(text):
        whole = run.group().rstrip(_SIGNS)
        if _is_phone(whole):
            yield run.start(), run.start() + len(whole)
            continue
        for piece in _PIECE.finditer(text, run.start(), run.end()):
            number = piece.group().rstrip(_SIGNS)
            if _is_phone(number):
                yield piece.start(), piece.start() + len(number)


def _stands_alone(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 2]
    return not (_NO_NUMBER_BEFORE.fullmatch(before) or _NO_NUMBER_AFTER.match(after))


def _is_phone(number: str) -> bool:
    if len(number) > _LONGEST_NUMBER:
        return False
    groups = re.findall(r"\d+", number)
    digits = sum(map(len, groups))
    if number.startswith("+"):
        return 8 <= digits <= 15
    if len(groups) == 1:
        return digits in (10, 11)
    if not 7 <= digits <= 13 or _is_date(groups) or _are_years(groups):
        return False
    return _has_groups_of_a_phone(number, groups)


def _has_groups_of_a_phone(number: str, groups: list[str]) -> bool:
    if "." in number and len(groups) == 2:  # a decimal number
        return False
    trunk = number.startswith(("0", "("))
    if all(len(group) == 3 for group in groups[1:]) and not trunk:
        return "-" in number  # 1 000 000 and 1.000.000 are counts
    if all(len(group) <= 2 for group in groups):
        return trunk  # 10 20 30 40 is a scale, 06 12 34 56 78 a telephone
    longest = 8 if trunk else 5
    return all(2 <= len(group) <= longest for group in groups[1:]) and len(groups[0]) <= 5


def _is_date(groups: list[str]) -> bool:
    sizes = tuple(map(len, groups))
    return len(sizes) == 3 and max(sizes) <= 4 and sorted(sizes)[1] <= 2


def _are_years(groups: list[str]) -> bool:
    return all(len(group) == 4 and int(group) in _YEARS for group in groups)


def street_address(reading: Reading) -> Iterator[Found]:
    """Find "221 Baker Street", "12 main road" and "P.O. Box 7"."""
    words = reading.words
    for position, word in enumerate(words):
        last = None
        if _HOUSE_NUMBER.fullmatch(word.lower):
            last = _end_of_street(reading, position)
        elif word.lower in _BOXES:
            last = _end_of_box(reading, position)
        if last is not None:
            yield Found((word.start, words[last].end), Message("street_address"))


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
