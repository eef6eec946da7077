"""What flags are called and what their numbers say: those of the analysis, and our own."""

from collections.abc import Callable, Mapping
from typing import Any

from annotate.analysis.quality import model as flags
from annotate.analysis.quality.model import About
from annotate.messages import Message

EARLY_WARNING = "early_warning"
SKIPPED = "skipped"
IMAGE_REPORTED = "image_reported"
# Drawn by chance: it speaks against nobody.
SPOT_CHECK = "spot_check"
# By a lead rather than by a check; no check withdraws it.
BY_HAND = "by_hand"

OWN: Mapping[str, About] = {
    code: flags.titled(code) for code in (EARLY_WARNING, SKIPPED, IMAGE_REPORTED, BY_HAND)
}


def _early(numbers: Any) -> Message:
    first, *others = map(Message.from_json, numbers["reasons"])
    values = {"answers": numbers["answers"], "new_below": numbers["new_below"]}
    if others:
        return Message("flag_early_warning_both", time=first, edits=others[0], **values)
    return Message("flag_early_warning", reason=first, **values)


def _skipped(numbers: Any) -> Message:
    values = {
        "seconds": round(numbers["seconds"]),
        "reason": Message(f"skip_{numbers['reason']}_reason"),
    }
    if numbers["comment"]:
        values |= {"comment": numbers["comment"]}
    if numbers["people"] > 1:
        values |= {"people": numbers["people"]}
    match "comment" in values, "people" in values:
        case True, True:
            return Message("flag_skipped_comment_people", **values)
        case True, False:
            return Message("flag_skipped_comment", **values)
        case False, True:
            return Message("flag_skipped_people", **values)
    return Message("flag_skipped", **values)


_MESSAGES: Mapping[str, Callable[[Any], Message]] = {
    EARLY_WARNING: _early,
    SKIPPED: _skipped,
    IMAGE_REPORTED: _skipped,
    BY_HAND: lambda numbers: Message("flag_by_hand", reason=numbers["reason"]),
}


def about(code: str) -> About:
    """Of any code that a flag can have."""
    return OWN[code] if code in OWN else flags.about(code)


def explain(code: str, numbers: Mapping[str, Any]) -> Message:
    """The numbers of a flag as a sentence or two for a lead.

    >>> str(explain("skipped", {"reason": "language", "comment": "", "seconds": 4.2, "people": 1}))
    'Skipped after 4 s: the language is not theirs.'
    """
    return _MESSAGES[code](numbers) if code in OWN else flags.explain(code, numbers)


def all_codes() -> dict[str, About]:
    """Every code but those of the text rules."""
    return {**flags.CODES, **OWN}
