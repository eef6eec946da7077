"""Claim, hand back, skip and expire: who holds which task, and until when."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.db import transaction

from annotate.core import clock, errors, rows
from annotate.core.prepared import Parameter, Prepared
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Annotation, Assignment, Sample, Task
from annotate.workflow.selectors.annotations import annotations_of
from annotate.workflow.services import figures
from annotate.workflow.services.searching import next_task
from annotate.workflow.services.transitions import Recorder

EXPIRE_AT_ONCE = 200

Nothing = Literal["nothing_open", "no_more_for_you"]


@dataclass(frozen=True)
class Claimed:
    """What a claim gave: an assignment, or the reason why there is none."""

    assignment: Assignment | None
    reason: Nothing | None = None
    # Those of the sample, oldest first, where they had to be read anyway.
    annotations: list[Annotation] | None = None


def claim(*, project: Project, annotator: User, stage_key: str | None = None) -> Claimed:
    """Give `annotator` the next task of the project, or the one already held.

    The next task is the open one with the lowest random order key among samples the annotator
    has not worked on. It is found by one index look-up with SKIP LOCKED (PostgreSQL) or under
    the write lock (SQLite), so no two people can be given the same task and nobody waits. Where
    the annotator may take none of the first hundred, it may be another one.
    """
    at = clock.now()
    stages = _stages(project, stage_key)
    with transaction.atomic():
        # One person claims one at a time: a double click must not hold two tasks.
        if _MEMBERSHIP.first(project=project.pk, annotator=annotator.pk) is None:
            raise errors.NotFound  # taken out of the project a moment ago
        held = _held(project, annotator, [stage.key for stage in stages])
        if held is not None and renew(held, at=at):
            return Claimed(held)
        task = next_task(project, annotator, stages, at)
        if task is None and _expire(project.pk, at):
            task = next_task(project, annotator, stages, at)
        if task is not None:
            annotations = annotations_of(task.sample_id)
            taken = _take(project, task, annotator, annotations, at)
            return Claimed(taken, annotations=annotations)
    return Claimed(None, _why_nothing(project, stages))


def _stages(project: Project, stage_key: str | None) -> list[StageSpec]:
    """Later stages first: finishing a sample comes before starting another."""
    if stage_key is not None:
        return [project.recipe.stage(stage_key)]
    return list(reversed(project.recipe.stages))


_MEMBERSHIP = Prepared(
    lambda: Membership.objects.select_for_update(no_key=True).filter(
        project=Parameter("project"), user=Parameter("annotator")
    )
)
_HELD = Prepared(
    lambda: (
        Assignment.objects.filter(
            project=Parameter("project"),
            annotator=Parameter("annotator"),
            state=Assignment.State.LIVE,
        )
        .select_related("task", "sample__image", "base")
        .order_by("pk")
    )
)
_EARLIER_TRY = Prepared(
    lambda: (
        Assignment.objects.filter(task=Parameter("task"), annotator=Parameter("annotator"))
        .select_related("base")
        .order_by("-pk")[:1]
    )
)


def _held(project: Project, annotator: User, stage_keys: list[str]) -> Assignment | None:
    for assignment in _HELD.all(project=project.pk, annotator=annotator.pk):
        if assignment.task.stage_key in stage_keys:
            assignment.project = project
            return assignment
    return None


def _take(
    project: Project, task: Task, annotator: User, annotations: list[Annotation], at: datetime
) -> Assignment:
    recorder = Recorder(actor_id=annotator.pk, at=at)
    recorder.move(task, Task.State.HELD, reason="claimed")
    before = _EARLIER_TRY.first(task=task.pk, annotator=annotator.pk)
    assignment = Assignment(
        project=project,
        task=task,
        sample=task.sample,
        annotator=annotator,
        exclusion_group=task.exclusion_group,
        # Who comes back to a task they had lost finds what they had typed, and the text it was
        # typed over: a seed that came in between would make the draft's lineage meaningless.
        base=before.base if before else starting_text(task, annotations),
        lease_expires_at=at + lease_of(project, task.stage_key),
        started_at=at,
        draft=before.draft if before else None,
        draft_version=before.draft_version if before else 0,
        draft_saved_at=before.draft_saved_at if before else None,
        scratch_reason=before.scratch_reason if before else "",
        active_seconds=before.active_seconds if before else 0,
        carried_seconds=before.active_seconds if before else 0,
    )
    rows.insert([assignment])
    recorder.born([assignment], reason="claimed")
    recorder.write()
    return assignment


def starting_text(task: Task, annotations: list[Annotation]) -> Annotation | None:
    """Return the annotation a task starts from: the round before it, else the newest seed.

    Replicas of a parallel stage are independent: each starts from the seed (IIW §3.3, TC §3.1).
    """
    spec = task.project.recipe.stage(task.stage_key)
    below = task.index if spec.mode == "sequential" else 1
    earlier = [
        annotation
        for annotation in annotations
        if annotation.stage_key == task.stage_key and annotation.index < below
    ]
    return max(earlier, key=lambda annotation: (annotation.index, annotation.pk), default=None)


def lease_of(project: Project, stage_key: str) -> timedelta:
    """Return how long a lease of this stage lasts without a sign of life."""
    return timedelta(minutes=project.recipe.stage(stage_key).lease_minutes)


def renew(assignment: Assignment, *, at: datetime) -> bool:
    """Extend a live lease from now on; False if it has been taken back in the meantime."""
    until = at + lease_of(assignment.project, assignment.task.stage_key)
    live = {"id": assignment.pk, "state": Assignment.State.LIVE}
    if not rows.update(Assignment, live, {"lease_expires_at": until}):
        return False
    assignment.lease_expires_at = until
    return True


def retake(recorder: Recorder, assignment: Assignment) -> bool:
    """Take an expired assignment's task back if nobody else has it yet; return whether it was."""
    free = Task.objects.filter(pk=assignment.task_id, state=Task.State.OPEN)
    if not free.update(state=Task.State.HELD):
        return False
    assignment.task.state = Task.State.HELD
    recorder.note(assignment.task, Task.State.OPEN, Task.State.HELD, reason="retaken")
    recorder.move(assignment, Assignment.State.LIVE, reason="retaken", ended_at=None)
    return True


def _why_nothing(project: Project, stages: list[StageSpec]) -> Nothing:
    keys = [stage.key for stage in stages]
    others = Task.objects.filter(project=project, stage_key__in=keys, state=Task.State.OPEN)
    return "no_more_for_you" if others.exists() else "nothing_open"


def release(*, assignment: Assignment, actor: User) -> None:
    """Put a task back for others; the draft stays for its author."""
    with transaction.atomic():
        _end(assignment, Assignment.State.RELEASED, actor=actor, at=clock.now(), reason="released")


def skip(*, assignment: Assignment, actor: User, reason: str, comment: str = "") -> None:
    """Decline a sample for a reason; the task goes back and this person is not offered it again."""
    at = clock.now()
    with transaction.atomic():
        _end(
            assignment,
            Assignment.State.SKIPPED,
            actor=actor,
            at=at,
            reason=reason,
            skip_reason=reason,
            comment=comment,
        )
        figures.count_skip(assignment, at=at)


def _end(
    assignment: Assignment,
    to: Assignment.State,
    *,
    actor: User,
    at: datetime,
    reason: str,
    **changes: str,
) -> None:
    recorder = Recorder(actor_id=actor.pk, at=at)
    if assignment.state != Assignment.State.LIVE:
        raise errors.Conflict("You no longer hold this task.", code="not_held")
    # In the order in which everybody locks: sample, task, assignment.
    recorder.move(assignment.task, Task.State.OPEN, reason=reason)
    said = {"comment": changes["comment"]} if changes.get("comment") else None
    recorder.move(assignment, to, reason=reason, detail=said, ended_at=at, **changes)
    recorder.write()


def expire_leases() -> int:
    """Take back every lease that ran out; return how many. Runs by beat and, lazily, in claims."""
    at = clock.now()
    with transaction.atomic():
        return _expire(None, at)


def _expire(project_id: int | None, at: datetime) -> int:
    dead = Assignment.objects.filter(state=Assignment.State.LIVE, lease_expires_at__lt=at)
    if project_id is not None:
        dead = dead.filter(project_id=project_id)
    recorder = Recorder(actor_id=None, at=at)
    expired = list(
        dead.select_related("task", "sample")
        .select_for_update(skip_locked=True, of=("self", "task"))
        .order_by("lease_expires_at")[:EXPIRE_AT_ONCE]
    )
    for assignment in expired:
        recorder.move(assignment, Assignment.State.EXPIRED, reason="lease_expired", ended_at=at)
        if assignment.sample.state == Sample.State.OPEN:
            recorder.move(assignment.task, Task.State.OPEN, reason="lease_expired")
    recorder.write()
    return len(expired)
