"""What leads did with many answers at once, and what they are about to do."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from annotate.core import errors
from annotate.messages import Message
from annotate.people.schemas import Person
from annotate.projects.models import Project
from annotate.quality.models import ActItem, ReviewAct
from annotate.quality.schemas import answers as schemas
from annotate.quality.schemas.review import Consequences, JudgingFailure
from annotate.quality.selectors.answers import found
from annotate.quality.selectors.queue import unjudged
from annotate.workflow.models import Assignment
from annotate.workflow.selectors import resting

State = ActItem.State
PROBLEMS = 100


def consequences(project: Project, wanted: schemas.Rejections) -> Consequences:
    """What rejecting answers would do to what others made of them."""
    if wanted.matching is not None:
        work = found(project, wanted.matching)
    elif wanted.user is None:
        work = Assignment.objects.filter(answer__in=wanted.annotations)
    else:
        work = unjudged(wanted.user).filter(project=project)
        if wanted.batch is not None:
            work = work.filter(sample__batch=wanted.batch)
    return Consequences.from_row(resting.consequences(project, work))


def acts(project: Project) -> QuerySet[ReviewAct]:
    """The acts of a project with what came of each, in no order."""
    counted = {
        state.value: Count("items", filter=Q(items__state=state))
        for state in (State.PENDING, State.UNCHANGED, State.FAILED, State.UNDONE, State.KEPT)
    }
    rows = ReviewAct.objects.filter(project=project).select_related("actor", "undone_by")
    # "done" is a state of acts as well.
    return rows.annotate(
        total=Count("items"),
        finished=Count("items", filter=Q(items__state=State.DONE)),
        requeued=Coalesce(Sum("items__opened"), 0),
        **counted,
    )


def act_named(project: Project, act_id: int) -> ReviewAct:
    return errors.existing(acts(project).filter(pk=act_id).first())


def as_act(row: ReviewAct) -> schemas.Act:
    names = schemas.ActCounts.model_fields.keys() - {"done"}
    counts = {name: getattr(row, name) for name in names}
    return schemas.Act.from_row(
        row,
        actor=Person.of(row.actor),
        undone_by=Person.of(row.undone_by) if row.undone_by else None,
        counts=schemas.ActCounts(done=row.finished, **counts),  # type: ignore[attr-defined]
    )


def act_detail(project: Project, act_id: int) -> schemas.ActDetail:
    """An act with what went wrong in it."""
    act = as_act(act_named(project, act_id))
    rows = ActItem.objects.filter(act=act_id, problem__isnull=False).order_by("pk")
    pairs = rows.values_list("assignment__answer", "problem")[:PROBLEMS]
    return schemas.ActDetail(
        **dict(act), problems=[_problem(answer, said) for answer, said in pairs if said]
    )


def _problem(answer: int, said: Mapping[str, Any]) -> JudgingFailure:
    return JudgingFailure.of(Message.from_json(said), annotation=answer)
