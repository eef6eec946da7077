"""What differs between two releases: their lists of digests are walked side by side.

Both are in order of the keys, so nothing is held but the line at hand, however long they are.
"""

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any

import msgspec

from annotate.exchange.exports.base import encode


class Change(StrEnum):
    """What became of a sample from one release to another."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True)
class Difference:
    """One sample that is not the same in both; None where a release has it not."""

    key: str
    change: Change
    before: dict[str, Any] | None
    after: dict[str, Any] | None


def place(key: str) -> bytes:
    """What keys are ordered by in a list of digests."""
    return encode(key)


def differences(before: Iterable[bytes], after: Iterable[bytes]) -> Iterator[Difference | None]:
    """One for each sample of either, in order of the keys; None where it is the same in both.

    >>> old = [b'{"key":"a","sha256":"1"}', b'{"key":"b","sha256":"2"}']
    >>> new = [b'{"key":"b","sha256":"3"}', b'{"key":"c","sha256":"4"}']
    >>> [(each.key, str(each.change)) for each in differences(old, new)]
    [('a', 'removed'), ('b', 'changed'), ('c', 'added')]
    """
    merged = heapq.merge(_entries(before, 0), _entries(after, 1), key=lambda entry: entry[0])
    for _, entries in groupby(merged, key=lambda entry: entry[0]):
        yield _difference({side: entry for _, side, entry in entries})


def _entries(lines: Iterable[bytes], side: int) -> Iterator[tuple[bytes, int, dict[str, Any]]]:
    for line in lines:
        entry = msgspec.json.decode(line)
        yield place(entry["key"]), side, entry


def _difference(found: dict[int, dict[str, Any]]) -> Difference | None:
    before, after = found.get(0), found.get(1)
    key = next(iter(found.values()))["key"]
    if before is None or after is None:
        change = Change.ADDED if before is None else Change.REMOVED
    elif before["sha256"] != after["sha256"]:
        change = Change.CHANGED
    else:
        return None
    return Difference(key, change, before, after)


def counts(found: Iterable[Difference | None]) -> dict[str, int]:
    """How many of each change, and how many samples are the same."""
    counter = Counter("unchanged" if each is None else str(each.change) for each in found)
    return {name: counter[name] for name in (*map(str, Change), "unchanged")}
