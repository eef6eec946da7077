"""Read what a model replied as one of the options (ImageInWords D.8: replies are classes)."""

import re
from collections.abc import Sequence

_REPLY = re.compile(
    r"\s*(?:response\s*:\s*)?(?:option\s*:?\s*)?[\[(]?\s*(\d{1,3})\s*[\])]?[.:]?(?:\s+(.*))?\s*",
    re.IGNORECASE | re.DOTALL,
)


def chosen(reply: str, options: Sequence[str]) -> int | None:
    """Return the number of the option that a reply names; None is no valid reply.

    The number may stand in brackets, after "OPTION" or "RESPONSE:", and before the caption that has
    it. Anything else is invalid and counts as wrong: a caption alone, several numbers, a number
    that is no option, a number with the caption of another.

    >>> options = ["A dog.", "A cat."]
    >>> [chosen(reply, options) for reply in ("2", " [1] ", "OPTION 2", "2. A cat.")]
    [2, 1, 2, 2]
    >>> [chosen(reply, options) for reply in ("3", "1 or 2", "A cat.", "1 A cat.", "")]
    [None, None, None, None, None]
    """
    found = _REPLY.fullmatch(reply)
    if found is None:
        return None
    number, rest = int(found[1]), _plain(found[2] or "")
    if not 1 <= number <= len(options) or (rest and rest != _plain(options[number - 1])):
        return None
    return number


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .\"'“”*")
