"""A lead's word to an annotator about a place in an answer."""

from typing import Any

from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Coalesce

from annotate.core import clock, errors
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.quality.models import Feedback
from annotate.quality.selectors.feedback import text_at
from annotate.quality.selectors.queue import reviewable


def send_feedback(
    *,
    project: Project,
    annotation_id: int,
    path: str,
    span: tuple[int, int] | None,
    message: str,
    actor: User,
) -> Feedback:
    """Tell the author of an answer something about it, or about some words of it.

    Args:
        path: of the text that is meant; empty for the answer as a whole.
        span: code points of that text, the end not included.

    Raises:
        NotFound: the project has no such answer of a person.
        Invalid: the answer has no such text, or the text no such words.
    """
    row = reviewable(project, annotation_id)
    if row.answer is None:
        raise errors.NotFound
    _check_place(row.answer.value, path, span)
    start, end = span or (None, None)
    with transaction.atomic():
        feedback = Feedback.objects.create(
            project=project,
            annotation=row.answer,
            annotator=row.annotator,
            sent_by=actor,
            path=path,
            start=start,
            end=end,
            message=message,
            created_at=clock.now(),
        )
        audit(
            project=project,
            actor=actor,
            verb="feedback.sent",
            target=str(annotation_id),
            annotator=row.annotator.username,
        )
    return feedback


def _check_place(value: Any, path: str, span: tuple[int, int] | None) -> None:
    text = text_at(value, path) if path else None
    if path and text is None:
        raise errors.Invalid.field("path", Message("no_such_text", path=path))
    if span is None:
        return
    if text is None:
        raise errors.Invalid.field("path", Message("path_missing"))
    start, end = span
    if not 0 <= start < end <= len(text):
        message = Message("span_outside", start=start, end=end, length=len(text))
        raise errors.Invalid.field("span", message)


def mark_read(*, feedback: Feedback) -> None:
    """Note that its annotator has read it; a second time changes nothing."""
    Feedback.objects.filter(pk=feedback.pk, read_at=None).update(read_at=clock.now())


def reply(*, feedback: Feedback, message: str) -> None:
    """Answer what one was told, once, in a few words; the same words again change nothing.

    Raises:
        Conflict: they have answered before, in other words.
    """
    at = clock.now()
    said = {"reply": message, "replied_at": at, "read_at": Coalesce("read_at", Value(at))}
    row = Feedback.objects.filter(pk=feedback.pk)
    if row.filter(replied_at=None).update(**said):
        return
    if not row.filter(reply=message).exists():
        raise errors.Conflict(Message("replied"))
