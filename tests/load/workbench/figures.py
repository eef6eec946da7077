"""Tables of what was measured, and the aims they are held against."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

AIM_INPUT_MS = 50.0
AIM_NEXT_MS = 200.0
AIM_SCRIPT_KIB = 250.0


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that `share` of all do not exceed.

    >>> percentile([3, 1, 2, 4], 0.5), percentile([3, 1, 2, 4], 0.95)
    (2, 4)
    """
    ordered = sorted(values)
    return ordered[max(math.ceil(len(ordered) * share) - 1, 0)]


@dataclass(frozen=True)
class Played:
    """One gesture with so many boxes."""

    gesture: str
    boxes: int
    frames: dict[str, float]
    inputs: dict[str, float]
    processor_ms: float


def spread(values: Sequence[float]) -> dict[str, float]:
    """Return the middle, the 95th percentile and the largest."""
    if not values:
        return {"p50": 0.0, "p95": 0.0, "max": 0.0}
    found = (percentile(values, 0.5), percentile(values, 0.95), max(values))
    return dict(zip(("p50", "p95", "max"), (round(each, 1) for each in found), strict=True))


def head() -> str:
    """Return the title line of the gestures."""
    return (
        f"{'gesture':9}{'boxes':>6}   {'frame p50/p95/max ms':24}"
        f"{'input to screen p50/p95/max ms':33}{'main thread ms per input':>24}"
    )


def line(played: Played) -> str:
    """Return one gesture as a line."""
    frames, inputs = (
        " / ".join(f"{value:.1f}" for value in each.values())
        for each in (played.frames, played.inputs)
    )
    return (
        f"{played.gesture:9}{played.boxes:>6}   {frames:24}{inputs:33}{played.processor_ms:>24.1f}"
    )


def verdict(result: dict[str, Any]) -> list[str]:
    """Return each aim with what was found."""
    found = []
    if gestures := result.get("gestures"):
        worst = max(gestures, key=lambda each: each["inputs"]["p95"])
        what = f"{worst['gesture']} with {worst['boxes']} boxes"
        found.append(
            _aim(f"slowest input p95 ({what})", worst["inputs"]["p95"], AIM_INPUT_MS, "ms")
        )
    if waits := result.get("next_task"):
        found.append(_aim("next image after submit p95", waits["p95"], AIM_NEXT_MS, "ms"))
    for page in result.get("pages", []):
        found.append(_aim(f"script of {page['page']}", page["br_kib"], AIM_SCRIPT_KIB, "KiB"))
    return found


def too_heavy(result: dict[str, Any]) -> bool:
    """Tell whether a page loads too much: other than times, that is the same on any machine.

    >>> too_heavy({"pages": [{"page": "My work", "br_kib": 250.1}]})
    True
    """
    return any(page["br_kib"] > AIM_SCRIPT_KIB for page in result.get("pages", []))


def _aim(what: str, value: float, most: float, unit: str) -> str:
    return f"{'met   ' if value <= most else 'MISSED'} {what}: {value:g} {unit} (aim {most:g})"
