"""Rules that find numbers by which a person can be reached or known: telephones, cards, accounts.

Numbers that check themselves are checked (IBAN: ISO 13616, cards: ISO/IEC 7812-1), so that a bar
code or a serial number is seldom taken for one.
"""

import re
from collections.abc import Iterator

from annotate.analysis.text_rules.model import Found, Reading
from annotate.analysis.tokens import Span
from annotate.messages import Message

_NUMBER_RUN = re.compile(r"(?:\+\(?|\(\+?)?\d[\d ()./\u00a0\u2010-\u2013-]*")
_PIECE = re.compile(r"[^ \u00a0]+")
_SIGNS = " ()./-\u00a0\u2010\u2011\u2012\u2013"
_NO_NUMBER_BEFORE = re.compile(r"[\w$€£¥#,.@]")
_NO_NUMBER_AFTER = re.compile(r"[\w%@°]|,\d")
_LONGEST_NUMBER = 30
_YEARS = range(1000, 2100)
# A number of seven digits in one piece after one of these is none to call.
_OTHER_NUMBER = re.compile(
    r"\b(?:barcode|batch|case|code|id|invoice|isbn|item|lot|model|order|part|population|ref|serial"
    r"|sku|ticket|version)(?: (?:no|number|of))?[.:]? ?\Z",
    re.IGNORECASE,
)
_LONGEST_NAME = 30
# In one piece; eight and nine digits are more often something else.
_SHORTEST_PIECE = 7

_GROUP = 4
_GAP = r"[ \u00a0-]?"
# Bounded on all sides: four to eight groups after the country, of which the last may be short.
_IBAN = re.compile(rf"\b[A-Z]{{2}}\d{{2}}(?:{_GAP}[A-Z\d]{{4}}){{2,7}}(?:{_GAP}[A-Z\d]{{1,3}})?\b")
_CARD = re.compile(
    rf"(?<![\w.,#-])(?:\d{{4}}(?:{_GAP}\d{{4}}){{3}}|\d{{4}}{_GAP}\d{{6}}{_GAP}\d{{5}})(?![\w-]|[.,]\d)"
)
_SOCIAL_SECURITY = re.compile(r"(?<![\w.,#-])\d{3}([ -])\d{2}\1\d{4}(?![\w-]|[.,]\d)")


def personal_number(reading: Reading) -> Iterator[Found]:
    """Find numbers of payment cards, bank accounts (IBAN) and United States social security."""
    if not reading.digits:
        return
    end = 0
    for span, code in sorted(_personal_numbers(reading)):
        if span[0] >= end:
            yield Found(span, Message(code))
            end = span[1]


def _personal_numbers(reading: Reading) -> Iterator[tuple[Span, str]]:
    text = reading.text
    for match in _IBAN.finditer(text):
        if _is_iban(match):
            yield match.span(), "bank_account_number"
    if all(len(run) < _GROUP for run in reading.digits):  # the others have four in a row
        return
    for match in _CARD.finditer(text):
        if _is_card(match):
            yield match.span(), "card_number"
    for match in _SOCIAL_SECURITY.finditer(text):
        yield match.span(), "social_security_number"


def _is_iban(match: re.Match[str]) -> bool:
    """Tell whether the remainder by 97 is 1 with the first four signs at the end (ISO 13616).

    >>> _is_iban(_IBAN.search("GB29 NWBK 6016 1331 9268 19"))
    True
    """
    signs = re.sub(r"[^A-Z\d]", "", match.group())
    return int("".join(str(int(sign, 36)) for sign in signs[4:] + signs[:4])) % 97 == 1


def _is_card(match: re.Match[str]) -> bool:
    """Tell whether a number is grouped like a card's, or passes the card's check digit (Luhn)."""
    digits = re.sub(r"\D", "", match.group())
    if digits[0] not in "23456":
        return False
    if len(digits) < len(match.group()):
        return True
    doubled = [int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(digits))]
    return sum(number - 9 * (number > 9) for number in doubled) % 10 == 0


def phone_number(reading: Reading) -> Iterator[Found]:
    """Find telephone numbers; dates, years, prices and long serial numbers are none."""
    if sum(map(len, reading.digits)) < _SHORTEST_PIECE:
        return
    for start, end in _numbers(reading.text):
        if _stands_alone(reading.text, start, end) and not _is_other(reading.text, start, end):
            yield Found((start, end), Message("phone_number"))


def _is_other(text: str, start: int, end: int) -> bool:
    number = text[start:end]
    if _SOCIAL_SECURITY.fullmatch(number):
        return True
    is_short = number.isdecimal() and len(number) == _SHORTEST_PIECE
    name = text[max(0, start - _LONGEST_NAME) : start]
    return is_short and _OTHER_NUMBER.search(name) is not None


def _numbers(text: str) -> Iterator[Span]:
    """Yield what is written like a telephone number: whole runs of digits and signs, or pieces."""
    for run in _NUMBER_RUN.finditer(text):
        if run.end() - run.start() < _SHORTEST_PIECE:
            continue
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
    # What is shorter than seven signs has fewer than seven digits.
    if not _SHORTEST_PIECE <= len(number) <= _LONGEST_NUMBER:
        return False
    groups = re.findall(r"\d+", number)
    digits = sum(map(len, groups))
    if number.startswith("+"):
        return 8 <= digits <= 15
    if len(groups) == 1:
        return digits in (_SHORTEST_PIECE, 10, 11)
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
