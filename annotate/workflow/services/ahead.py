"""Take the next task ahead, so that it is on the screen the moment the one before it is handed in.

See docs/decisions/0047. What is taken ahead is held, but not begun: its lease is short, nobody's
time runs, and the next claim begins it.
"""

from django.db import transaction

from annotate.core import clock
from annotate.core.prepared import Parameter, Prepared
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Assignment, Task
from annotate.workflow.services import claiming
from annotate.workflow.services.claiming import Claimed
from annotate.workflow.services.leasing import renew_ahead
from annotate.workflow.services.searching import Seeker

# Where less than this is open, nobody takes two: the last tasks are for whoever has none.
PLENTY = 20
NOT_AHEAD = Claimed(reason="not_ahead")

# One row, or none: the entry that only a stage with plenty of open tasks has. A read of so many
# entries of the index, however many are open.
_PLENTY = Prepared(
    lambda: Task.objects.filter(
        project=Parameter("project"), stage_key=Parameter("stage"), state=Task.State.OPEN
    ).order_by("order_key")[PLENTY - 1 : PLENTY]
)


def claim_ahead(*, project: Project, annotator: User, stage_key: str | None = None) -> Claimed:
    """Hold the next task of the stage in which `annotator` is at work, or say that there is none.

    It is given to whoever holds exactly one single task and has begun it, at most one at a time,
    and found in the same way and the same order as any other, gold included. Asked again it is the
    same one.

    Raises:
        NotFound: they are no member any more.
        Forbidden: they have just been blocked.
    """
    at = clock.now()
    with transaction.atomic():
        seeker = claiming.seeker_of(project, annotator, at)
        live = claiming.held_by(seeker)
        stage = _stage_at_work(project, live, stage_key)
        if stage is None:
            return NOT_AHEAD
        taken = next((each for each in live if each.is_ahead), None)
        if taken is not None:
            is_same = taken.task.stage_key == stage.key
            return Claimed(taken) if is_same and renew_ahead(taken, at=at) else NOT_AHEAD
        return _take(seeker, stage) or NOT_AHEAD


def _stage_at_work(
    project: Project, live: list[Assignment], stage_key: str | None
) -> StageSpec | None:
    """Return the stage of the one single task that somebody has begun, if it is the one asked for.

    Gold is such a task as well: an answer that told it from work would give it away.
    """
    begun = [each for each in live if not each.is_ahead]
    if len(begun) != 1 or begun[0].hit_id is not None:
        return None
    key = begun[0].task.stage_key
    return project.recipe.stage(key) if stage_key in (None, key) else None


def _take(seeker: Seeker, stage: StageSpec) -> Claimed | None:
    # Who came through a channel is there for so many tasks, and the platform counts them.
    if not seeker.annotator.has_usable_password():
        return None
    if claiming.gates_of(seeker.project, seeker.annotator, [stage]):
        return None
    if _PLENTY.first(project=seeker.project.pk, stage=stage.key) is None:
        return None
    return claiming.single(seeker, [stage], is_ahead=True)
