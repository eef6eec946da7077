"""How good seeds were, by version, and what they did for people (A12, A13)."""

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist

from annotate.analysis.intervals import LEVEL, TOO_FEW, Interval, difference_interval, mean_interval
from annotate.analysis.undefined import defined
from annotate.core import errors
from annotate.core.schemas import Notice
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.seeding.models import ModelVersion
from annotate.seeding.schemas.connections import VersionBrief
from annotate.seeding.schemas.quality import (
    ArmQuality,
    ArmsQuality,
    Better,
    SeededStage,
    SeedFigure,
    SeedFigureKind,
    SeedFigures,
    SeedQuality,
    Unit,
    VersionQuality,
)
from annotate.seeding.selectors.seed_groups import ELSEWHERE, Group, Groups

# Below this many values every bootstrap interval is too narrow.
FEW = 10
# From here on the normal interval of a mean is the same, and the page does not wait for it.
MANY = 500
RESAMPLES = 1000


def _kind(name: str, unit: Unit, better: Better) -> SeedFigureKind:
    title = str(Message(f"seed_figure_{name}_title"))
    return SeedFigureKind(name=name, title=title, unit=unit, better=better)


FIGURES = (
    _kind("edit_distance", "tokens", "down"),
    _kind("edit_share", "share", "down"),
    _kind("jaccard", "share", "up"),
    _kind("rounds_jaccard", "share", "up"),
    _kind("kept", "things", "up"),
    _kind("edited", "things", "down"),
    _kind("added", "things", "down"),
    _kind("removed", "things", "down"),
    _kind("first_seconds", "seconds", "down"),
    _kind("active_seconds", "seconds", "down"),
    _kind("rounds", "rounds", "down"),
    _kind("seed_tokens", "tokens", None),
    _kind("tokens", "tokens", None),
)
# What can be said of a sample that started from nothing as well.
_OF_BOTH = ("first_seconds", "active_seconds", "rounds", "rounds_jaccard", "tokens")
_NAMES = tuple(figure.name for figure in FIGURES)


def seed_quality(project: Project, stage_key: str | None = None) -> SeedQuality:
    """The figures of one stage: by version, and of the two arms.

    Raises:
        Invalid: no seeds are made for this stage.
    """
    stages = [stage for stage in project.recipe.stages if stage.seeded]
    keys = [stage.key for stage in stages]
    if stage_key is not None and stage_key not in keys:
        raise errors.Invalid.field("stage", Message("stage_without_seeds"), code="unknown_stage")
    # The last one is what the whole is about: the description.
    chosen = stage_key or (keys[-1] if keys else None)
    groups = Groups(project, chosen, _NAMES) if chosen else None
    return SeedQuality(
        stages=[
            SeededStage(key=stage.key, title=stage.title, title_code=stage.title_code)
            for stage in stages
        ],
        stage=chosen,
        versions=_by_version(project, groups.by_version() if groups else {}),
        arms=_arms(project, groups),
        figures=list(FIGURES),
    )


def _by_version(project: Project, groups: Mapping[int, Group]) -> list[VersionQuality]:
    """The oldest first; seeds from elsewhere come last."""
    versions = ModelVersion.objects.select_related("connection").filter(pk__in=groups)
    rows: list[tuple[int, ModelVersion | None]] = [
        (version.pk, version) for version in versions.order_by("connection", "number")
    ]
    if ELSEWHERE in groups:
        rows.append((ELSEWHERE, None))
    return [
        VersionQuality(
            version=VersionBrief.of(version) if version else None,
            n=groups[key].n,
            figures=_means(groups[key], _NAMES, project.seed),
        )
        for key, version in rows
    ]


def _arms(project: Project, groups: Groups | None) -> ArmsQuality:
    """Compare samples drawn to be seeded with those drawn to start from nothing.

    Only drawn samples count: the others were seeded, or not, for reasons of their own.
    """
    seeded, unseeded = (groups.of_arm(arm) if groups else Group() for arm in ("seeded", "unseeded"))
    return ArmsQuality(
        seeded=ArmQuality(n=seeded.n, figures=_means(seeded, _OF_BOTH, project.seed)),
        unseeded=ArmQuality(n=unseeded.n, figures=_means(unseeded, _OF_BOTH, project.seed)),
        difference={name: _difference(seeded, unseeded, name, project.seed) for name in _OF_BOTH},
    )


def _means(group: Group, names: Sequence[str], seed: int) -> SeedFigures:
    return {name: _mean(group, name, seed) for name in names}


def _mean(group: Group, name: str, seed: int) -> SeedFigure | None:
    values = group.values(name)
    if values is not None and len(values) < MANY:
        return _figure(mean_interval(values, seed=abs(seed), resamples=RESAMPLES))
    moments = group.moments(name)
    return _figure(_normal(moments.mean, moments.error, moments.n))


def _difference(seeded: Group, unseeded: Group, name: str, seed: int) -> SeedFigure | None:
    a, b = seeded.moments(name), unseeded.moments(name)
    if not a.n or not b.n:
        return None
    left, right = seeded.values(name), unseeded.values(name)
    if left is None or right is None or min(a.n, b.n) >= MANY:
        return _figure(_normal(a.mean - b.mean, math.hypot(a.error, b.error), min(a.n, b.n)))
    return _figure(difference_interval(left, right, seed=abs(seed), resamples=RESAMPLES))


def _normal(mean: float, error: float, n: int) -> Interval:
    if n < 2 or math.isnan(error):
        return Interval(mean, TOO_FEW, TOO_FEW, n)
    reach = NormalDist().inv_cdf(0.5 + LEVEL / 2) * error
    return Interval(mean, mean - reach, mean + reach, n)


def _figure(interval: Interval) -> SeedFigure | None:
    """A figure with what is to be known of it; None where there is none."""
    mean = defined(interval.mean)
    if not interval.n or mean is None:
        return None
    low, high = defined(interval.low), defined(interval.high)
    note = None
    if low is None:
        note = Message("one_sample_alone")
    elif interval.n < FEW:
        note = Message("interval_too_narrow", limit=FEW)
    return SeedFigure(
        mean=mean, low=low, high=high, n=interval.n, note=Notice.of(note) if note else None
    )
