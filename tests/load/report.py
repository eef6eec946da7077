"""The figures as people read them, with the aims they are held against."""

import json
import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # it needs Django, and a report of the exchange alone does not
    from tests.load.measuring import Run

FOLDER = Path("var", "bench")
AIM_PER_SECOND = 150.0  # submissions, 32 annotators
AIM_GROWTH = 1.25  # p95 of claims with the most open tasks, against the fewest


def table(runs: Sequence["Run"]) -> str:
    """Return one line per run."""
    head = (
        f"{'':10}{'open':>9}{'people':>8}{'subm./s':>9}   {'claim p50/p95/p99 ms':23}"
        f"{'submit p50/p95/p99 ms':24}{'processor ms: web+worker+clock+db+redis, load':47}"
        f"{'backlog':>8}{'dup':>4}{'lost':>5}"
        f"{'load':>6}"
    )
    return "\n".join([head, *map(_line, runs)])


def _line(run: "Run") -> str:
    claim, submit = (
        "/".join(str(value) for value in times.values()) for times in (run.claim, run.submit)
    )
    parts = "+".join(f"{value:.1f}" for value in run.processor_ms.values())
    processor = f"{parts} = {run.whole_ms:.1f}, {run.load_ms}"
    return (
        f"{run.what:10}{run.open_tasks:>9,}{run.annotators:>8}{run.submissions_per_second:>9}"
        f"   {claim:23}{submit:24}{processor:47}{run.backlog:>8}"
        f"{_shown(run.duplicates):>4}{_shown(run.lost):>5}{run.load_average:>6}"
        + (f"  refused: {run.refusals}" if run.refusals else "")
    )


def _shown(value: int | None) -> str:
    return "-" if value is None else str(value)


def compared(runs: Sequence["Run"]) -> dict[str, float]:
    """Return the product's figures over the floor's, by number of annotators.

    Of several runs in turn each is held against the one of the floor beside it; the middle counts.
    """
    found = {}
    for people in sorted({run.annotators for run in runs}):
        of_product, of_floor = (
            [run for run in runs if (run.what, run.annotators) == (what, people)]
            for what in ("product", "minimal")
        )
        pairs = list(zip(of_product, of_floor, strict=True))
        found[f"ratio_{people}"] = median(
            product.submissions_per_second / floor.submissions_per_second
            for product, floor in pairs
        )
        found[f"cpu_ratio_{people}"] = median(
            product.whole_ms / floor.whole_ms for product, floor in pairs
        )
    return {name: round(value, 3) for name, value in found.items()}


def share_of_flow(runs: Sequence["Run"]) -> float:
    """Return how many answers a second the page's way has of those of claim and submit alone."""
    pairs = _turns_of_flow(runs)
    return round(median(b.submissions_per_second / p.submissions_per_second for b, p in pairs), 3)


def processor_share_of_flow(runs: Sequence["Run"]) -> float:
    """The same by processor time, which does not tell of threads that wait for one another."""
    return round(median(p.whole_ms / b.whole_ms for b, p in _turns_of_flow(runs)), 3)


def _turns_of_flow(runs: Sequence["Run"]) -> list[tuple["Run", "Run"]]:
    """The page's way and the two steps alone that were measured next to it, turn by turn."""
    plain = [run for run in runs if run.what == "two steps"]
    return list(zip((run for run in runs if run.what == "browser"), plain, strict=True))


def ratios(runs: Sequence["Run"]) -> dict[str, Any]:
    """Return what the aims speak of, from the runs at each number of open tasks."""
    if not runs:
        return {}
    most = max(run.annotators for run in runs)
    crowded = sorted((run for run in runs if run.annotators == most), key=lambda r: r.open_tasks)
    few, many = crowded[0].claim["p95"], crowded[-1].claim["p95"]
    return {
        "annotators": most,
        "slowest_submissions_per_second": min(run.submissions_per_second for run in crowded),
        "p95_claim_growth": round(many / few, 2) if few and many else None,
        "duplicates": sum(run.duplicates or 0 for run in runs),
        "lost": sum(run.lost or 0 for run in runs),
    }


def verdict(found: dict[str, Any]) -> str:
    """Say of each aim whether it was met."""
    speed, growth = found["slowest_submissions_per_second"], found["p95_claim_growth"]
    aims = [
        ("submissions/s", speed, speed >= AIM_PER_SECOND, f">= {AIM_PER_SECOND:.0f}"),
        ("p95 of claims, most / fewest open", growth, (growth or 9) <= AIM_GROWTH, "<= 1.25"),
        ("duplicates", found["duplicates"], found["duplicates"] == 0, "0"),
        ("lost answers", found["lost"], found["lost"] == 0, "0"),
    ]
    return "\n".join(
        f"  {'met   ' if met else 'MISSED'}  {name}: {value} (aim {aim})"
        for name, value, met, aim in aims
    )


def circumstances(settings: dict[str, str]) -> dict[str, Any]:
    """Return what a reader must know to compare these figures with others."""
    return {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "web_processes": int(os.environ.get("WEB_PROCESSES", "2")),
        "web_threads": int(os.environ.get("WEB_THREADS", "8")),
        "postgresql": settings,
    }


def save(result: dict[str, Any]) -> Path:
    """Write the result beside the earlier ones; return where."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}.json"
    path.write_text(json.dumps(result, indent=1) + "\n")
    return path


_LINE = ("ratio_1", "ratio_8", "ratio_32", "cpu_ratio_8")


def line(comparison: dict[str, Any]) -> dict[str, Any]:
    """Return what other programs read of a comparison, under names that stay."""
    return {
        **{name: comparison.get(name) for name in _LINE},
        "growth_1000": comparison.get("growth_1000"),
    }
