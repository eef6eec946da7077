"""What became of somebody's work, as Feedback presents it: never whose the other text is.

Only one other text is shown, and not how many there were: who could count the rounds after their
own would know whether they had begun with a machine's text.
"""

from collections.abc import Sequence
from typing import cast

from django.db.models import QuerySet

from annotate.core import errors
from annotate.people.models import User
from annotate.projects.access import Asker
from annotate.quality.models import OutcomeNotice
from annotate.quality.schemas import notices as schemas
from annotate.workflow import answers
from annotate.workflow.models import Annotation, Assignment
from annotate.workflow.schemas.parts import NamedProject, ShownImage, StageName
from annotate.workflow.schemas.work import LaterAnswer
from annotate.workflow.selectors.annotations import annotations_of_many
from annotate.workflow.selectors.history import compared_with, state_of, texts_after


def notices(annotator: User) -> QuerySet[OutcomeNotice]:
    """What somebody is told, newest first."""
    return (
        OutcomeNotice.objects.filter(annotator=annotator)
        .select_related(
            "assignment__project",
            "assignment__task",
            "assignment__sample__image",
            "assignment__answer__outcome",
        )
        .order_by("-id")
    )


def own(asker: Asker, notice_id: int) -> OutcomeNotice:
    """A notice, for the one it is for."""
    mine = OutcomeNotice.objects.filter(annotator=cast(User, asker))
    return errors.existing(mine.filter(pk=notice_id).first())


def unread(annotator: User) -> int:
    return OutcomeNotice.objects.filter(annotator=annotator, read_at=None).count()


def as_received(page: list[OutcomeNotice]) -> list[schemas.OutcomeNotice]:
    """The notices of a page, with one reading of all texts that they are about."""
    known = annotations_of_many({notice.sample_id for notice in page})
    return [_as_received(notice, known.get(notice.sample_id, ())) for notice in page]


def _as_received(notice: OutcomeNotice, known: Sequence[Annotation]) -> schemas.OutcomeNotice:
    work = notice.assignment
    later = texts_after(work, known)
    state = state_of(work, later)
    other = _other(notice, later) if state in ("continued", "finished") else None
    return schemas.OutcomeNotice.from_row(
        notice,
        occasion=notice.occasion,
        state=state,
        project=NamedProject.of(work.project),
        stage=StageName.of(work.project.recipe.stage(work.task.stage_key)),
        image=ShownImage.looked_back_on(work.sample),
        assignment=work.pk,
        mine=answers.as_shown(work.answer, work.ids_key, with_lineage=True) if work.answer else {},
        other=_compared(work, other) if other is not None else None,
    )


def _other(notice: OutcomeNotice, later: Sequence[Annotation]) -> Annotation | None:
    """The text beside one's own: what stands in its place, or what the sample ended with."""
    if notice.occasion == OutcomeNotice.Occasion.FINISHED:
        return later[-1] if later else None
    mine = notice.assignment.answer_id
    return next((text for text in later if text.from_scratch and text.parent_id == mine), None)


def _compared(work: Assignment, other: Annotation) -> LaterAnswer:
    """The two texts, and why one's own was left; not why somebody else's was."""
    compared = compared_with(work, other)
    if other.parent_id == work.answer_id:
        return compared
    return compared.model_copy(update={"from_scratch": False, "scratch_reason": ""})
