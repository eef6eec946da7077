"""The counters behind the page about seed quality, kept beside the outcomes they add up."""

from collections import defaultdict
from collections.abc import Collection

from django.db.models import Case, CharField, Count, F, FloatField, QuerySet, Sum, Value, When
from django.db.models.functions import Coalesce

from annotate.projects.models import Project
from annotate.seeding.models import Arm, SeedCounter, SeedOutcome
from annotate.workflow.models import Sample

FIGURES = SeedCounter.FIGURES
KEY = SeedCounter.KEY[1:]
# Stage, version, whether there was a seed, arm, figure.
Key = tuple[str, int, bool, str, str]
Counters = dict[Key, list[float]]


def standing_outcomes(project: Project) -> QuerySet[SeedOutcome]:
    """The outcomes that count: those of samples that are still finished."""
    return SeedOutcome.objects.filter(project=project, sample__state=Sample.State.DONE)


def count(project: Project, outcomes: Collection[SeedOutcome], *, times: int = 1) -> None:
    """Add outcomes to the counters, or take them away with `times=-1`.

    The caller holds the lock of the project's row, so that nobody else changes them meanwhile.
    """
    drawn = Arm.objects.filter(sample__in=[outcome.sample_id for outcome in outcomes])
    arms = dict(drawn.values_list("sample_id", "seeded"))
    added: Counters = defaultdict(lambda: [0, 0.0, 0.0])
    for outcome in outcomes:
        place = (outcome.stage_key, outcome.version_id or 0, outcome.seed_id is not None)
        arm = SeedCounter.arm_of(arms.get(outcome.sample_id))
        for name in FIGURES:
            value = 1.0 if name == SeedCounter.ALL else getattr(outcome, name)
            if value is None:
                continue
            row = added[*place, arm, name]
            row[0] += times
            row[1] += times * value
            row[2] += times * value * value
    known = SeedCounter.objects.filter(project=project, stage_key__in={key[0] for key in added})
    for *key, number, total, squares in known.values_list(*KEY, *SeedCounter.COUNTERS):
        stage, version, has_seed, arm, figure = key
        sums = added.get((stage, version, has_seed, arm, figure))
        if sums:
            sums[:] = [sums[0] + number, sums[1] + total, sums[2] + squares]
    _write([_counter(project, key, *row) for key, row in added.items()])


def _counter(
    project: Project, key: Key, number: float, total: float, squares: float
) -> SeedCounter:
    values = dict(zip(KEY, key, strict=True))
    return SeedCounter(project=project, **values, count=int(number), total=total, squares=squares)


def _write(rows: Collection[SeedCounter]) -> None:
    SeedCounter.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=list(SeedCounter.KEY),
        update_fields=list(SeedCounter.COUNTERS),
    )


def rebuild(project: Project) -> int:
    """Make the counters of a project anew from its outcomes; return how many rows there are.

    The caller holds the lock of the project's row.
    """
    SeedCounter.objects.filter(project=project).delete()
    arm = Case(
        When(sample__seeding_arm__seeded=True, then=Value(SeedCounter.SEEDED)),
        When(sample__seeding_arm__seeded=False, then=Value(SeedCounter.UNSEEDED)),
        default=Value(""),
        output_field=CharField(),
    )
    outcomes = standing_outcomes(project).order_by()
    rows: list[SeedCounter] = []
    for name in FIGURES:
        value = Value(1.0) if name == SeedCounter.ALL else F(name)
        sums = (
            outcomes.values("stage_key")
            .annotate(
                of=Coalesce(F("version_id"), Value(0)),
                has_seed=Case(When(seed__isnull=True, then=Value(False)), default=Value(True)),
                drawn=arm,
                number=Count("id" if name == SeedCounter.ALL else name),
                total=Sum(value, output_field=FloatField()),
                squares=Sum(value * value, output_field=FloatField()),
            )
            .values_list("stage_key", "of", "has_seed", "drawn", "number", "total", "squares")
        )
        rows += [
            _counter(project, (stage, version, has_seed, drawn, name), number, total, squares)
            for stage, version, has_seed, drawn, number, total, squares in sums
            if number
        ]
    _write(rows)
    return len(rows)
