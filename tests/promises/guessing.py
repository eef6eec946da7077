"""A guesser: from everything that came with a task it tries to tell which round the task is of."""

import re
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from math import comb
from typing import Any

Feature = str | float | None
# By the name of a feature what it was in one task.
Row = dict[str, Feature]
PARTS = 4
# One false alarm in a million runs: some ids are drawn anew in each.
FALSE_ALARMS = 1e-6
_FEW = 12
_ISO = re.compile(r"\d{4}-\d\d-\d\dT")


def features(name: str, value: Any, now: datetime) -> Row:
    """Everything that can be read off a JSON answer: its keys, counts, orders, ids and values."""
    row: Row = {}
    paths: dict[str, list[Any]] = defaultdict(list)
    for path, inner in _walk(value, name):
        paths[path].append(inner)
    row[f"{name} keys"] = " ".join(sorted(paths))
    for path, values in paths.items():
        row[f"{path} count"] = float(len(values))
        row |= _order(path, values)
        row |= _scalar(path, values[0], now)
    return row


def _walk(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _walk(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from _walk(inner, f"{path}[]")


def _order(path: str, values: Sequence[Any]) -> Row:
    """How the values of one path follow one another: ids that were counted up stand in order."""
    plain: list[Any] = [value for value in values if isinstance(value, str | int)]
    if len(plain) < 2 or len({type(value) for value in plain}) > 1:
        return {}
    return {
        f"{path} rising": float(sum(a < b for a, b in pairwise(plain))),
        f"{path} shapes": " ".join(sorted({_shape(str(value)) for value in plain})),
    }


def _scalar(path: str, value: Any, now: datetime) -> Row:
    if isinstance(value, str) and _ISO.match(value):
        # Everybody has a clock of their own; what counts is the distance from now.
        return {path: (datetime.fromisoformat(value) - now).total_seconds()}
    if isinstance(value, bool | int | float):
        return {path: float(value), f"{path} odd": float(int(value) % 2)}
    if isinstance(value, str):
        return {path: value, f"{path} length": float(len(value)), f"{path} shape": _shape(value)}
    if isinstance(value, list | dict):
        return {f"{path} size": float(len(value))}
    return {path: str(value)}


def _shape(text: str) -> str:
    """Runs of digits and of letters: `o2` is a1, `9f3c…` is long."""
    return re.sub("[a-z]+", "a", re.sub(r"\d+", "1", text.lower()))[:20]


def telling(rows: Sequence[Row], rounds: Sequence[int]) -> dict[str, float]:
    """The features by which the rounds are told apart better than by chance, and how improbable.

    Each feature is asked alone, and learns from one half of the tasks what to guess in the other.
    Of n guesses, each right with the probability p by chance, k or more are right with the
    probability of the upper tail of the binomial distribution; ten right of twelve at a third
    each: 0.0005.
    """
    names = sorted({name for row in rows for name in row})
    limit = FALSE_ALARMS / (2 * len(names))
    found: dict[str, float] = {}
    for name in names:
        column = [row.get(name) for row in rows]
        chance = min(_halves(column, rounds))
        if chance < limit:
            found[name] = chance
    return found


def _halves(column: Sequence[Feature], rounds: Sequence[int]) -> Iterator[float]:
    for first in (0, 1):
        seen, unseen = slice(first, None, 2), slice(1 - first, None, 2)
        guess = _learned(column[seen], rounds[seen])
        truth = rounds[unseen]
        right = sum(
            guess(value) == is_round for value, is_round in zip(column[unseen], truth, strict=True)
        )
        yield _tail(right, len(truth), max(Counter(truth).values()) / len(truth))


def _learned(column: Sequence[Feature], rounds: Sequence[int]) -> Any:
    """For each class of values the commonest round among those with it."""
    numbers = sorted(value for value in column if isinstance(value, float))
    edges = [numbers[len(numbers) * part // PARTS] for part in range(1, PARTS)] if numbers else []
    words = Counter(value for value in column if isinstance(value, str))
    common = {word for word, _ in words.most_common(_FEW)}

    def class_of(value: Feature) -> Any:
        if isinstance(value, float):
            return bisect(edges, value)
        return value if value in common else "rare" if value is not None else None

    votes: Mapping[Any, Counter[int]] = defaultdict(Counter)
    for value, is_round in zip(column, rounds, strict=True):
        votes[class_of(value)][is_round] += 1
    likely = {known: counts.most_common(1)[0][0] for known, counts in votes.items()}
    return lambda value: likely.get(class_of(value))


def _tail(right: int, of: int, chance: float) -> float:
    return sum(comb(of, k) * chance**k * (1 - chance) ** (of - k) for k in range(right, of + 1))
