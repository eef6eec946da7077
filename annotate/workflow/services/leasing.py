"""Until when somebody holds a task: leases are renewed, run out and are taken up again."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from annotate.core import errors, rows
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Assignment, Batch, Purpose, Sample, Task
from annotate.workflow.selectors.annotations import is_rejected
from annotate.workflow.selectors.views import AHEAD_SECONDS
from annotate.workflow.services.transitions import Recorder

AHEAD_LEASE = timedelta(seconds=AHEAD_SECONDS)


class NotHeld(errors.Conflict):
    """The task was submitted, given back or skipped before."""

    code = "not_held"
    default_message = "You no longer hold this task."


def starting_text(task: Task, annotations: list[Annotation]) -> Annotation | None:
    """Return the annotation a task starts from: the round before it, else the newest seed.

    Replicas of a parallel stage are independent: each starts from the seed (IIW §3.3, TC §3.1).
    What a lead has rejected is no start for anybody.
    """
    spec = task.project.recipe.stage(task.stage_key)
    below = task.index if spec.mode == "sequential" else 1
    earlier = [
        annotation
        for annotation in annotations
        if annotation.stage_key == task.stage_key
        and annotation.index < below
        and not is_rejected(annotation)
    ]
    return max(earlier, key=lambda annotation: (annotation.index, annotation.pk), default=None)


def lease_of(project: Project, stage_key: str) -> timedelta:
    """Return how long a lease of this stage lasts without a sign of life."""
    return timedelta(minutes=project.recipe.stage(stage_key).lease_minutes)


def renew(assignment: Assignment, *, at: datetime) -> bool:
    """Extend a live lease from now on; False if it has been taken back in the meantime.

    In a HIT the deadline is that of the whole and stays where it is. What was taken ahead begins
    with the first sign of life of its own.
    """
    if assignment.hit_id is not None:
        return assignment.state == Assignment.State.LIVE
    if assignment.is_ahead and _begin(assignment, at):
        return True
    until = at + lease_of(assignment.project, assignment.task.stage_key)
    live = {"id": assignment.pk, "state": Assignment.State.LIVE}
    if not rows.update(Assignment, live, {"lease_expires_at": until}):
        return False
    assignment.lease_expires_at = until
    return True


def _begin(assignment: Assignment, at: datetime) -> bool:
    """Turn what was taken ahead into what is worked on; False if it is no longer ahead."""
    until = at + lease_of(assignment.project, assignment.task.stage_key)
    ahead = {"id": assignment.pk, "state": Assignment.State.LIVE, "is_ahead": True}
    begun = _beginning(assignment, at)
    with transaction.atomic():
        if not rows.update(Assignment, ahead, {"lease_expires_at": until, **begun}):
            return False
        recorder = Recorder(actor_id=assignment.annotator_id, at=at)
        live = Assignment.State.LIVE
        recorder.note(assignment, live, live, reason="opened")
        recorder.write()
    assignment.lease_expires_at, assignment.is_ahead, assignment.started_at = until, False, at
    return True


def _beginning(assignment: Assignment, at: datetime) -> dict[str, Any]:
    """Return what changes where somebody begins what they had taken ahead: its time runs now."""
    return {"is_ahead": False, "started_at": at} if assignment.is_ahead else {}


def renew_ahead(assignment: Assignment, *, at: datetime) -> bool:
    """Keep what was taken ahead for another little while; False if it has been taken back."""
    ahead = {"id": assignment.pk, "state": Assignment.State.LIVE, "is_ahead": True}
    assignment.lease_expires_at = at + AHEAD_LEASE
    return rows.update(Assignment, ahead, {"lease_expires_at": at + AHEAD_LEASE}) == 1


def keep_ahead(assignment: Assignment, *, at: datetime) -> None:
    """Let a sign of life of one task keep what its holder has taken ahead, too."""
    ahead = Assignment.objects.filter(
        project=assignment.project_id,
        annotator=assignment.annotator_id,
        state=Assignment.State.LIVE,
        is_ahead=True,
    )
    ahead.exclude(pk=assignment.pk).update(lease_expires_at=at + AHEAD_LEASE)


def retake(recorder: Recorder, assignment: Assignment) -> bool:
    """Take an expired assignment's task back if nobody else has it yet; return whether it was.

    The caller has locked the task's row.
    """
    if not is_free(assignment.task):
        return False
    recorder.move(assignment.task, Task.State.HELD, reason="retaken")
    begun = _beginning(assignment, recorder.at)
    recorder.move(assignment, Assignment.State.LIVE, reason="retaken", ended_at=None, **begun)
    return True


def is_free(task: Task) -> bool:
    """Whether nobody has the task, and it is still wanted."""
    return task.state in _free_states(task)


def _free_states(task: Task) -> tuple[str, ...]:
    """Return the states in which a task waits after somebody has left it.

    Gold, practice and tests were made for one person and go to nobody else.
    """
    if task.purpose != Purpose.WORK:
        return (Task.State.CANCELLED,)
    return (Task.State.OPEN, Task.State.PARKED)


def closed_batches(samples: list[Sample]) -> set[int]:
    """Return which of the samples' batches are closed; asks nothing where there are none."""
    batch_ids = {sample.batch_id for sample in samples if sample.batch_id is not None}
    if not batch_ids:
        return set()
    closed = Batch.objects.filter(pk__in=batch_ids, state=Batch.State.CLOSED)
    return set(closed.values_list("pk", flat=True))


def put_back(recorder: Recorder, tasks: list[Task], samples: list[Sample], *, reason: str) -> None:
    """Let others have tasks that somebody leaves: open, or parked where the batch is closed.

    The caller holds the locks of the tasks, and of the samples that are in batches.
    """
    closed = closed_batches(samples)
    batch_of = {sample.pk: sample.batch_id for sample in samples}
    by_state: dict[str, list[Task]] = {}
    for task in tasks:
        to, *parked = _free_states(task)
        if parked and batch_of.get(task.sample_id) in closed:
            [to] = parked
        by_state.setdefault(to, []).append(task)
    for to, some in by_state.items():
        recorder.move_all(some, to, reason=reason)
