"""The rule that finds e-mail addresses (IIW "Ethics"; mission A17)."""

import re
from collections.abc import Iterator

from annotate.analysis.text_rules.model import Found, Reading
from annotate.analysis.tokens import Span
from annotate.messages import Message

# Around the sign, each side of a bounded length, so that no text can make the search slow.
_AT = re.compile(r"\s?[\[(]\s?at\s?[\])]\s?|@", re.IGNORECASE)
_BEFORE_AT = re.compile(r"[\w.%+-]{1,64}\Z")
_AFTER_AT = re.compile(r"[^\W_][\w-]{0,62}(?:\.[^\W_][\w-]{0,62}){1,5}")

# What may stand between the words of an address that is spelled out.
_SPELLED_GAP = re.compile(r"[ \t\n]{0,3}[\[(]?|[\])]?[ \t\n]{0,3}|[\])] ?[\[(]")
_MOST_PARTS = 9
_TOP_DOMAINS = frozenset(
    {
        "com",
        "org",
        "net",
        "edu",
        "gov",
        "info",
        "biz",
        "io",
        "co",
        "uk",
        "de",
        "fr",
        "nl",
        "ch",
        "eu",
        "ca",
    }
)


def email_address(reading: Reading) -> Iterator[Found]:
    """Find e-mail addresses, also with "(at)", or spelled out: "jane at example dot org"."""
    text = reading.text
    places = sorted([*_addresses_with_sign(text), *_spelled_addresses(reading)])
    end = -1
    for place in places:
        if place[0] > end:
            yield Found(place, Message("email_address"))
            end = place[1]


def _addresses_with_sign(text: str) -> Iterator[Span]:
    if not any(sign in text for sign in "@[("):  # and there is none
        return
    for sign in _AT.finditer(text):
        before = _BEFORE_AT.search(text, max(0, sign.start() - 64), sign.start())
        after = _AFTER_AT.match(text, sign.end())
        if before and after:
            yield before.start(), after.end()


def _spelled_addresses(reading: Reading) -> Iterator[Span]:
    """Yield the places of "name at host dot org"; only well-known last parts count."""
    if "dot" not in reading.text.lower():  # and nobody need look for words
        return
    words, text = reading.words, reading.text
    for at in range(1, len(words) - 3):
        if words[at].lower != "at" or words[at + 2].lower != "dot":
            continue
        last = at + 3
        while last + 2 < len(words) and words[last + 1].lower == "dot" and last < at + _MOST_PARTS:
            last += 2
        gaps = (text[words[n].end : words[n + 1].start] for n in range(at - 1, last))
        if words[last].lower in _TOP_DOMAINS and all(_SPELLED_GAP.fullmatch(gap) for gap in gaps):
            before = _BEFORE_AT.search(text, max(0, words[at - 1].end - 64), words[at - 1].end)
            yield before.start() if before else words[at - 1].start, words[last].end
