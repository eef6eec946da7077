"""What leads did with many answers at once, and what they are about to do."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
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


def acts(project: Project, annotator: int | None = None) -> QuerySet[ReviewAct]:
    """The acts of a project, or those on one person's answers, in no order."""
    rows = ReviewAct.objects.filter(project=project).select_related("actor", "undone_by")
    if annotator is None:
        return rows
    theirs = ActItem.objects.filter(act=OuterRef("pk"), assignment__annotator=annotator)
    return rows.filter(Exists(theirs))


def as_acts(rows: Sequence[ReviewAct]) -> list[schemas.Act]:
    """Acts with what came of each; only the answers of these acts are counted."""
    states = {state.value: Count("pk", filter=Q(state=state)) for state in State}
    counted = (
        ActItem.objects.filter(act__in=[row.pk for row in rows])
        .order_by()
        .values("act")
        .annotate(total=Count("pk"), requeued=Coalesce(Sum("opened"), 0), **states)
    )
    by_name = cast(Iterable[dict[str, Any]], counted)
    by_act = {count.pop("act"): schemas.ActCounts(**count) for count in by_name}
    return [_act(row, by_act.get(row.pk)) for row in rows]


def _act(row: ReviewAct, counts: schemas.ActCounts | None) -> schemas.Act:
    return schemas.Act.from_row(
        row,
        actor=Person.of(row.actor),
        undone_by=Person.of(row.undone_by) if row.undone_by else None,
        counts=counts or schemas.ActCounts(**dict.fromkeys(schemas.ActCounts.model_fields, 0)),
    )


def act_detail(project: Project, act_id: int) -> schemas.ActDetail:
    """An act with what went wrong in it."""
    (act,) = as_acts([errors.existing(acts(project).filter(pk=act_id).first())])
    rows = ActItem.objects.filter(act=act_id, problem__isnull=False).order_by("pk")
    pairs = rows.values_list("assignment__answer", "problem")[:PROBLEMS]
    return schemas.ActDetail(
        **dict(act), problems=[_problem(answer, said) for answer, said in pairs if said]
    )


def _problem(answer: int, said: Mapping[str, Any]) -> JudgingFailure:
    return JudgingFailure.of(Message.from_json(said), annotation=answer)
