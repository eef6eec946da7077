"""The three rules of form that the VizWiz-Captions task holds a caption to (VW App. A.1).

The definitions are those of the published task (github.com/nilavra/mturk-crowdsourcing-pipeline):
words are what white space, comma, semicolon and full stop divide; a sentence ends where a full stop
is followed by white space; an opening is a prefix of the upper-cased text, with no regard to where
its last word ends.
"""

import re
from collections.abc import Iterator, Sequence

from annotate.analysis.text_rules.model import Found, Reading
from annotate.analysis.tokens import Span
from annotate.messages import Message

MIN_WORDS = 8
# In the order of the paper.
BANNED_OPENINGS = (
    "There is",
    "There are",
    "This is",
    "These are",
    "The image",
    "The picture",
    "This image",
    "This picture",
    "It is",
    "It's",
)

# Trimming the four signs at both ends and splitting at runs of them leaves just these runs.
_WORD = re.compile(r"[^\s,.;]+")
_SENTENCE_END = re.compile(r"\.\s+")


def count_caption_words(text: str) -> int:
    """Return the number of words of a caption by the definition of the published task.

    >>> count_caption_words("  A close-up of bike's 3.5 bells; red, blue. ")
    9
    """
    return len(_WORD.findall(text))


def opening_of(text: str, openings: Sequence[str]) -> Span | None:
    """Return where a banned opening stands in ``text``, None if it begins otherwise.

    >>> opening_of(" this island lies in a blue sea", ["This is"])
    (1, 8)
    >>> opening_of("Here is a cup", ["This is"]) is None
    True
    """
    start = len(text) - len(text.lstrip())
    for opening in openings:
        wanted = opening.upper()
        # Upper case can be longer than what was typed but never shorter.
        head = text[start : start + len(wanted)]
        if wanted and head.upper().startswith(wanted):
            end = next(n for n in range(len(head) + 1) if head[:n].upper().startswith(wanted))
            return start, start + end
    return None


def too_few_words(reading: Reading) -> Iterator[Found]:
    count = count_caption_words(reading.text)
    if count < reading.min_words:
        message = Message("too_few_words", count=count, fewest=reading.min_words)
        yield Found(_trimmed(reading.text), message)


def several_sentences(reading: Reading) -> Iterator[Found]:
    start, end = _trimmed(reading.text)
    ends = list(_SENTENCE_END.finditer(reading.text, start, end))
    if ends:
        place = (ends[0].start(), ends[0].start() + 1)
        yield Found(place, Message("several_sentences", sentences=len(ends) + 1))


def banned_opening(reading: Reading) -> Iterator[Found]:
    span = opening_of(reading.text, reading.banned_openings)
    if span is not None:
        yield Found(span, Message("banned_opening", opening=reading.text[slice(*span)]))


def _trimmed(text: str) -> Span:
    start = len(text) - len(text.lstrip())
    return start, max(start, len(text.rstrip()))
