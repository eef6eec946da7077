"""What was said to whom, as both sides read it."""

from collections.abc import Sequence
from typing import cast

from django.db.models import Count, Q, QuerySet

from annotate.core import errors
from annotate.core.rows import filters
from annotate.people.models import User
from annotate.people.schemas import Person
from annotate.projects.access import Asker
from annotate.projects.models import Project
from annotate.quality.models import Feedback
from annotate.quality.schemas import review as schemas
from annotate.quality.selectors.queue import stage_name
from annotate.workflow import answers
from annotate.workflow.models import Assignment
from annotate.workflow.schemas.parts import NamedProject, ShownImage

# What leads ask for: what has not been read, what has, and what was answered.
RECEIPTS = {
    "unread": Q(read_at__isnull=True),
    "read": Q(read_at__isnull=False),
    "answered": Q(replied_at__isnull=False),
}


def sent(project: Project, query: schemas.SentFeedbackQuery) -> QuerySet[Feedback]:
    """What leads of the project have said, newest first."""
    wanted = filters(annotation=query.annotation, annotator=query.annotator)
    rows = Feedback.objects.filter(project=project, **wanted)
    if query.receipt is not None:
        rows = rows.filter(RECEIPTS[query.receipt])
    return rows.select_related(
        "project", "annotator", "sent_by", "annotation__sample__image"
    ).order_by("-id")


def inbox(annotator: User, assignment: int | None = None) -> QuerySet[Feedback]:
    """What was said to a person, newest first; about one assignment where one is named."""
    about = filters(annotation__assignment=assignment)
    rows = Feedback.objects.filter(annotator=annotator, **about)
    return rows.select_related("project", "annotation__sample__image").order_by("-id")


def own(asker: Asker, feedback_id: int) -> Feedback:
    """A message, for the one it was sent to."""
    mine = Feedback.objects.filter(annotator=cast(User, asker))
    return errors.existing(mine.filter(pk=feedback_id).first())


def unread(annotator: User) -> int:
    return Feedback.objects.filter(annotator=annotator, read_at=None).count()


def remarks_on(annotation_ids: Sequence[int]) -> dict[int, tuple[int, int]]:
    """How many messages there are about each answer, and how many are unread."""
    sums = (
        Feedback.objects.filter(annotation__in=annotation_ids)
        .values_list("annotation")
        .annotate(number=Count("id"), unread=Count("id", filter=Q(read_at=None)))
    )
    return {pk: (number, unread) for pk, number, unread in sums.order_by()}


def _quote(feedback: Feedback) -> str:
    """The words that were meant; empty where it was about all of the text."""
    text = answers.text_at(feedback.annotation.value, feedback.path)
    return "" if feedback.start is None or text is None else text[feedback.start : feedback.end]


def _as_schema(feedback: Feedback) -> schemas.Feedback:
    start, end = feedback.start, feedback.end
    return schemas.Feedback.from_row(
        feedback,
        span=None if start is None or end is None else schemas.Span(start=start, end=end),
        stage=stage_name(feedback.project, feedback.annotation.stage_key),
        image=ShownImage.looked_back_on(feedback.annotation.sample),
    )


def as_sent(feedback: Feedback) -> schemas.SentFeedback:
    return schemas.SentFeedback(
        **dict(_as_schema(feedback)),
        annotation=feedback.annotation_id,
        quote=_quote(feedback),
        annotator=Person.of(feedback.annotator),
        sent_by=Person.of(feedback.sent_by),
    )


def as_received(page: list[Feedback]) -> list[schemas.ReceivedFeedback]:
    ids = [feedback.annotation_id for feedback in page]
    rows = Assignment.objects.filter(answer__in=ids).only("answer_id", "ids_key")
    by_answer = {row.answer_id: row for row in rows}
    return [
        schemas.ReceivedFeedback(
            **dict(_as_schema(feedback)),
            project=NamedProject.of(feedback.project),
            assignment=row.pk if row is not None else None,
            mine=answers.as_shown(
                feedback.annotation, row.ids_key if row is not None else "", with_lineage=True
            ),
        )
        for feedback in page
        for row in [by_answer.get(feedback.annotation_id)]
    ]
