"""Nothing typed is ever lost: versioned drafts and signs of life."""

from datetime import datetime
from typing import Any, Required, TypedDict, Unpack

from django.db import transaction

from annotate.core import clock, errors
from annotate.messages import Message
from annotate.workflow import answers, looks
from annotate.workflow.models import Assignment, Purpose, Sample, Task
from annotate.workflow.selectors.views import assignment_of
from annotate.workflow.services.leases import (
    change_held,
    is_worth_renewing,
    keep_ahead,
    renew,
    retake,
)
from annotate.workflow.services.locking import wait_for_membership
from annotate.workflow.services.transitions import Recorder


class LeaseLost(errors.Conflict):
    """The lease ran out and the task went to somebody else."""

    code = "lease_lost"


class Withdrawn(LeaseLost):
    """A lead has pulled the sample while somebody worked on it."""

    code = "withdrawn"


class NotNeeded(LeaseLost):
    """What was to be done has been settled without this person."""

    code = "not_needed"


class TimeOver(LeaseLost):
    """The time for a whole HIT has run out."""

    code = "time_over"


def lost(held: Assignment) -> LeaseLost:
    """The reason why work on this task counts no more."""
    task = held.task
    if task.purpose == Purpose.WORK and task.state == Task.State.CANCELLED:
        return Withdrawn() if task.sample.state == Sample.State.WITHDRAWN else NotNeeded()
    return TimeOver() if held.hit_id is not None else LeaseLost()


class StaleDraft(errors.Conflict):
    """The draft on the server is newer than the one this edit was based on."""

    code = "stale_draft"


class Edit(TypedDict, total=False):
    """What somebody's page says of a draft."""

    # Of the draft this edit was based on; the saved one is one higher.
    version: Required[int]
    answer: Required[dict[str, Any]]
    active_seconds: Required[float]
    scratch_reason: str
    # Parts that were looked at, beside those that are known to have been.
    looked_at: list[str] | None


def save_draft(
    *, assignment: Assignment, is_remembered: bool = False, **edit: Unpack[Edit]
) -> Assignment:
    """Keep what has been typed so far, as a sign of life: it renews what a heartbeat renews.

    Args:
        is_remembered: the assignment may have changed since it was read. Where the draft cannot
            be saved as if it had not, it is read anew, and that one is returned.

    Raises:
        NotFound: a remembered assignment is gone.
        Invalid: the answer has not the shape of an answer at all, or is too large to keep.
        StaleDraft: another window saved in between; `details` carries that draft.
        LeaseLost: the lease is gone. The draft has been stored all the same.
    """
    at, version = clock.now(), edit["version"]
    changes = _changes(assignment, edit, at)
    keeps_ahead = is_worth_renewing(assignment, at)
    if not _changed_as_read(assignment, changes, version, at):
        if is_remembered:
            anew = assignment_of(assignment.annotator, assignment.pk)
            return save_draft(assignment=anew, **edit)
        _save_otherwise(assignment, version, changes, at)
    if keeps_ahead:
        keep_ahead(assignment, at=at)
    return assignment


def _changes(assignment: Assignment, edit: Edit, at: datetime) -> dict[str, Any]:
    stage = assignment.project.recipe.stage(assignment.task.stage_key)
    looked_at = edit.get("looked_at")
    return {
        "draft": answers.draft(stage, edit["answer"]),
        "draft_version": edit["version"] + 1,
        "draft_saved_at": at,
        "scratch_reason": edit.get("scratch_reason", ""),
        "active_seconds": counted_seconds(assignment, edit["active_seconds"], at),
        **({} if looked_at is None else {"looked_at": looks.together(looked_at, assignment)}),
    }


def _changed_as_read(
    assignment: Assignment, changes: dict[str, Any], version: int, at: datetime
) -> bool:
    """Save the draft by one statement; False where the row is not as it was read.

    What follows from a column that it had is not written over another: the time that was counted,
    which a sign of life from elsewhere may have raised, must never shrink.
    """
    if version != assignment.draft_version:
        return False
    before = {"draft_version": version, "active_seconds": assignment.active_seconds}
    return change_held(assignment, changes, at=at, **before)


def _save_otherwise(
    assignment: Assignment, version: int, changes: dict[str, Any], at: datetime
) -> None:
    """Keep what was typed where the lease is gone, or was read as another than it is."""
    saved = Assignment.objects.filter(
        pk=assignment.pk, draft_version=version, state__in=Assignment.DRAFTABLE
    ).update(**changes)
    assignment.refresh_from_db(fields=_DRAFT_FIELDS)
    if not saved and not _came_before(assignment, version, changes["draft"]):
        raise _why_not_saved(assignment)
    _renew(assignment, at)


_DRAFT_FIELDS = [
    "state",
    "draft",
    "draft_version",
    "draft_saved_at",
    "active_seconds",
    "scratch_reason",
    "looked_at",
    "lease_expires_at",
]


def _came_before(assignment: Assignment, version: int, draft: dict[str, Any]) -> bool:
    """Whether this very edit is already the draft: only the answer to it was lost."""
    return (
        assignment.state in Assignment.DRAFTABLE
        and assignment.draft_version == version + 1
        and assignment.draft == draft
    )


def _why_not_saved(assignment: Assignment) -> errors.AppError:
    if assignment.state not in Assignment.DRAFTABLE:
        return errors.Conflict(Message("not_worked_on"), code="not_held")
    saved_at = assignment.draft_saved_at
    return StaleDraft(
        details={
            "version": assignment.draft_version,
            "answer": assignment.draft,
            "scratch_reason": assignment.scratch_reason or None,
            "looked_at": assignment.looked_at,
            "saved_at": saved_at.isoformat() if saved_at else None,
        }
    )


def heartbeat(*, assignment: Assignment, active_seconds: float) -> Assignment:
    """Renew the lease and note the active time.

    Raises:
        LeaseLost: the lease is gone.
    """
    at = clock.now()
    counted = {"active_seconds": counted_seconds(assignment, active_seconds, at)}
    if not change_held(assignment, counted, at=at):
        # Not after the end: a late sign of life must not change what the submission has counted.
        drafted = Assignment.objects.filter(pk=assignment.pk, state__in=Assignment.DRAFTABLE)
        drafted.update(**counted)
        _renew(assignment, at)
    if assignment.hit_id is None:
        keep_ahead(assignment, at=at)
    return assignment


def _renew(assignment: Assignment, at: datetime) -> Assignment:
    """Extend the lease; one that ran out is taken back as long as nobody else has the task.

    Not in a HIT: its time is that of the whole, and only submitting it can still be in time.
    """
    if renew(assignment, at=at):
        return assignment
    with transaction.atomic():
        wait_for_membership(assignment.project, assignment.annotator_id)
        recorder = Recorder(actor_id=assignment.annotator_id, at=at)
        mine = Assignment.objects.filter(pk=assignment.pk).select_related("task")
        held = mine.select_for_update(no_key=True, of=("task", "self")).get()
        held.project = assignment.project
        in_time = held.hit_id is None and held.state == Assignment.State.EXPIRED
        if not in_time or not retake(recorder, held):
            raise lost(held)
        renew(assignment, at=at)
        recorder.write()
    return assignment


def counted_seconds(assignment: Assignment, reported: float, at: datetime) -> float:
    """Bound what the browser reports: it never shrinks, nor exceeds the time that has passed."""
    begun = at if assignment.is_ahead else assignment.started_at
    elapsed = (at - begun).total_seconds()
    ceiling = assignment.carried_seconds + max(elapsed, 0.0)
    return max(assignment.active_seconds, min(reported, ceiling))
