"""Rules about texts that were not written for this image: copied from elsewhere.

They use the definitions of :mod:`annotate.analysis.pasted` and :mod:`annotate.analysis.duplicates`,
by which submitted texts are compared with one another, for the one text that is being written.
"""

from collections.abc import Iterator
from functools import lru_cache

from annotate.analysis.duplicates import MIN_WORDS
from annotate.analysis.near_texts import Compared
from annotate.analysis.pasted import PASSAGE_WORDS, SHARE
from annotate.analysis.text_rules.model import Found, Reading
from annotate.analysis.tokens import words
from annotate.messages import Message

# Of each text; more would make a long text slow to compare with many others and tell no more.
_COMPARED_CHARACTERS = 3_000
_SHOWN_CHARACTERS = 60

Passage = tuple[str, ...]


def pasted_instruction(reading: Reading) -> Iterator[Found]:
    """Find a text of which four fifths or more stand in the instructions, five words in a row."""
    if not reading.instructions or len(reading.words) < PASSAGE_WORDS:
        return
    passages = _passages(tuple(reading.instructions))
    written = [word.lower for word in reading.words]
    copied: set[int] = set()
    for start in range(len(written) - PASSAGE_WORDS + 1):
        if tuple(written[start : start + PASSAGE_WORDS]) in passages:
            copied.update(range(start, start + PASSAGE_WORDS))
    if len(copied) >= SHARE * len(written):
        span = (reading.words[min(copied)].start, reading.words[max(copied)].end)
        yield Found(span, Message("pasted_instruction"))


def near_duplicate(reading: Reading) -> Iterator[Found]:
    """Find a text that is nearly the same as one that the person gave for another image."""
    if len(reading.words) < MIN_WORDS:
        return
    if not reading.earlier:
        return
    compared = _compared(tuple(reading.earlier))
    near = compared.first_near(reading.text[:_COMPARED_CHARACTERS])
    if near is not None:
        place = (reading.words[0].start, reading.words[-1].end)
        earlier = _shortened(reading.earlier[near])
        yield Found(place, Message("near_duplicate", text=earlier))


@lru_cache(maxsize=8)
def _compared(texts: tuple[str, ...]) -> Compared:
    return Compared([text[:_COMPARED_CHARACTERS] for text in texts])


@lru_cache(maxsize=64)
def _passages(instructions: tuple[str, ...]) -> frozenset[Passage]:
    passages: set[Passage] = set()
    for text in instructions:
        split = words(text)
        passages.update(
            tuple(split[start : start + PASSAGE_WORDS])
            for start in range(len(split) - PASSAGE_WORDS + 1)
        )
    return frozenset(passages)


def _shortened(text: str) -> str:
    line = " ".join(text[: 4 * _SHOWN_CHARACTERS].split())
    return line if len(line) <= _SHOWN_CHARACTERS else f"{line[: _SHOWN_CHARACTERS - 1].rstrip()}…"
