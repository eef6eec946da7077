"""How good seeds were, by version, and what they did for people (A12, A13)."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import NormalDist, fmean, stdev
from typing import Any, Literal

from django.db.models import QuerySet

from annotate.analysis.intervals import LEVEL, Interval, difference_interval, mean_interval
from annotate.analysis.undefined import defined
from annotate.core import errors
from annotate.projects.models import Project
from annotate.seeding.models import ModelVersion, SeedOutcome
from annotate.seeding.selectors.models import version_brief
from annotate.workflow.models import Sample

# Below this many values every bootstrap interval is too narrow.
FEW = 10
# From here on the normal interval of a mean is the same, and the page does not wait for it.
MANY = 500
RESAMPLES = 1000


@dataclass(frozen=True)
class Figure:
    """One figure of the page: what it is called, and which way is better."""

    name: str
    title: str
    unit: str
    better: Literal["up", "down"] | None


FIGURES = (
    Figure("edit_distance", "Tokens changed from seed to final", "tokens", "down"),
    Figure("edit_share", "Share of the text changed from seed to final", "share", "down"),
    Figure("jaccard", "Likeness of seed and final", "share", "up"),
    Figure("rounds_jaccard", "Likeness of rounds 1 and 2", "share", "up"),
    Figure("kept", "Seeded things kept", "things", "up"),
    Figure("edited", "Seeded things edited", "things", "down"),
    Figure("added", "Things added", "things", "down"),
    Figure("removed", "Seeded things removed", "things", "down"),
    Figure("first_seconds", "Active time of the first round", "seconds", "down"),
    Figure("active_seconds", "Active time of all rounds", "seconds", "down"),
    Figure("rounds", "Rounds", "rounds", "down"),
    Figure("seed_tokens", "Tokens of the seed", "tokens", None),
    Figure("tokens", "Tokens of the final answer", "tokens", None),
)
# What can be said of a sample that started from nothing as well.
_OF_BOTH = ("first_seconds", "active_seconds", "rounds", "rounds_jaccard", "tokens")
_NAMES = tuple(figure.name for figure in FIGURES)
_Row = dict[str, Any]


def seed_quality(project: Project, stage_key: str | None = None) -> dict[str, Any]:
    """Return the figures of one stage: by version, and of the two arms.

    Raises:
        Invalid: no seeds are made for this stage.
    """
    stages = [stage for stage in project.recipe.stages if stage.seeded]
    keys = [stage.key for stage in stages]
    if stage_key is not None and stage_key not in keys:
        raise errors.Invalid.field("stage", "unknown_stage", "No seeds are made for this stage.")
    # The last one is what the whole is about: the description.
    chosen = stage_key or (keys[-1] if keys else None)
    rows = _rows(project, chosen) if chosen else []
    return {
        "stages": [{"key": stage.key, "title": stage.title} for stage in stages],
        "stage": chosen,
        "versions": _by_version(project, rows),
        "arms": _arms(project, rows),
        "figures": [asdict(figure) for figure in FIGURES],
    }


def _rows(project: Project, stage_key: str) -> list[_Row]:
    outcomes: QuerySet[SeedOutcome] = SeedOutcome.objects.filter(
        project=project, stage_key=stage_key, sample__state=Sample.State.DONE
    )
    named = ("seed_id", "version_id", "sample__seeding_arm__seeded")
    return list(outcomes.order_by("sample").values(*named, *_NAMES))


def _by_version(project: Project, rows: Iterable[_Row]) -> list[dict[str, Any]]:
    """Return the figures by version, the oldest first; seeds from elsewhere come last."""
    groups: dict[int | None, list[_Row]] = defaultdict(list)
    for row in rows:
        if row["seed_id"] is not None:
            groups[row["version_id"]].append(row)
    known = [key for key in groups if key is not None]
    versions = ModelVersion.objects.select_related("connection").filter(pk__in=known)
    found: list[tuple[int | None, ModelVersion | None]] = [
        (version.pk, version) for version in versions.order_by("connection", "number")
    ]
    if None in groups:
        found.append((None, None))
    return [
        {
            "version": version_brief(version) if version else None,
            "n": len(groups[key]),
            "figures": {name: _mean(groups[key], name, project.seed) for name in _NAMES},
        }
        for key, version in found
    ]


def _arms(project: Project, rows: Sequence[_Row]) -> dict[str, Any]:
    """Compare samples drawn to be seeded with those drawn to start from nothing.

    Only drawn samples count: the others were seeded, or not, for reasons of their own.
    """
    drawn: Mapping[str, list[_Row]] = {
        "seeded": [row for row in rows if row["sample__seeding_arm__seeded"] is True],
        "unseeded": [row for row in rows if row["sample__seeding_arm__seeded"] is False],
    }
    of_each = {
        arm: {
            "n": len(some),
            "figures": {name: _mean(some, name, project.seed) for name in _OF_BOTH},
        }
        for arm, some in drawn.items()
    }
    difference = {name: _difference(drawn, name, project.seed) for name in _OF_BOTH}
    return {**of_each, "difference": difference}


def _values(rows: Iterable[_Row], name: str) -> list[float]:
    return [float(row[name]) for row in rows if row[name] is not None]


def _mean(rows: Iterable[_Row], name: str, seed: int) -> dict[str, Any] | None:
    values = _values(rows, name)
    if len(values) >= MANY:
        return _told(_normal(fmean(values), _error(values), len(values)))
    return _told(mean_interval(values, seed=abs(seed), resamples=RESAMPLES))


def _difference(drawn: Mapping[str, list[_Row]], name: str, seed: int) -> dict[str, Any] | None:
    seeded, unseeded = _values(drawn["seeded"], name), _values(drawn["unseeded"], name)
    if not seeded or not unseeded:
        return None
    n = min(len(seeded), len(unseeded))
    if n >= MANY:
        error = math.hypot(_error(seeded), _error(unseeded))
        return _told(_normal(fmean(seeded) - fmean(unseeded), error, n))
    return _told(difference_interval(seeded, unseeded, seed=abs(seed), resamples=RESAMPLES))


def _error(values: Sequence[float]) -> float:
    """Return the standard error of a mean."""
    return stdev(values) / math.sqrt(len(values))


def _normal(mean: float, error: float, n: int) -> Interval:
    reach = NormalDist().inv_cdf(0.5 + LEVEL / 2) * error
    return Interval(mean, mean - reach, mean + reach, n)


def _told(interval: Interval) -> dict[str, Any] | None:
    """Return a figure as JSON, with what is to be known of it; None where there is none."""
    if not interval.n:
        return None
    low, high = defined(interval.low), defined(interval.high)
    note = None
    if low is None:
        note = "One sample alone says nothing about others."
    elif interval.n < FEW:
        note = f"With fewer than {FEW} samples the interval is too narrow."
    return {
        "mean": defined(interval.mean),
        "low": low,
        "high": high,
        "n": interval.n,
        "note": note,
    }
