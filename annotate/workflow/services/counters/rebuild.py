"""Make the sums behind the dashboards anew from what they count, while people go on working.

What should be there is compared with what is there, in one snapshot of the database, and the
difference is added to the rows. What people add meanwhile is in neither, and stays.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import zip_longest
from math import isclose
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Max, Model, Sum

from annotate.core import keyset, rows
from annotate.projects.models import AuditEvent, Project
from annotate.projects.services import audit
from annotate.workflow.models import (
    Annotation,
    Assignment,
    DailyStats,
    HistogramBin,
    LabelUse,
    Purpose,
    SampleCounter,
)
from annotate.workflow.selectors.annotations import (
    BySize,
    most_alike,
    priors_of,
    similarities_of,
)
from annotate.workflow.services.counters import daily_stats, histograms, labels
from annotate.workflow.services.counters import samples as sample_counters

VERB = "stats.rebuilt"
# The last digits of a sum of fractions hang on the order of adding.
_SAME = 1e-6
# Answers that are held at once.
_AT_ONCE = 2000
_COUNTED = (
    "pk",
    "project_id",
    "sample_id",
    "stage_key",
    "index",
    "author_id",
    "producer",
    "from_scratch",
    "measures",
    "decision",
    "active_seconds",
    "created_at",
)


@dataclass(frozen=True)
class Rebuilt:
    """How many rows there are of each sort, and how many of them were wrong or missing."""

    daily_stats: int
    samples: int
    histogram_bins: int
    labels: int
    repaired: int


Rows = list[tuple[Any, ...]]


@dataclass(frozen=True)
class _Change:
    """What has to be added to the rows of one table."""

    model: type[Model]
    key: tuple[str, ...]
    sums: tuple[str, ...]
    lines: Rows
    latest: tuple[str, ...] = ()
    # Rows whose last moment is not the latest that was counted, with the right one.
    wrong_ends: Rows = field(default_factory=list)

    def apply(self, project: Project) -> None:
        table = self.model._default_manager
        rows.add(self.model, self.lines, key=self.key, sums=self.sums, latest=self.latest)
        if self.lines:
            table.filter(project=project, **dict.fromkeys(self.sums, 0)).delete()
        for *key, was, at in self.wrong_ends:
            # Unless somebody has added to it meanwhile.
            row = table.filter(**dict(zip(self.key, key, strict=True)), last_at=was)
            row.update(last_at=at)


def rebuild(project: Project) -> Rebuilt:
    """Make the project's counters anew; return what there is and what was repaired.

    Nobody waits for it. Where another rebuild of the project comes in between, it looks again.
    """
    while True:
        with _snapshot():
            before = _rebuilds(project)
            changes = _differences(project)
        with transaction.atomic():
            Project.objects.select_for_update(no_key=True).get(pk=project.pk)
            if _rebuilds(project) != before:
                continue
            for change in changes:
                change.apply(project)
            repaired = sum(len(change.lines) for change in changes)
            audit(project=project, actor=None, verb=VERB, rows=repaired)
            return _totals(project, repaired)


@contextmanager
def _snapshot() -> Iterator[None]:
    """See the database as it is at one moment, however long it takes to look at it."""
    inside = connection.in_atomic_block  # of a test, say, where nobody else is at work
    with transaction.atomic():
        if connection.vendor == "postgresql" and not inside:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def _rebuilds(project: Project) -> int:
    """Count the rebuilds so far: two at once would both add what is missing."""
    return AuditEvent.objects.filter(project=project, verb=VERB).count()


def _differences(project: Project) -> list[_Change]:
    sums, bins = daily_stats.Sums(), histograms.new_sums()
    finishing = _finishing(project)
    alike = Alike()
    for submission in _submissions(project):
        sums.count(submission, finished=submission.pk in finishing)
        histograms.add_to(bins, submission, priors=alike.before(submission))
    for skipped in _skipped(project):
        at = skipped.ended_at or skipped.started_at
        key = daily_stats.key_of(skipped.task, skipped.annotator_id, at)
        sums.add(key, {**daily_stats.NOTHING, "skips": 1}, at)
    return [
        _of_daily_stats(project, sums),
        _of_samples(project),
        _of_histograms(project, bins),
        _of_labels(project),
    ]


def _submissions(project: Project) -> Iterator[Any]:
    """The answers that people submitted as work, oldest first."""
    submitted = Annotation.objects.filter(
        project=project, purpose=Purpose.WORK, origin=Annotation.Origin.PERSON
    )
    answers = submitted.filter(assignment__isnull=False)
    return keyset.in_parts(answers.values_list(*_COUNTED, named=True), _AT_ONCE)


def _skipped(project: Project) -> Iterator[Assignment]:
    skipped = Assignment.objects.filter(
        project=project, state=Assignment.State.SKIPPED, task__purpose=Purpose.WORK
    )
    return keyset.in_parts(skipped.select_related("task"), _AT_ONCE)


def _finishing(project: Project) -> set[int]:
    """The answers with which samples were finished: of several at one moment the last."""
    last = Annotation.objects.filter(
        project=project,
        purpose=Purpose.WORK,
        origin=Annotation.Origin.PERSON,
        created_at=F("sample__finished_at"),
    )
    newest = last.values("sample").annotate(newest=Max("pk")).order_by()
    return set(newest.values_list("newest", flat=True))


class Alike:
    """How alike two rounds before an answer have been, also of answers that did not note it yet."""

    def __init__(self) -> None:
        self._most: dict[tuple[int, str], BySize] = {}

    def before(self, submission: Any) -> BySize:
        """Of one answer, by the size of n-grams; they must come oldest first."""
        decision = submission.decision
        if "priors" in decision or "prior" in decision:
            return priors_of(decision)
        key = (submission.sample_id, submission.stage_key)
        most = self._most.get(key, {})
        self._most[key] = most_alike([most, similarities_of(decision)])
        return most


def _of_daily_stats(project: Project, right: daily_stats.Sums) -> _Change:
    stored = DailyStats.objects.filter(project=project).values_list(
        *daily_stats.KEY, *daily_stats.SUMS, "last_at"
    )
    size = len(daily_stats.KEY)
    there = {row[:size]: row[size:] for row in stored.iterator(chunk_size=2000)}
    lines: Rows = []
    wrong_ends: Rows = []
    for key, added in _missing(right.added, {key: row[:-1] for key, row in there.items()}):
        at = right.last_at.get(key) or there[key][-1]
        lines.append((*key, *added, at))
    for key, at in right.last_at.items():
        if key in there and there[key][-1] != at:
            wrong_ends.append((*key, there[key][-1], at))
    return _Change(
        DailyStats,
        daily_stats.KEY,
        daily_stats.SUMS,
        lines,
        latest=("last_at",),
        wrong_ends=wrong_ends,
    )


def _of_samples(project: Project) -> _Change:
    lanes = SampleCounter.objects.filter(project=project).values_list(*sample_counters.KEY)
    there = Counter(
        {tuple(place): number for *place, number in lanes.annotate(number=Sum("count")).order_by()}
    )
    right = sample_counters.counted(project)
    lines = [
        (*place, sample_counters.SYSTEM, right[place] - there[place])
        for place in right.keys() | there.keys()
        if right[place] != there[place]
    ]
    return _Change(SampleCounter, (*sample_counters.KEY, "lane"), ("count",), lines)


def _of_histograms(project: Project, right: histograms.Sums) -> _Change:
    names = (*histograms.KEY, *histograms.SUMS)
    stored = HistogramBin.objects.filter(project=project).values_list(*names)
    size = len(histograms.KEY)
    there = {row[:size]: row[size:] for row in stored.iterator(chunk_size=2000)}
    lines = [(*key, *added) for key, added in _missing(right, there)]
    return _Change(HistogramBin, histograms.KEY, histograms.SUMS, lines)


def _of_labels(project: Project) -> _Change:
    whole = LabelUse.objects.filter(project=project, place=0)
    there = Counter(
        {(project.pk, label): number for label, number in whole.values_list("label", "count")}
    )
    right = labels.counted(project)
    wrong = Counter({key: right[key] - there[key] for key in right.keys() | there.keys()})
    lines = labels.lines(wrong)
    return _Change(LabelUse, labels.KEY, labels.SUMS, lines, latest=labels.LATEST)


def _missing(
    right: Mapping[Any, Iterable[float]], there: Mapping[Any, Iterable[float]]
) -> Iterator[tuple[Any, list[float]]]:
    """The keys of rows that are not as they should be, with what has to be added to them."""
    for key in right.keys() | there.keys():
        pairs = zip_longest(right.get(key, ()), there.get(key, ()), fillvalue=0)
        added = [0 if isclose(a, b, rel_tol=_SAME, abs_tol=_SAME) else a - b for a, b in pairs]
        if any(added):
            yield key, added


def _totals(project: Project, repaired: int) -> Rebuilt:
    def count(model: type[Model]) -> int:
        return model._default_manager.filter(project=project).count()

    return Rebuilt(
        daily_stats=count(DailyStats),
        samples=count(SampleCounter),
        histogram_bins=count(HistogramBin),
        labels=count(LabelUse),
        repaired=repaired,
    )
