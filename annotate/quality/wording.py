"""What flags are called and how they say their numbers: those of the analysis, and our own."""

from collections.abc import Callable, Mapping
from typing import Any

from annotate.analysis.quality import codes
from annotate.analysis.quality.codes import About

EARLY_WARNING = "early_warning"
SKIPPED = "skipped"
IMAGE_REPORTED = "image_reported"

OWN: Mapping[str, About] = {
    EARLY_WARNING: About(
        "A new person works unlike the others",
        "Somebody with few answers so far needs much more or much less time, or changes much more "
        "or much less, than other people (IIW App. B.3).",
        subject="person",
    ),
    SKIPPED: About("Skipped", "Somebody declined this task and said why.", subject="image"),
    IMAGE_REPORTED: About(
        "Image reported",
        "Somebody says that the image is inappropriate or broken and should be pulled.",
        subject="image",
    ),
}

_SKIP_REASONS = {
    "image_broken": "the image cannot be seen",
    "inappropriate": "the image is inappropriate",
    "cannot_describe": "it cannot be described",
    "language": "the language is not theirs",
    "other": "for another reason",
}


def _early(numbers: Any) -> str:
    return (
        f"{' '.join(numbers['reasons'])} So far this person has given {numbers['answers']} "
        f"answers; with fewer than {numbers['new_below']} somebody counts as new."
    )


def _skipped(numbers: Any) -> str:
    reason = _SKIP_REASONS.get(numbers["reason"], numbers["reason"])
    said = f" They wrote: “{numbers['comment']}”" if numbers["comment"] else ""
    people = numbers["people"]
    others = "" if people == 1 else f" {people} people skipped this image."
    return f"Skipped after {numbers['seconds']:.0f} s: {reason}.{said}{others}"


_SENTENCES: Mapping[str, Callable[[Any], str]] = {
    EARLY_WARNING: _early,
    SKIPPED: _skipped,
    IMAGE_REPORTED: _skipped,
}


def about(code: str) -> About:
    """Return title and description of any code that a flag can have."""
    return OWN[code] if code in OWN else codes.about(code)


def explain(code: str, numbers: Mapping[str, Any]) -> str:
    """Return the numbers of a flag as a sentence or two for a lead.

    >>> explain("skipped", {"reason": "language", "comment": "", "seconds": 4.2, "people": 1})
    'Skipped after 4 s: the language is not theirs.'
    """
    return _SENTENCES[code](numbers) if code in OWN else codes.explain(code, numbers)


def all_codes() -> dict[str, About]:
    """Return every code but those of the text rules."""
    return {**codes.CODES, **OWN}
