"""Set rules of retention, and apply them by the clock, some of what is due at a time."""

import shutil
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from annotate.core import clock, errors, logs
from annotate.crowd.models import Participation
from annotate.exchange import services as exchange
from annotate.exchange.models import Export
from annotate.messages import Message
from annotate.people.models import User
from annotate.privacy.models import RetentionRule, RetentionRun
from annotate.privacy.selectors import retention as found
from annotate.privacy.selectors.retention import RULES, Table
from annotate.privacy.services import images, scrubbing
from annotate.projects.services import audit
from annotate.seeding.models import ModelVersion, Snapshot
from annotate.seeding.services import versions
from annotate.workflow.models import Assignment

log = logs.get(__name__)
# A rule that was just changed does nothing for so long: what it will remove is seen before.
GRACE = timedelta(days=1)
# What one run of the clock removes of one kind; images and folders take longer than rows.
MOST = {"withdrawn_images": 200, "exports": 200, "snapshots": 20, "weights": 20}
MOST_ROWS = 5000


def set_rule(*, kind: str, days: int | None, actor: User) -> RetentionRule:
    """Say for how many days things of a kind are kept; None is for ever.

    Raises:
        NotFound: there is no such kind.
    """
    if kind not in RULES:
        raise errors.NotFound(Message("retention_unknown_kind"))
    at = clock.now()
    with transaction.atomic():
        rule, is_new = RetentionRule.objects.select_for_update().get_or_create(kind=kind)
        before = None if is_new else rule.days
        if not is_new and before == days:
            return rule
        rule.days, rule.changed_by, rule.changed_at = days, actor, at
        rule.acts_from = at + GRACE
        rule.save()
        audit(
            project=None,
            actor=actor,
            verb="retention.changed",
            target=kind,
            days=days,
            before=before,
        )
    return rule


def apply() -> int:
    """Apply every rule that is due to; return how many things went."""
    at = clock.now()
    due = RetentionRule.objects.filter(days__isnull=False, acts_from__lte=at, kind__in=RULES)
    return sum(_apply(rule, at) for rule in due.order_by("kind"))


def _apply(rule: RetentionRule, at: datetime) -> int:
    days = rule.days or 0
    before = at - timedelta(days=days)
    most = MOST.get(rule.kind, MOST_ROWS)
    run = RetentionRun(kind=rule.kind, days=days, removed=0, at=at)
    for table in RULES[rule.kind]:
        _sweep(rule, table, before, most, run)
    RetentionRule.objects.filter(pk=rule.pk).update(ran_at=at)
    if run.removed:
        run.save()
        log.info("A rule of retention was applied", kind=rule.kind, removed=run.removed)
    return run.removed


def _sweep(
    rule: RetentionRule, table: Table, before: datetime, most: int, run: RetentionRun
) -> None:
    """Remove the oldest that are due, and add them to what the run did."""
    left = max(most - run.removed, 0)
    rows = list(table.due(before).order_by(table.since, "pk")[: left + 1])
    run.is_partial = run.is_partial or len(rows) > left
    rows = rows[:left]
    if not rows:
        return
    oldest = getattr(rows[0], table.since)
    run.oldest = min(run.oldest, oldest) if run.oldest else oldest
    removed, size = REMOVE[rule.kind](rows, rule)
    run.removed += removed
    run.size_bytes += size


Removed = tuple[int, int]


def _rows(rows: list[Any], rule: RetentionRule) -> Removed:
    """Delete rows that nothing refers to."""
    model = type(rows[0])
    gone = model._base_manager.filter(pk__in=[row.pk for row in rows]).delete()[1]
    return gone.get(model._meta.label, 0), 0


def _drafts(rows: list[Assignment], rule: RetentionRule) -> Removed:
    # Whoever has taken the task up again meanwhile keeps what they typed.
    idle = Assignment.objects.filter(pk__in=[row.pk for row in rows])
    idle = idle.exclude(state__in=[Assignment.State.LIVE, Assignment.State.SUBMITTED])
    return idle.update(draft=None, looked_at=None), 0


def _images(rows: list[Any], rule: RetentionRule) -> Removed:
    reason = str(Message("retention_reason", days=rule.days or 0))
    count = size = 0
    for sample in rows:
        bytes_of = sample.image.bytes
        try:
            images.erase(sample=sample, actor=None, reason=reason)
        except errors.Conflict:  # restored, or erased, since it was read
            continue
        count, size = count + 1, size + bytes_of
    return count, size


def _exports(rows: list[Export], rule: RetentionRule) -> Removed:
    count = size = 0
    for export in rows:
        if exchange.remove_file(export=export, after_days=rule.days):
            count, size = count + 1, size + export.size_bytes
    return count, size


def _snapshots(rows: list[Snapshot], rule: RetentionRule) -> Removed:
    def mark(row: Snapshot) -> bool:
        there = Snapshot.objects.filter(pk=row.pk, removed_at=None)
        return bool(there.update(removed_at=clock.now()))

    return _folders(rows, "folder", mark)


def _weights(rows: list[ModelVersion], rule: RetentionRule) -> Removed:
    return _folders(rows, "artifact", versions.forget_weights)


def _folders(rows: list[Any], column: str, mark: Callable[[Any], bool]) -> Removed:
    """The row first: nobody finds a folder half gone behind a row that promises it."""
    count = size = 0
    for row in rows:
        place = found.place_of(getattr(row, column))
        its_size = found.folder_size(getattr(row, column))
        if not mark(row):
            continue
        if place is not None:
            shutil.rmtree(place, ignore_errors=True)
        count, size = count + 1, size + its_size
    return count, size


def _visits(rows: list[Participation], rule: RetentionRule) -> Removed:
    return scrubbing.forget_visits(Participation.objects.filter(pk__in=[r.pk for r in rows])), 0


REMOVE: dict[str, Callable[[list[Any], RetentionRule], Removed]] = {
    "logs": _rows,
    "audit": _rows,
    "drafts": _drafts,
    "withdrawn_images": _images,
    "exports": _exports,
    "snapshots": _snapshots,
    "weights": _weights,
    "answers": _rows,
    "payments": _visits,
}
