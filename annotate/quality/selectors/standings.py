"""What people did in a stage, in numbers, and how that lies among all of them (mission A16)."""

from array import array
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from django.db.models import F, QuerySet, Sum

from annotate.analysis.quality.clocks import Timed, is_known
from annotate.analysis.quality.model import FlagSettings, side
from annotate.analysis.quality.people import Average, averages_among
from annotate.analysis.undefined import Undefined, defined
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.selectors.works import PERSON_CLOCK
from annotate.quality.settings import QualitySettings
from annotate.workflow.models import Assignment, DailyStats, Purpose

NOBODY = Undefined(Message("too_few_people"))


@dataclass(slots=True)
class PersonTotals:
    """One person's work in a stage."""

    submissions: int = 0
    approved: int = 0
    rejected: int = 0
    # Half of the answers took less time, of so many whose time is known.
    median_seconds: float | None = None
    timed: int = 0
    edit_sum: float = 0.0
    edit_count: int = 0
    # All there ever was, by the daily sums; `submissions` may be those that were read.
    handed_in: int = 0

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


def totals_by_person(project: Project, stage: StageSpec, batch: int) -> dict[int, PersonTotals]:
    """Each person's work in a batch, read row by row: eight bytes are kept per answer."""
    by_person: dict[int, PersonTotals] = defaultdict(PersonTotals)
    times: dict[int, array[float]] = defaultdict(lambda: array("d"))
    columns = _answers(project, stage, batch).values_list(
        "annotator_id", "active_seconds", "verdict"
    )
    for annotator, seconds, verdict in columns.iterator(chunk_size=5_000):
        totals = by_person[annotator]
        totals.submissions += 1
        totals.approved += verdict == Assignment.Verdict.APPROVED
        totals.rejected += verdict == Assignment.Verdict.REJECTED
        if seconds > 0:
            times[annotator].append(seconds)
    for annotator, known in times.items():
        totals = by_person[annotator]
        totals.median_seconds, totals.timed = median(known), len(known)
    for annotator, (total, number) in _edits_in_batch(project, stage, batch).items():
        by_person[annotator].edit_sum, by_person[annotator].edit_count = total, number
    return dict(by_person)


def _answers(project: Project, stage: StageSpec, batch: int) -> QuerySet[Assignment]:
    return Assignment.objects.filter(
        project=project,
        state=Assignment.State.SUBMITTED,
        answer__stage_key=stage.key,
        answer__purpose=Purpose.WORK,
        sample__batch_id=batch,
    ).order_by()


def _edits_in_batch(project: Project, stage: StageSpec, batch: int) -> dict[int, tuple[float, int]]:
    sums: dict[int, tuple[float, int]] = {}
    rows = _answers(project, stage, batch).annotate(
        edits=F("answer__measures__from_base__edit_distance")
    )
    for annotator, edits in rows.values_list("annotator_id", "edits").iterator():
        if edits is not None:
            total, number = sums.get(annotator, (0.0, 0))
            sums[annotator] = total + float(edits), number + 1
    return sums


def totals_of(
    project: Project, stage: StageSpec, latest: Mapping[int, Sequence[Timed]]
) -> dict[int, PersonTotals]:
    """The work of the people of these times; counted are the latest answers, however many."""
    totals = {}
    for annotator, times in latest.items():
        known = [each.seconds for each in times[:PERSON_CLOCK] if is_known(each.seconds)]
        seconds = [time for time in known if time is not None]
        totals[annotator] = PersonTotals(
            submissions=len(times),
            median_seconds=median(seconds) if seconds else None,
            timed=len(seconds),
        )
    sums = (
        DailyStats.objects.filter(project=project, stage_key=stage.key, annotator__in=latest)
        .order_by()
        .values_list("annotator_id")
        .annotate(total=Sum("edit_distance"), number=Sum("edit_count"), all_=Sum("submissions"))
    )
    for annotator, total, number, handed_in in sums:
        own = totals[annotator]
        own.edit_sum, own.edit_count, own.handed_in = total, number, handed_in
    return totals


def standings_of(
    by_person: Mapping[int, PersonTotals], settings: QualitySettings
) -> dict[int, Standing]:
    """How each person's median time and mean edits lie among those of all people."""
    enough = FlagSettings(
        edit_min_answers=settings.early_min_answers, edit_min_people=settings.early_min_people
    )
    medians = {pk: (totals.median_seconds, totals.timed) for pk, totals in by_person.items()}
    means = {pk: (totals.edit_mean, totals.edit_count) for pk, totals in by_person.items()}
    times, edits = averages_among(medians, enough), averages_among(means, enough)
    pool = [
        totals.median_seconds or 0.0
        for totals in by_person.values()
        if totals.timed >= settings.early_min_answers
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
