"""Fix the form of a text: its opening, its sentences, what is said twice, personal data."""

import re
from bisect import bisect_left

from annotate.analysis.text_rules.fixes.cutting import (
    CLOSED,
    DETERMINERS,
    SHORT_FORMS,
    SHOWING,
    cut,
    next_in_sentence,
    positions,
    sentence_at,
    word_at,
)
from annotate.analysis.text_rules.fixes.wording import fix_there, fix_this_is
from annotate.analysis.text_rules.model import Fix, Reading
from annotate.analysis.text_rules.phrases import quoted
from annotate.analysis.tokens import Span

_DROPPED_OPENINGS = {"also", "then", "additionally", "furthermore", "moreover", "finally"}
_MOST_JOINED = 3
_SOCIAL_SECURITY_DIGITS = 9
_SENTENCE_END = re.compile(r"\.(?=\s)")
_SPACES = " \t\u00a0"
_NAMES_OF_NUMBERS = {"number", "phone", "telephone", "tel", "fax", "mobile", "email", "address"}


def fix_opening(reading: Reading, span: Span) -> Fix | None:
    first, last = positions(reading, span)
    if first > last or reading.words[last].end != span[1]:  # "This is|land"
        return None
    opening = [word.lower for word in reading.words[first : last + 1]]
    if opening in (["there", "is"], ["there", "are"]):
        return fix_there(reading, first)
    after = next_in_sentence(reading, last, after_comma=False)
    if after is None:
        return None
    if opening[-1] in ("is", "are", "it's"):
        is_thing = after.lower in DETERMINERS
        is_several = (
            opening[0] == "these" and after.lower.endswith("s") and after.lower not in CLOSED
        )
        return fix_this_is(reading, first, last) if is_thing or is_several else None
    follow = [word.lower for word in reading.words[last + 1 : last + 3]]
    steps = 1 if follow[0] in SHOWING else 2 if follow == ["is", "of"] else 0
    return fix_this_is(reading, first, last + steps) if steps else None


def fix_sentences(reading: Reading, span: Span) -> Fix | None:
    """Return one sentence where two or three short ones can be joined without new words."""
    text = reading.text
    end = len(text.rstrip())
    ends = [match.start() for match in _SENTENCE_END.finditer(text, span[0], end)]
    ends = [place for place in ends if place + 1 < end]
    if not ends or len(ends) > _MOST_JOINED:
        return None
    pieces, position = [], span[0]
    for place in ends:
        joined = _joined(reading, place)
        if joined is None:
            return None
        sign, upto = joined
        pieces.append(text[position:place] + sign)
        position = upto
    return Fix((span[0], position), "".join(pieces))


def _joined(reading: Reading, place: int) -> tuple[str, int] | None:
    """Return what stands instead of a full stop, and up to where."""
    text, words = reading.text, reading.words
    index = bisect_left(words, (place,))
    before, after = word_at(reading, index - 1), word_at(reading, index)
    if before is None or after is None or before.end != place:
        return None
    gap = text[place + 1 : after.start]
    if not gap.isspace() or "\n" in gap:
        return None
    if before.lower in SHORT_FORMS or place - before.start == 1:
        return "", place + 1
    written = text[after.start : after.end]
    if after.lower not in CLOSED or after.lower == "i":  # it may be a name
        return None
    return f";{gap}{written[0].lower()}{written[1:]}", after.end


def fix_summary(reading: Reading, span: Span) -> Fix | None:
    """Return a first sentence without its label, or without a word such as "also"."""
    first, last = positions(reading, span)
    if first != last:
        return None
    word, after = reading.words[first], word_at(reading, first + 1)
    if after is None:
        return None
    gap = reading.text[word.end : after.start]
    if gap.strip() in (":", ";", "-", "–"):
        return cut(reading, word.start, after.start)
    is_dropped = word.lower in _DROPPED_OPENINGS and next_in_sentence(reading, first) is not None
    return cut(reading, word.start, word.end) if is_dropped else None


def fix_repeated_sentence(reading: Reading, span: Span) -> Fix:
    text, (start, end) = reading.text, span
    before = len(text[:start].rstrip(_SPACES))
    after = end + len(text[end:]) - len(text[end:].lstrip(_SPACES))
    if text[before - 1 : before] not in ("", "\n"):
        return Fix((before, end), "")
    if text[after : after + 1] not in ("", "\n"):
        return Fix((start, after), "")
    return Fix((len(text[:start].rstrip()), end), "")  # it had a paragraph of its own


def fix_doubled_word(reading: Reading, span: Span) -> Fix:
    first, _ = positions(reading, span)
    return Fix((reading.words[first].end, span[1]), "")


def fix_personal_number(reading: Reading, span: Span) -> Fix | None:
    number = reading.text[slice(*span)]
    if number[0].isalpha():
        return fix_personal_data(reading, span, "an account number")
    is_card = sum(sign.isdigit() for sign in number) > _SOCIAL_SECURITY_DIGITS
    return fix_personal_data(
        reading, span, "a card number" if is_card else "a social security number"
    )


def fix_personal_data(reading: Reading, span: Span, instead: str) -> Fix | None:
    """Return the text with ``instead`` for an address or a number; a quotation of it goes whole."""
    for start, end in quoted(reading.text):
        if start <= span[0] and span[1] <= end:
            is_all = (start + 1, end - 1) == span
            return Fix((start, end), instead) if is_all else None
    first, _ = positions(reading, (span[0], span[0] + 1))
    before = word_at(reading, first - 1)
    is_named = before is not None and before.lower in DETERMINERS | _NAMES_OF_NUMBERS
    if is_named and before is not None and reading.text[before.end : span[0]].isspace():
        return None
    is_opening = span[0] == sentence_at(reading, span[0])[0]
    return Fix(span, instead[0].upper() + instead[1:] if is_opening else instead)
