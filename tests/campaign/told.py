"""A campaign's report in words, for whoever watches it."""

from collections.abc import Iterable, Mapping
from typing import Any

_MANY = 12  # lines of a list that are shown; all of them are in the JSON


def told(report: Mapping[str, Any]) -> str:
    """Return the whole report as text."""
    parts = [_answers(report), _outages(report), _latency(report["latency_ms"])]
    parts += [_errors(report["errors"]), _memory(report["memory_mib"]), _jobs(report["jobs"])]
    return "\n\n".join(parts)


def _answers(report: Mapping[str, Any]) -> str:
    answers, uploads, seeds = (report[name] for name in ("answers", "uploads", "seeds"))
    lines = [
        f"answers: {answers['acknowledged']:,} acknowledged, {len(answers['lost'])} lost,"
        f" {len(answers['doubled'])} doubled; {answers['repeated']} were sent again and known",
        f"  by kind: {_pairs(answers['by_kind'])}",
        f"uploads: {uploads['acknowledged']:,} acknowledged, {len(uploads['lost'])} lost,"
        f" {uploads['doubled']} doubled; {uploads['refused_for_room']} refused by a full disk, of"
        f" which {uploads['taken_later']} were taken later",
        f"seeds: {seeds['stored']:,}, {seeds['doubled']} doubled",
    ]
    wrong = [*answers["lost"], *answers["doubled"], *uploads["lost"]]
    wrong += [f"upload to a full disk: {each}" for each in uploads["faults_on_a_full_disk"]]
    return "\n".join([*lines, *_first(f"  {each}" for each in wrong)])


def _outages(report: Mapping[str, Any]) -> str:
    worst = report["longest_outage"]
    lines = [f"longest outage a person saw: {worst['seconds']} s ({worst['phase']})"]
    for name, seconds in sorted(worst["by_phase"].items(), key=lambda pair: -pair[1]):
        lines.append(f"  {seconds:7.1f} s  {name}")
    return "\n".join(lines)


def _latency(by_kind: Mapping[str, Any]) -> str:
    lines = [f"{'milliseconds until an answer':45}{'number':>8}{'p50':>9}{'p95':>9}{'max':>9}"]
    for kind, by_phase in by_kind.items():
        rows = sorted(by_phase.items(), key=lambda pair: pair[0] != "in all")
        for phase, figures in rows:
            what = kind if phase == "in all" else f"  {phase}"
            cells = "".join(f"{figures[name]:>9,.0f}" for name in ("p50", "p95", "max"))
            lines.append(f"{what:45}{figures['number']:>8,}{cells}")
    return "\n".join(lines)


def _errors(by_phase: Mapping[str, Any]) -> str:
    lines = ["no success, by phase"]
    for phase, counts in by_phase.items():
        lines.append(f"  {phase}: {_pairs(dict(_first_pairs(counts)))}")
    return "\n".join(lines)


def _memory(parts: Mapping[str, Any]) -> str:
    lines = [f"{'MiB':12}{'first':>8}{'last':>8}{'most':>8}"]
    for name, found in parts.items():
        lines.append(f"{name:12}{found['first']:>8}{found['last']:>8}{found['most']:>8}")
    return "\n".join(lines)


def _jobs(jobs: Mapping[str, Any]) -> str:
    lines = [f"jobs: {_pairs(jobs['by_state'])}", f"left hanging: {len(jobs['hanging'])}"]
    lines += _first(f"  {each}" for each in jobs["hanging"])
    return "\n".join([*lines, *_first(f"  failed: {each}" for each in jobs["failed"])])


def _pairs(counts: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {number:,}" for name, number in counts.items()) or "none"


def _first_pairs(counts: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return list(counts.items())[:_MANY]


def _first(lines: Iterable[str]) -> list[str]:
    shown = list(lines)
    more = [f"  and {len(shown) - _MANY} more"] if len(shown) > _MANY else []
    return shown[:_MANY] + more
