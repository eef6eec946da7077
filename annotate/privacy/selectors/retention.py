"""Which rules of retention there are, and what each would remove now."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.db.models import Exists, Min, OuterRef, Q, QuerySet, Sum, TextField
from django.db.models.functions import Cast, Length

from annotate.core import clock
from annotate.crowd.models import Participation, Payment
from annotate.exchange.models import Export
from annotate.learning.models import KeptAnswer, TrainingRun
from annotate.learning.selectors import kept_answers
from annotate.privacy.models import Deletion, RetentionRule, RetentionRun
from annotate.projects.models import AuditEvent
from annotate.seeding.models import ModelVersion, Snapshot
from annotate.workflow.models import Assignment, Sample

EVERY = timedelta(hours=1)
Rows = QuerySet[Any, Any]


@dataclass(frozen=True)
class Table:
    """Rows that are due before a time, which column says since when, and their bytes."""

    due: Callable[[datetime], Rows]
    since: str
    size: Any = None
    # Where the bytes lie in a folder below MODELS_DIR, the column that names it.
    folder: str = ""


@dataclass(frozen=True)
class Outlook:
    """What a rule would remove; `size_bytes` is None where nobody can say."""

    count: int
    size_bytes: int | None
    oldest: datetime | None


def _older(model: Any, column: str) -> Callable[[datetime], Rows]:
    return lambda before: model.objects.filter(**{f"{column}__lt": before})


def _drafts(before: datetime) -> Rows:
    """Drafts of tasks that nobody holds: one of an open assignment is somebody's work."""
    left = Assignment.objects.filter(draft__isnull=False, draft_saved_at__lt=before)
    return left.exclude(state__in=[Assignment.State.LIVE, Assignment.State.SUBMITTED])


def _withdrawn(before: datetime) -> Rows:
    rows = Sample.objects.filter(state=Sample.State.WITHDRAWN, updated_at__lt=before)
    return rows.filter(image__erased_at=None).select_related("image", "project")


def _exports(before: datetime) -> Rows:
    return Export.objects.filter(finished_at__lt=before).exclude(file="")


_PROMOTED = Q(state=ModelVersion.State.SERVING) | Q(promoted_at__isnull=False)


def _snapshots(before: datetime) -> Rows:
    """Not what a promoted version or a training under way rests on, and not the newest."""
    promoted = ModelVersion.objects.filter(_PROMOTED, snapshot=OuterRef("pk"))
    training = TrainingRun.objects.filter(snapshot=OuterRef("pk"), state__in=TrainingRun.UNFINISHED)
    newer = Snapshot.objects.filter(project=OuterRef("project"), pk__gt=OuterRef("pk"))
    old = Snapshot.objects.filter(created_at__lt=before, removed_at=None)
    return old.filter(Exists(newer)).exclude(Exists(promoted)).exclude(Exists(training))


def _weights(before: datetime) -> Rows:
    """Not of a version that serves or ever did, nor what another version or a training needs."""
    heirs = ModelVersion.objects.filter(base=OuterRef("pk"), weights_gone_at=None)
    training = TrainingRun.objects.filter(
        Q(base=OuterRef("pk")) | Q(version=OuterRef("pk")), state__in=TrainingRun.UNFINISHED
    )
    old = ModelVersion.objects.filter(
        created_at__lt=before, source=ModelVersion.Source.TRAINING, weights_gone_at=None
    ).exclude(artifact="")
    return old.exclude(_PROMOTED).exclude(Exists(heirs)).exclude(Exists(training))


def _answers(before: datetime) -> Rows:
    """Of runs that stopped, whole runs at a time, and never of one under way: it needs them."""
    newer = KeptAnswer.objects.filter(run=OuterRef("run"), at__gte=before)
    return KeptAnswer.objects.exclude(Exists(newer)).exclude(run__in=kept_answers.under_way())


def _paid(before: datetime) -> Rows:
    """Visits of people who were deleted, all of whose payments are sent and old enough."""
    done = Deletion.objects.filter(user=OuterRef("user"), state=Deletion.State.DONE)
    needed = Payment.objects.filter(delivery__participation=OuterRef("pk")).filter(
        Q(created_at__gte=before) | ~Q(state=Payment.State.SENT)
    )
    rows = Participation.objects.filter(arrived_at__lt=before).exclude(external_person="")
    return rows.filter(Exists(done)).exclude(Exists(needed))


_DRAFT_SIZE = Length(Cast("draft", TextField()))
RULES: dict[str, tuple[Table, ...]] = {
    "logs": tuple(
        Table(_older(model, "attempt_time"), "attempt_time")
        for model in (AccessAttempt, AccessFailureLog, AccessLog)
    ),
    "audit": (Table(_older(AuditEvent, "at"), "at"),),
    "drafts": (Table(_drafts, "draft_saved_at", _DRAFT_SIZE),),
    "withdrawn_images": (Table(_withdrawn, "updated_at", "image__bytes"),),
    "exports": (Table(_exports, "finished_at", "size_bytes"),),
    "snapshots": (Table(_snapshots, "created_at", folder="folder"),),
    "weights": (Table(_weights, "created_at", folder="artifact"),),
    "answers": (Table(_answers, "at", Length(Cast("answer", TextField()))),),
    "payments": (Table(_paid, "arrived_at"),),
}


def outlook(kind: str, days: int) -> Outlook:
    """What the rule would remove now, if things of its kind were kept for so many days."""
    before = clock.now() - timedelta(days=days)
    found = [_outlook(table, before) for table in RULES[kind]]
    sizes = [each.size_bytes for each in found if each.size_bytes is not None]
    times = [each.oldest for each in found if each.oldest is not None]
    return Outlook(
        sum(each.count for each in found),
        sum(sizes) if sizes else None,
        min(times, default=None),
    )


def _outlook(table: Table, before: datetime) -> Outlook:
    rows = table.due(before)
    oldest = rows.order_by().aggregate(oldest=Min(table.since))["oldest"]
    return Outlook(rows.count(), _size(table, rows), oldest)


def _size(table: Table, rows: Rows) -> int | None:
    if table.folder:
        return sum(folder_size(name) for name in rows.values_list(table.folder, flat=True))
    if table.size is None:
        return None
    found = rows.order_by().annotate(_size=table.size) if _is_computed(table) else rows.order_by()
    total = found.aggregate(total=Sum("_size" if _is_computed(table) else table.size))["total"]
    return int(total or 0)


def _is_computed(table: Table) -> bool:
    return not isinstance(table.size, str)


def place_of(name: str) -> Path | None:
    """A folder below MODELS_DIR; None for any other."""
    root = Path(settings.MODELS_DIR).resolve()
    place = (root / name).resolve()
    return place if name and place != root and place.is_relative_to(root) else None


def folder_size(name: str) -> int:
    """The bytes of all files of a folder below MODELS_DIR; 0 where it is gone."""
    place = place_of(name)
    if place is None or not place.is_dir():
        return 0
    return sum(path.stat().st_size for path in place.rglob("*") if path.is_file())


def rules() -> dict[str, RetentionRule]:
    """The rule of every kind; those that nobody has set keep things for ever."""
    set_ones = {rule.kind: rule for rule in RetentionRule.objects.select_related("changed_by")}
    return {kind: set_ones.get(kind) or RetentionRule(kind=kind, days=None) for kind in RULES}


def next_run(rule: RetentionRule) -> datetime | None:
    """When the clock applies the rule next, at the earliest; None where it never does."""
    if rule.days is None:
        return None
    due = rule.ran_at + EVERY if rule.ran_at else clock.now()
    return max(due, rule.acts_from)


def runs(kind: str | None = None) -> QuerySet[RetentionRun]:
    rows = RetentionRun.objects.order_by("-id")
    return rows.filter(kind=kind) if kind else rows
