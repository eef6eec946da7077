"""How much work a function does, counted and not timed: the same on every machine."""

import re
import sys
from collections.abc import Callable, Iterator
from re import _constants as kinds  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from types import FrameType
from typing import Any

_REPEATS = (kinds.MAX_REPEAT, kinds.MIN_REPEAT)
_LOOKS_AROUND = (kinds.ASSERT, kinds.ASSERT_NOT)


def steps(act: Callable[[], Any]) -> int:
    """Return how many lines of Python were run."""
    count = 0

    def line(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return line

    before = sys.gettrace()
    sys.settrace(line)
    try:
        act()
    finally:
        sys.settrace(before)
    return count


def backtracking(pattern: "re.Pattern[str]") -> list[str]:
    """Say which repeats of a pattern can cost more than one look at each character.

    A repeat without a bound may stand at the end of a pattern only: what has to match after it
    makes it give back character by character, from every place at which it is tried.
    """
    return list(_unbounded(parser.parse(pattern.pattern, pattern.flags), is_last=True))


def _unbounded(sequence: Any, *, is_last: bool) -> Iterator[str]:
    items = list(sequence)
    for place, (kind, value) in enumerate(items):
        ends = is_last and place == len(items) - 1
        if kind in _REPEATS:
            _, most, inner = value
            endless = most == kinds.MAXREPEAT
            if endless and not ends:
                yield f"an endless repeat before {items[place + 1 :] or 'the end of a group'}"
            # Within a repeat nothing is last: the next round of it follows.
            yield from _unbounded(inner, is_last=ends and most <= 1)
        else:
            for inner in _inside(kind, value):
                yield from _unbounded(inner, is_last=ends)


def _inside(kind: Any, value: Any) -> list[Any]:
    if kind == kinds.SUBPATTERN:
        return [value[-1]]
    if kind == kinds.BRANCH:
        return list(value[1])
    if kind in _LOOKS_AROUND:
        return [value[1]]
    return []
