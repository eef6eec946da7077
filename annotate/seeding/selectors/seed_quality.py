"""How good seeds were, by version, and what they did for people (A12, A13)."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import Any, Literal

from annotate.analysis.intervals import LEVEL, Interval, difference_interval, mean_interval
from annotate.analysis.undefined import Undefined, defined
from annotate.core import errors
from annotate.projects.models import Project
from annotate.seeding.models import ModelVersion
from annotate.seeding.selectors.models import version_brief
from annotate.seeding.selectors.seed_groups import ELSEWHERE, Group, Groups

# Below this many values every bootstrap interval is too narrow.
FEW = 10
# From here on the normal interval of a mean is the same, and the page does not wait for it.
MANY = 500
RESAMPLES = 1000
_ONE = Undefined("An interval needs two values or more.")


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
    groups = Groups(project, chosen, _NAMES) if chosen else None
    return {
        "stages": [{"key": stage.key, "title": stage.title} for stage in stages],
        "stage": chosen,
        "versions": _by_version(project, groups.by_version() if groups else {}),
        "arms": _arms(project, groups),
        "figures": [asdict(figure) for figure in FIGURES],
    }


def _by_version(project: Project, groups: Mapping[int, Group]) -> list[dict[str, Any]]:
    """Return the figures by version, the oldest first; seeds from elsewhere come last."""
    versions = ModelVersion.objects.select_related("connection").filter(pk__in=groups)
    found: list[tuple[int, ModelVersion | None]] = [
        (version.pk, version) for version in versions.order_by("connection", "number")
    ]
    if ELSEWHERE in groups:
        found.append((ELSEWHERE, None))
    return [
        {
            "version": version_brief(version) if version else None,
            "n": groups[key].n,
            "figures": {name: _mean(groups[key], name, project.seed) for name in _NAMES},
        }
        for key, version in found
    ]


def _arms(project: Project, groups: Groups | None) -> dict[str, Any]:
    """Compare samples drawn to be seeded with those drawn to start from nothing.

    Only drawn samples count: the others were seeded, or not, for reasons of their own.
    """
    drawn = {name: groups.of_arm(name) if groups else Group() for name in ("seeded", "unseeded")}
    of_each = {
        arm: {
            "n": group.n,
            "figures": {name: _mean(group, name, project.seed) for name in _OF_BOTH},
        }
        for arm, group in drawn.items()
    }
    difference = {
        name: _difference(drawn["seeded"], drawn["unseeded"], name, project.seed)
        for name in _OF_BOTH
    }
    return {**of_each, "difference": difference}


def _mean(group: Group, name: str, seed: int) -> dict[str, Any] | None:
    values = group.values(name)
    if values is not None and len(values) < MANY:
        return _told(mean_interval(values, seed=abs(seed), resamples=RESAMPLES))
    found = group.moments(name)
    return _told(_normal(found.mean, found.error, found.n))


def _difference(seeded: Group, unseeded: Group, name: str, seed: int) -> dict[str, Any] | None:
    a, b = seeded.moments(name), unseeded.moments(name)
    if not a.n or not b.n:
        return None
    left, right = seeded.values(name), unseeded.values(name)
    if left is None or right is None or min(a.n, b.n) >= MANY:
        return _told(_normal(a.mean - b.mean, math.hypot(a.error, b.error), min(a.n, b.n)))
    return _told(difference_interval(left, right, seed=abs(seed), resamples=RESAMPLES))


def _normal(mean: float, error: float, n: int) -> Interval:
    if n < 2 or math.isnan(error):
        return Interval(mean, _ONE, _ONE, n)
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
