"""What people did in a stage, in numbers, and how that lies among all of them (mission A16)."""

from array import array
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from django.db.models import F, Sum

from annotate.analysis.quality.model import FlagSettings, side
from annotate.analysis.quality.people import Average, averages_of
from annotate.analysis.undefined import Undefined, defined
from annotate.core.rows import filters
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.settings import QualitySettings
from annotate.workflow.models import Assignment, DailyStats, Purpose

NOBODY = Undefined(Message("too_few_people"))


@dataclass(slots=True)
class PersonTotals:
    """One person's work in a stage."""

    submissions: int = 0
    approved: int = 0
    rejected: int = 0
    seconds: "array[float]" = field(default_factory=lambda: array("d"))
    edit_sum: float = 0.0
    edit_count: int = 0

    @property
    def median_seconds(self) -> float | None:
        """Half of the answers took less time."""
        return median(self.seconds) if self.seconds else None

    @property
    def edit_mean(self) -> float | None:
        """Words changed per answer that started from another."""
        return self.edit_sum / self.edit_count if self.edit_count else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A person's totals, and where time and edits lie among those of all people."""

    totals: PersonTotals
    time: Average
    edits: Average
    pool_median_seconds: float | Undefined


def totals_by_person(
    project: Project, stage: StageSpec, batch: int | None = None
) -> dict[int, PersonTotals]:
    """Each person's work in a stage, read row by row: eight bytes are kept per answer."""
    by_person: dict[int, PersonTotals] = defaultdict(PersonTotals)
    rows = Assignment.objects.filter(
        project=project,
        state=Assignment.State.SUBMITTED,
        answer__stage_key=stage.key,
        answer__purpose=Purpose.WORK,
        **filters(sample__batch_id=batch),
    ).order_by()
    columns = rows.values_list("annotator_id", "active_seconds", "verdict")
    for annotator, seconds, verdict in columns.iterator(chunk_size=5_000):
        totals = by_person[annotator]
        totals.submissions += 1
        totals.approved += verdict == Assignment.Verdict.APPROVED
        totals.rejected += verdict == Assignment.Verdict.REJECTED
        if seconds > 0:
            totals.seconds.append(seconds)
    edits = _edits(project, stage) if batch is None else _edits_in_batch(project, stage, batch)
    for annotator, (total, number) in edits.items():
        by_person[annotator].edit_sum, by_person[annotator].edit_count = total, number
    return dict(by_person)


def _edits(project: Project, stage: StageSpec) -> dict[int, tuple[float, int]]:
    sums = (
        DailyStats.objects.filter(project=project, stage_key=stage.key)
        .order_by()
        .values("annotator_id")
        .annotate(total=Sum("edit_distance"), number=Sum("edit_count"))
    )
    return {row["annotator_id"]: (row["total"], row["number"]) for row in sums if row["number"]}


def _edits_in_batch(project: Project, stage: StageSpec, batch: int) -> dict[int, tuple[float, int]]:
    sums: dict[int, tuple[float, int]] = {}
    rows = Assignment.objects.filter(
        project=project,
        state=Assignment.State.SUBMITTED,
        answer__stage_key=stage.key,
        answer__purpose=Purpose.WORK,
        sample__batch_id=batch,
    ).annotate(edits=F("answer__measures__from_base__edit_distance"))
    for annotator, edits in rows.order_by().values_list("annotator_id", "edits").iterator():
        if edits is not None:
            total, number = sums.get(annotator, (0.0, 0))
            sums[annotator] = total + float(edits), number + 1
    return sums


def standings_of(
    by_person: Mapping[int, PersonTotals], settings: QualitySettings
) -> dict[int, Standing]:
    """How each person's median time and mean edits lie among those of all people."""
    enough = FlagSettings(
        edit_min_answers=settings.early_min_answers, edit_min_people=settings.early_min_people
    )
    # One figure per person, as many times as there are answers it was made of.
    times = averages_of(
        {
            pk: [totals.median_seconds or 0.0] * len(totals.seconds)
            for pk, totals in by_person.items()
        },
        enough,
    )
    edits = averages_of(
        {pk: [totals.edit_mean or 0.0] * totals.edit_count for pk, totals in by_person.items()},
        enough,
    )
    pool = [
        totals.median_seconds or 0.0
        for totals in by_person.values()
        if len(totals.seconds) >= settings.early_min_answers
    ]
    middle = median(pool) if len(pool) >= settings.early_min_people else NOBODY
    return {
        pk: Standing(totals=totals, time=times[pk], edits=edits[pk], pool_median_seconds=middle)
        for pk, totals in by_person.items()
    }


def reasons_for(standing: Standing, settings: QualitySettings) -> list[Message]:
    """What is unusual about a person's time and edits."""
    time, edits, totals = standing.time, standing.edits, standing.totals
    reasons = []
    if unusual := _unusual(time, settings):
        own = round(totals.median_seconds or 0.0, 1)
        reasons.append(Message("early_time", median=own, mean=_pool_mean(time), **unusual))
    if unusual := _unusual(edits, settings):
        own = round(totals.edit_mean or 0.0, 1)
        reasons.append(Message("early_edits", mean=own, pool_mean=_pool_mean(edits), **unusual))
    return reasons


def _unusual(average: Average, settings: QualitySettings) -> dict[str, Any]:
    """What is said of a figure far from the pool's; nothing where it is near."""
    z = defined(average.z)
    if z is None or abs(z) <= settings.early_z:
        return {}
    distance, limit = round(abs(z), 2), settings.early_z
    return {"people": average.people, "distance": distance, "side": side(z), "limit": limit}


def _pool_mean(average: Average) -> float:
    return round(defined(average.pool_mean) or 0.0, 1)


def is_new(totals: PersonTotals, settings: QualitySettings) -> bool:
    """Whether a person has given too few answers for habits to show."""
    return totals.submissions < settings.new_below
