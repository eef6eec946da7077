"""The figures as people read them, with the aims they are held against."""

import json
import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
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
        f"{'submit p50/p95/p99 ms':24}{'processor ms: web+db+load':27}{'dup':>4}{'lost':>5}"
        f"{'load':>6}"
    )
    return "\n".join([head, *map(_line, runs)])


def _line(run: "Run") -> str:
    claim, submit = (
        "/".join(str(value) for value in times.values()) for times in (run.claim, run.submit)
    )
    processor = f"{run.web_ms}+{run.database_ms}+{run.load_ms}"
    return (
        f"{run.what:10}{run.open_tasks:>9,}{run.annotators:>8}{run.submissions_per_second:>9}"
        f"   {claim:23}{submit:24}{processor:27}"
        f"{_shown(run.duplicates):>4}{_shown(run.lost):>5}{run.load_average:>6}"
        + (f"  refused: {run.refusals}" if run.refusals else "")
    )


def _shown(value: int | None) -> str:
    return "-" if value is None else str(value)


def ratios(runs: Sequence["Run"], comparison: dict[str, float | None]) -> dict[str, Any]:
    """Return what the aims speak of, from the runs at each number of open tasks."""
    ours = comparison.get("product")
    found: dict[str, Any] = {
        f"product_to_{name}": round(ours / value, 3)
        for name, value in comparison.items()
        if ours and value and name != "product"
    }
    if not runs:
        return found
    most = max(run.annotators for run in runs)
    crowded = sorted((run for run in runs if run.annotators == most), key=lambda r: r.open_tasks)
    few, many = crowded[0].claim["p95"], crowded[-1].claim["p95"]
    return {
        "annotators": most,
        "slowest_submissions_per_second": min(run.submissions_per_second for run in crowded),
        "p95_claim_growth": round(many / few, 2) if few and many else None,
        "duplicates": sum(run.duplicates or 0 for run in runs),
        "lost": sum(run.lost or 0 for run in runs),
        **found,
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
