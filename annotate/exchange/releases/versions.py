"""Semantic versions, and which of two is the higher one (semver.org, 2.0.0)."""

import re

_N = r"(0|[1-9]\d{0,8})"
_VERSION = re.compile(rf"{_N}\.{_N}\.{_N}(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?", re.ASCII)
_NUMBER = re.compile(_N, re.ASCII)

# Three numbers, whether it is final, and the parts of what stands behind the hyphen.
Rank = tuple[int, int, int, bool, tuple[tuple[bool, int, str], ...]]


def rank(version: str) -> Rank | None:
    """What versions are compared by; None for what is no version.

    Build metadata (``1.0.0+linux``) is refused: it would make two releases of equal rank.

    >>> rank("1.0.0-rc.2") < rank("1.0.0-rc.10") < rank("1.0.0") < rank("1.10.0")
    True
    >>> rank("1.0"), rank("01.0.0"), rank("1.0.0+linux")
    (None, None, None)
    """
    match = _VERSION.fullmatch(version)
    if match is None:
        return None
    texts = match[4].split(".") if match[4] else []
    parts = tuple(part for part in map(_part, texts) if part is not None)
    if len(parts) < len(texts):
        return None
    return int(match[1]), int(match[2]), int(match[3]), not parts, parts


def _part(text: str) -> tuple[bool, int, str] | None:
    """Numbers come before words; None for a number with zeros before it."""
    if not text.isdigit():
        return True, 0, text
    return (False, int(text), "") if _NUMBER.fullmatch(text) else None
