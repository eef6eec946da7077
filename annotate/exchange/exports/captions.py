"""The captions of a sample, as the formats for captions need them."""

from collections.abc import Sequence
from typing import NamedTuple

from annotate.exchange.exports.base import decode
from annotate.exchange.exports.reading import Exported, Round
from annotate.kinds.capabilities import Captions
from annotate.workflow.models import Assignment


class Caption(NamedTuple):
    """One caption; `typed` is what stood there before its spelling was corrected, else None."""

    text: str
    typed: str | None
    canned: bool
    text_detected: bool | None
    rejected: bool


def captions_of(sample: Exported) -> list[Caption]:
    """The captions that people or imports gave, in order of stage and number."""
    return [_caption(sample, given, kind) for given, kind in sample.answers(Captions)]


def _caption(sample: Exported, given: Round, kind: Captions) -> Caption:
    answer = decode(given.value_json)
    typed = kind.image_text(answer)
    text = sample.text(given, kind.text_path, typed)
    return Caption(
        text=text,
        typed=None if text == typed else typed,
        canned=kind.canned(answer),
        text_detected=kind.text_detected(answer),
        # By a lead, or by the majority of the votes.
        rejected=given.verdict == Assignment.Verdict.REJECTED or given.kept is False,
    )


def majority(answers: Sequence[bool | None]) -> bool | None:
    """What more than half of those who answered said; a tie is a no, nobody is None.

    >>> majority([True, True, False, None]), majority([True, False]), majority([None])
    (True, False, None)
    """
    given = [answer for answer in answers if answer is not None]
    return 2 * given.count(True) > len(given) if given else None
