"""What the formats read of an answer, as corrected where somebody corrected its spelling."""

from collections.abc import Sequence
from typing import NamedTuple

from annotate.exchange.exports.base import decode
from annotate.exchange.exports.reading import Answer, Exported, Round
from annotate.kinds.capabilities import Captions, MarkedObject, MarksObjects, WritesImageText


def image_text(sample: Exported, answer: Answer[WritesImageText]) -> str:
    row, kind = answer
    return sample.text(row, kind.text_path, kind.image_text(decode(row.value_json)))


def marked_objects(sample: Exported, answer: Answer[MarksObjects]) -> list[MarkedObject]:
    """In order, with descriptions as corrected."""
    row, kind = answer
    objects = kind.marked_objects(decode(row.value_json))
    if row.id not in sample.corrected:
        return objects
    for place, marked in enumerate(objects):
        path = kind.description_path(place)
        marked["description"] = sample.text(row, path, marked["description"])
    return objects


class Caption(NamedTuple):
    """One caption; `typed` is what stood there before its spelling was corrected, else None."""

    text: str
    typed: str | None
    canned: bool
    text_detected: bool | None
    rejected: bool
    rests_on_rejected: bool


# The key of records whose text was made of work that a lead has rejected since; others lack it.
ON_REJECTED = {"rests_on_rejected": True}


def captions_of(sample: Exported) -> list[Caption]:
    """The captions that people or imports gave, in order of stage and number."""
    return [_caption(sample, row, kind) for row, kind in sample.answers(Captions)]


def _caption(sample: Exported, row: Round, kind: Captions) -> Caption:
    answer = decode(row.value_json)
    typed = kind.image_text(answer)
    text = sample.text(row, kind.text_path, typed)
    return Caption(
        text=text,
        typed=None if text == typed else typed,
        canned=kind.canned(answer),
        text_detected=kind.text_detected(answer),
        rejected=row.is_left_out,
        rests_on_rejected=row.id in sample.resting,
    )


def majority(answers: Sequence[bool | None]) -> bool | None:
    """What more than half of those who answered said; a tie is a no, nobody is None.

    >>> majority([True, True, False, None]), majority([True, False]), majority([None])
    (True, False, None)
    """
    votes = [answer for answer in answers if answer is not None]
    return 2 * votes.count(True) > len(votes) if votes else None
