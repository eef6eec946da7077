"""Give tasks that have been found and locked to a person: the leases, and what they start from."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from annotate.core import rows
from annotate.core.prepared import Parameter, Prepared
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Assignment, Hit, Task
from annotate.workflow.services.leasing import AHEAD_LEASE, lease_of, starting_text
from annotate.workflow.services.transitions import Recorder

_EARLIER_TRY = Prepared(
    lambda: (
        Assignment.objects.filter(task=Parameter("task"), annotator=Parameter("annotator"))
        .select_related("base")
        .order_by("-pk")[:1]
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
    """Lease one task to a person, to be worked on now or, for a short time, ahead."""
    reason = "claimed_ahead" if is_ahead else "claimed"
    recorder = Recorder(actor_id=annotator.pk, at=at)
    recorder.move(task, Task.State.HELD, reason=reason)
    before = _EARLIER_TRY.first(task=task.pk, annotator=annotator.pk)
    assignment = _lease(project, task, annotator, before, annotations, at)
    if is_ahead:
        assignment.is_ahead, assignment.lease_expires_at = True, at + AHEAD_LEASE
    rows.insert([assignment])
    recorder.born([assignment], reason=reason)
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
    recorder.born(assignments, reason="claimed")
    return assignments


def _earlier_tries(annotator_id: int, tasks: Sequence[Task]) -> dict[int, Assignment]:
    earlier = Assignment.objects.filter(task__in=tasks, annotator=annotator_id)
    # Of several the last one stays.
    return {each.task_id: each for each in earlier.select_related("base").order_by("pk")}


def _lease(
    project: Project,
    task: Task,
    annotator: User,
    before: Assignment | None,
    annotations: list[Annotation],
    at: datetime,
) -> Assignment:
    return Assignment(
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
