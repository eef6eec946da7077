"""Puts together what several looks at the same image have read. Pure functions."""

from collections.abc import Sequence

from annotate.backends.base import Box, Word

# Two readings that share this much of the smaller box are readings of the same ink.
SAME_INK = 0.5


def merge(words: Sequence[Word]) -> list[Word]:
    """Keep the surest reading of each piece of ink.

    Example: "PARKING" (0.95) read in one crop and "PARKIN" (0.6) at the same place in another
    give "PARKING"; the same word at two places stays twice.
    """
    kept: list[Word] = []
    for word in sorted(words, key=_sureness):
        if all(_shared(word.box, other.box) < SAME_INK for other in kept):
            kept.append(word)
    return kept


def _sureness(word: Word) -> tuple[float, int, str, float, float]:
    """Longer first among equally sure ones: the shorter may be a part of it."""
    return -round(word.score, 2), -len(word.text), word.text, word.box.y, word.box.x


def _shared(a: Box, b: Box) -> float:
    wide = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
    high = min(a.y + a.height, b.y + b.height) - max(a.y, b.y)
    smaller = min(a.width * a.height, b.width * b.height)
    if wide <= 0 or high <= 0 or smaller <= 0:
        return 0.0
    return wide * high / smaller


def in_reading_order(words: Sequence[Word]) -> list[Word]:
    """Return words line by line from the top, each line from the left.

    A word belongs to the line above it when their centres are less than half a word's height
    apart. Text that runs from the right, or in columns, comes in another order than it is read.

    Example: at (x, y) "PARKING" (60, 11), "8" (0, 40) and "NO" (0, 10) of height 20 give
    NO PARKING 8.
    """
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda each: (_middle(each), each.box.x)):
        last = lines[-1][0] if lines else None
        if last is not None and _middle(word) - _middle(last) < min(_high(word), _high(last)) / 2:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [word for line in lines for word in sorted(line, key=lambda each: each.box.x)]


def _middle(word: Word) -> float:
    return word.box.y + word.box.height / 2


def _high(word: Word) -> float:
    return word.box.height
