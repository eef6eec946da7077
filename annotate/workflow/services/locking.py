"""The order of locks: memberships, samples, tasks, assignments, HITs, each by their keys."""

from collections.abc import Iterable

from annotate.core import errors
from annotate.core.prepared import Parameter, Prepared
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.workflow.models import Assignment, Sample, Task


def lock_live(assignment_ids: Iterable[int]) -> list[Assignment]:
    """Lock assignments with their tasks and samples; return those that are still held."""
    return [row for row in lock(assignment_ids) if row.state == Assignment.State.LIVE]


def lock(assignment_ids: Iterable[int]) -> list[Assignment]:
    """Lock assignments with their tasks and samples, and return them by their places in the HIT."""
    keys = list(
        Assignment.objects.filter(pk__in=list(assignment_ids)).values_list(
            "sample_id", "task_id", "pk"
        )
    )
    if not keys:
        return []
    samples, tasks, assignments = (sorted(set(column)) for column in zip(*keys, strict=True))
    # NO KEY: whoever claims another task of a sample refers to its row and need not wait.
    list(Sample.objects.select_for_update(no_key=True).filter(pk__in=samples).order_by("pk"))
    list(Task.objects.select_for_update(no_key=True).filter(pk__in=tasks).order_by("pk"))
    locked = Assignment.objects.select_for_update(no_key=True, of=("self",))
    list(locked.filter(pk__in=assignments).order_by("pk"))
    # Read once more: a statement sees what was committed when it began, not what it waited for.
    rows = Assignment.objects.filter(pk__in=assignments)
    with_all = rows.select_related("project", "task__about", "sample__image", "base")
    return _sharing_samples(with_all.order_by("position", "pk"))


def _sharing_samples(rows: Iterable[Assignment]) -> list[Assignment]:
    """Let assignments on one sample have one object for it: what one changes, the next must see."""
    shared: dict[int, Sample] = {}
    held = list(rows)
    for assignment in held:
        assignment.sample = shared.setdefault(assignment.sample_id, assignment.sample)
        assignment.task.sample = assignment.sample
    return held


_MEMBERSHIP = Prepared(
    lambda: Membership.objects.select_for_update(no_key=True).filter(
        project=Parameter("project"), user=Parameter("annotator")
    )
)


def lock_membership(project: Project, annotator: User) -> Membership:
    """Lock a membership and return it as it is now: a block that came first is seen.

    Raises:
        NotFound: they are no member any more.
        Forbidden: they are blocked.
    """
    membership = _MEMBERSHIP.first(project=project.pk, annotator=annotator.pk)
    if membership is None:
        raise errors.NotFound  # taken out of the project a moment ago
    if membership.is_blocked or (
        membership.is_restricted and User.objects.filter(pk=annotator.pk, is_blocked=True).exists()
    ):
        raise errors.Forbidden(Message("blocked"))
    membership.project = project  # which we have, with its recipe parsed
    return membership


def wait_for_membership(project: Project, annotator_id: int) -> None:
    """Lock a membership for its order alone: who ends something need not be let in any more."""
    locked = Membership.objects.select_for_update(no_key=True)
    locked.filter(project=project, user=annotator_id).first()
