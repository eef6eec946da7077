"""The arithmetic of a campaign's report: pure, so that a planted loss can be shown to be found."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.campaign.ledger import NO_ANSWER, Asked, Outage

Figures = dict[str, Any]
# What somebody may be told who uploads to a full disk: there is no room, or wait a moment.
CLEAR = ("507 storage_full", "503 unavailable", "429 throttled", NO_ANSWER)


@dataclass(frozen=True)
class Stored:
    """One submitted answer as the database has it."""

    key: str
    task: int
    # Of whom, at which sample: nobody may be twice at one.
    sample: int
    annotator: int
    # The stage of the sample with the number of the round or replica, and what it judges.
    place: tuple[Any, ...]
    kind: str
    value: Mapping[str, Any]


def essence(kind: str, answer: Mapping[str, Any]) -> str:
    """Return what must be found again of an answer: its own words, in an order of their own.

    Ids of parts are not in it, nor the order of ranks: each hand-out has its own, and the product
    stores what they stand for.
    """
    if kind == "objects.v1":
        told: Any = sorted((each["label"], each["description"]) for each in answer["objects"])
    elif kind == "ranking.v1":
        told = [sorted(answer["ranks"]), answer["justification"]]
    elif kind == "vote.v1":
        told = [answer["votes"], answer.get("comment", "")]
    else:
        told = answer["text"]
    return json.dumps(told, sort_keys=True)


def lost(acknowledged: Mapping[str, str], stored: Iterable[Stored]) -> list[str]:
    """Return the keys that were acknowledged and are not there as they were sent, and what is."""
    there = {each.key: essence(each.kind, each.value) for each in stored}
    return sorted(
        f"{key}: sent {sent}, there is {there.get(key, 'nothing')}"
        for key, sent in acknowledged.items()
        if there.get(key) != sent
    )


def doubled(stored: Sequence[Stored]) -> list[str]:
    """Return what is there more than once though it must not be."""
    found = []
    for what, keys in (
        ("key", Counter(each.key for each in stored)),
        ("task", Counter(each.task for each in stored)),
        ("place", Counter(each.place for each in stored)),
    ):
        found += [f"{what} {key}: {number} times" for key, number in keys.items() if number > 1]
    return sorted(found)


def percentile(ordered: Sequence[float], share: int) -> float:
    """Return the smallest value that `share` per cent do not exceed."""
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]


def latency(asked: Iterable[Asked]) -> Figures:
    """Return number, p50, p95 and max in milliseconds of what was answered, by kind and phase."""
    seconds: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for each in asked:
        if not each.is_fault:
            seconds[each.kind][each.phase].append(each.seconds)
            seconds[each.kind]["in all"].append(each.seconds)
    return {
        kind: {phase: _latency(sorted(values)) for phase, values in sorted(by_phase.items())}
        for kind, by_phase in sorted(seconds.items())
    }


def _latency(ordered: list[float]) -> Figures:
    return {
        "number": len(ordered),
        "p50": round(1000 * percentile(ordered, 50), 1),
        "p95": round(1000 * percentile(ordered, 95), 1),
        "max": round(1000 * ordered[-1], 1),
    }


def errors(asked: Iterable[Asked]) -> Figures:
    """Count what was no success, by phase, kind of request, status and code."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for each in asked:
        if not each.status.startswith("2"):
            found[each.phase][f"{each.kind} {each.status} {each.code}".strip()] += 1
    return {phase: dict(counts.most_common()) for phase, counts in sorted(found.items())}


def unclear(asked: Iterable[Asked], phase: str) -> list[str]:
    """Return what uploads of a phase were told that is neither success nor a fault that passes."""
    told = (f"{each.status} {each.code}".strip() for each in asked if _is_upload_of(each, phase))
    return sorted({each for each in told if each not in CLEAR and not each.startswith("2")})


def _is_upload_of(asked: Asked, phase: str) -> bool:
    return (asked.kind, asked.phase) == ("upload", phase)


def longest(outages: Iterable[Outage]) -> Figures:
    """Return the longest outage that a person saw, over all and by the phase it began in."""
    by_phase: dict[str, Outage] = {}
    for each in outages:
        if each.phase not in by_phase or by_phase[each.phase].seconds < each.seconds:
            by_phase[each.phase] = each
    worst = max(by_phase.values(), key=lambda each: each.seconds, default=None)
    return {
        "seconds": round(worst.seconds, 1) if worst else 0.0,
        "phase": worst.phase if worst else None,
        "by_phase": {name: round(each.seconds, 1) for name, each in sorted(by_phase.items())},
    }


def growth(samples: Sequence[Mapping[str, float]]) -> Figures:
    """Return first, last and largest MiB of each part; parts that never ran are not in it."""
    found: Figures = {}
    for name in sorted({name for each in samples for name in each}):
        values = [each[name] for each in samples if each.get(name)]
        if values:
            found[name] = {"first": values[0], "last": values[-1], "most": max(values)}
    return found


def passes(report: Mapping[str, Any]) -> bool:
    """Whether the campaign kept its promises: nothing lost, nothing doubled, and some work done.

    A full disk is told as such, in the one shape of errors.
    """
    answers, uploads = report["answers"], report["uploads"]
    kept = not (answers["lost"] or answers["doubled"] or uploads["lost"] or uploads["doubled"])
    return kept and not uploads["faults_on_a_full_disk"] and bool(answers["acknowledged"])
