"""The last figures of `make bench`, kept in the repository, and what differs from them.

Kept are figures that mean something on another day and machine: ratios to the floor, processor
time, statements. Answers per second and waiting times are not among them.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any

FILE = Path(__file__).with_name("last.json")
SHARE = 0.15
Figures = Mapping[str, float]

_RATIOS = ("ratio_1", "ratio_8", "ratio_32", "cpu_ratio_8", "ms_10", "ms_1000", "growth")


def figures(result: Mapping[str, Any]) -> dict[str, float]:
    """Choose from all that a run found what is worth keeping, under names that stay."""
    comparison = result.get("comparison") or {}
    found = {f"comparison.{name}": comparison.get(name) for name in _RATIOS}
    several: dict[str, list[float]] = {}
    for run in result.get("runs") or []:
        place = f"{run['what']}.{run['open_tasks']}.{run['annotators']}"
        for part, milliseconds in run["processor_ms"].items():
            several.setdefault(f"{place}.{part}_ms", []).append(milliseconds)
    found.update({name: round(median(values), 2) for name, values in several.items()})
    for line in result.get("exchange") or []:
        for what in ("import", "export", "opening"):
            found.update(_of_exchange(what, line.get(what)))
    for line in result.get("million") or []:
        found.update(_of_exchange("million", line.get("import")))
    for line in result.get("releases") or []:
        found.update(_of_exchange("release", line.get("release")))
    if embedded := result.get("embedded"):
        found["embedded.processor_ms"] = embedded["processor_ms"]
    for name, taken in (result.get("rest") or {}).items():
        found[f"rest.{name}.mib"] = taken["mib"]
    return {name: value for name, value in found.items() if value is not None}


def _of_exchange(what: str, line: Mapping[str, Any] | None) -> dict[str, float | None]:
    if line is None:
        return {}
    name = f"{what}.{line['format']}" if "format" in line else what
    return {f"{name}.{key}": line.get(key) for key in ("µs_client", "µs_server", "statements")}


def changes(before: Figures, now: Figures, *, whole: bool = True) -> list[str]:
    """Say what changed by more than a share, what is new, and what is missing.

    Args:
        whole: False where only some parts ran, so that others are not missing.

    >>> changes({"a": 10, "b": 1, "c": 2}, {"a": 12, "b": 1.1, "d": 3})
    ['a: 10 -> 12 (+20%)', 'c: 2 -> missing', 'd: 3 (new)']
    """
    told = []
    for name in sorted({*before, *now}):
        if name not in now:
            told += [f"{name}: {before[name]:g} -> missing"] if whole else []
        elif name not in before:
            told.append(f"{name}: {now[name]:g} (new)")
        elif abs(now[name] - before[name]) > SHARE * abs(before[name]):
            told.append(f"{name}: {before[name]:g} -> {now[name]:g}{_by(before[name], now[name])}")
    return told


def _by(before: float, now: float) -> str:
    return f" ({100 * (now - before) / before:+.0f}%)" if before else ""


def read(path: Path = FILE) -> dict[str, float]:
    """The figures that were kept last; none where there is no file."""
    if not path.is_file():
        return {}
    known: dict[str, float] = json.loads(path.read_text())
    return known


def keep(now: Figures, path: Path = FILE) -> None:
    """Write these figures over those of the same names; others stay."""
    kept = {**read(path), **now}
    path.write_text(json.dumps(kept, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


def told(now: Figures, *, whole: bool) -> str:
    """What a run says of the figures that were kept."""
    before = read()
    if not before:
        return "No figures are kept to compare with; --keep keeps these."
    lines = changes(before, now, whole=whole)
    head = f"Changed by more than {SHARE:.0%} against {FILE.name}:" if lines else ""
    return "\n  ".join([head, *lines]) if lines else f"As in {FILE.name}, within {SHARE:.0%}."
