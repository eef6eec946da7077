"""Until when somebody holds a task: leases are renewed, run out and are taken up again."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from annotate.core import columns, errors, rows
from annotate.core.prepared import Parameter, Prepared
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow.answers import draw_arrangement
from annotate.workflow.models import Annotation, Assignment, Batch, Hit, Purpose, Sample, Task
from annotate.workflow.selectors.annotations import stands
from annotate.workflow.selectors.queue import not_barred, other_bars
from annotate.workflow.selectors.views import AHEAD_SECONDS
from annotate.workflow.services.transitions import Recorder
from annotate.workflow.shown_ids import draw_key

AHEAD_LEASE = timedelta(seconds=AHEAD_SECONDS)


class NotHeld(errors.Conflict):
    """The task was submitted, given back or skipped before."""

    code = "not_held"


def starting_text(task: Task, annotations: list[Annotation]) -> Annotation | None:
    """The annotation a task starts from: the round before it, else the newest seed.

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
        and stands(annotation)
    ]
    return max(earlier, key=lambda annotation: (annotation.index, annotation.pk), default=None)


def lease_of(project: Project, stage_key: str) -> timedelta:
    """How long a lease of this stage lasts without a sign of life."""
    return timedelta(minutes=project.recipe.stage(stage_key).lease_minutes)


def is_worth_renewing(assignment: Assignment, at: datetime) -> bool:
    """Whether so much of a lease is gone that a sign of life is worth writing down.

    Its end is in an index, and with a change of that the database writes every index of the row
    anew: not for each draft of somebody who types. In a HIT the deadline is that of the whole.
    """
    if assignment.hit_id is not None:
        return False
    lease = lease_of(assignment.project, assignment.task.stage_key)
    return at + lease - assignment.lease_expires_at >= min(lease / 60, timedelta(minutes=1))


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


def change_held(
    assignment: Assignment, changes: Mapping[str, Any], *, at: datetime, **before: Any
) -> bool:
    """Change a task that is held and worked on, and renew its lease if worth it, in one statement.

    Nothing is changed, and False returned, where the lease is not live as it was read, where the
    work was only taken ahead, or where a column has not the value that it must have had before.
    """
    if assignment.state != Assignment.State.LIVE or assignment.is_ahead:
        return False
    changes = dict(changes)
    if is_worth_renewing(assignment, at):
        changes["lease_expires_at"] = at + lease_of(assignment.project, assignment.task.stage_key)
    live = {"id": assignment.pk, "state": Assignment.State.LIVE, **before}
    if not rows.update(Assignment, live, changes):
        return False
    for name, value in changes.items():
        setattr(assignment, name, value)
    return True


def _begin(assignment: Assignment, at: datetime) -> bool:
    """Turn what was taken ahead into what is worked on; False if it is no longer ahead."""
    until = at + lease_of(assignment.project, assignment.task.stage_key)
    ahead = {"id": assignment.pk, "state": Assignment.State.LIVE, "is_ahead": True}
    begun = _beginning(assignment, at)
    with transaction.atomic(savepoint=False):
        if not rows.update(Assignment, ahead, {"lease_expires_at": until, **begun}):
            return False
        recorder = Recorder(actor_id=assignment.annotator_id, at=at)
        live = Assignment.State.LIVE
        recorder.note(assignment, live, live, reason="opened")
        recorder.write()
    assignment.lease_expires_at, assignment.is_ahead, assignment.started_at = until, False, at
    return True


def _beginning(assignment: Assignment, at: datetime) -> dict[str, Any]:
    """What changes where somebody begins what they had taken ahead: its time runs now."""
    return {"is_ahead": False, "started_at": at} if assignment.is_ahead else {}


def renew_ahead(assignment: Assignment, *, at: datetime) -> bool:
    """Keep what was taken ahead for another little while; False if it has been taken back."""
    ahead = {"id": assignment.pk, "state": Assignment.State.LIVE, "is_ahead": True}
    assignment.lease_expires_at = at + AHEAD_LEASE
    return rows.update(Assignment, ahead, {"lease_expires_at": at + AHEAD_LEASE}) == 1


def keep_ahead(assignment: Assignment, *, at: datetime) -> None:
    """Let a sign of life of one task keep what its holder has taken ahead, too."""
    ahead = {
        "annotator_id": assignment.annotator_id,
        "project_id": assignment.project_id,
        "state": Assignment.State.LIVE,
        "is_ahead": True,
    }
    rows.update(Assignment, ahead, {"lease_expires_at": at + AHEAD_LEASE})


def retake(recorder: Recorder, assignment: Assignment) -> bool:
    """Take an expired assignment's task back if it may be; return whether it was.

    The caller has locked the person's membership and the task's row.
    """
    if not may_retake(assignment):
        return False
    recorder.move(assignment.task, Task.State.HELD, reason="retaken")
    begun = _beginning(assignment, recorder.at)
    recorder.move(assignment, Assignment.State.LIVE, reason="retaken", ended_at=None, **begun)
    return True


def may_retake(assignment: Assignment) -> bool:
    """Whether nobody has the task, it is still wanted, and its last holder may still have it.

    They may not where they have meanwhile been given another task of the image, or left it to
    others.
    """
    task = assignment.task
    if task.state not in _free_states(task):
        return False
    recipe = assignment.project.recipe
    bars = other_bars(recipe, recipe.stage(task.stage_key))
    same = Task.objects.filter(pk=task.pk)
    return not_barred(same, assignment.annotator_id, bars=bars, is_restricted=True).exists()


def _free_states(task: Task) -> tuple[str, ...]:
    """The states in which a task waits after somebody has left it.

    Gold, practice and tests were made for one person and go to nobody else.
    """
    if task.purpose != Purpose.WORK:
        return (Task.State.CANCELLED,)
    return (Task.State.OPEN, Task.State.PARKED)


def closed_batches(samples: list[Sample]) -> set[int]:
    """Which of the samples' batches are closed; asks nothing where there are none."""
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


_EARLIER_TRY = Prepared(
    lambda: (
        Assignment.objects.filter(task=Parameter("task"), annotator=Parameter("annotator"))
        .select_related("base")
        .order_by("-started_at", "-pk")[:1]
    )
)


def take(
    project: Project,
    task: Task,
    annotator: User,
    annotations: list[Annotation],
    at: datetime,
    *,
    is_ahead: bool = False,
) -> Assignment:
    """Lease one task, locked, to a person, to be worked on now or, for a short time, ahead."""
    reason = "claimed_ahead" if is_ahead else "claimed"
    recorder = Recorder(actor_id=annotator.pk, at=at)
    before = (
        _EARLIER_TRY.first(task=task.pk, annotator=annotator.pk)
        if getattr(task, "a_try", True)  # as whoever found it may know
        else None
    )
    assignment = _lease(project, task, annotator, before, annotations, at)
    if is_ahead:
        assignment.is_ahead, assignment.lease_expires_at = True, at + AHEAD_LEASE
    with rows.together():
        recorder.move(task, Task.State.HELD, reason=reason, is_locked=True)
        rows.insert([assignment])
        recorder.created([assignment], reason=reason)
        recorder.write()
    return assignment


def take_all(
    recorder: Recorder,
    hit: Hit,
    tasks: Sequence[Task],
    annotations: Mapping[int, list[Annotation]],
) -> list[Assignment]:
    """Lease the tasks of a HIT, in this order, until its deadline.

    Those that were made for this person are held from their birth; the others are taken now.
    """
    waiting = [task for task in tasks if task.state != Task.State.HELD]
    recorder.move_all(waiting, Task.State.HELD, reason="claimed")
    before = _earlier_tries(hit.annotator_id, waiting)
    assignments = []
    for position, task in enumerate(tasks, start=1):
        task.project = hit.project
        leased = _lease(
            hit.project,
            task,
            hit.annotator,
            before.get(task.pk),
            annotations.get(task.sample_id, []),
            recorder.at,
        )
        leased.hit, leased.position, leased.lease_expires_at = hit, position, hit.deadline
        assignments.append(leased)
    rows.insert(assignments)
    recorder.created(assignments, reason="claimed")
    return assignments


def _earlier_tries(annotator_id: int, tasks: Sequence[Task]) -> dict[int, Assignment]:
    earlier = Assignment.objects.filter(task__in=tasks, annotator=annotator_id)
    # Of several the last one stays.
    return {row.task_id: row for row in earlier.select_related("base").order_by("started_at", "pk")}


def _lease(
    project: Project,
    task: Task,
    annotator: User,
    before: Assignment | None,
    annotations: list[Annotation],
    at: datetime,
) -> Assignment:
    stage = project.recipe.stage(task.stage_key)
    return columns.new(
        Assignment,
        project=project,
        task=task,
        sample=task.sample,
        annotator=annotator,
        exclusion_group=task.exclusion_group,
        # Who comes back to a task they had lost finds what they had typed, and the text it was
        # typed over: a seed that came in between would make the draft's lineage meaningless.
        base=before.base if before else starting_text(task, annotations),
        lease_expires_at=at + timedelta(minutes=stage.lease_minutes),
        started_at=at,
        # A draft names places in what was shown.
        arrangement=before.arrangement if before else draw_arrangement(task, stage),
        ids_key=before.ids_key if before else draw_key(),
        draft=before.draft if before else None,
        draft_version=before.draft_version if before else 0,
        draft_saved_at=before.draft_saved_at if before else None,
        scratch_reason=before.scratch_reason if before else "",
        looked_at=before.looked_at if before else None,
        active_seconds=before.active_seconds if before else 0,
        carried_seconds=before.active_seconds if before else 0,
    )
