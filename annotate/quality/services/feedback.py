"""A lead's word to an annotator about a place in an answer."""

import re
from typing import Any

from django.db import transaction

from annotate.core import clock, errors
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.quality.models import Feedback
from annotate.quality.selectors.queue import reviewable

_STEP = re.compile(r"([A-Za-z_]\w*)|\[(\d{1,4})\]")


def text_at(value: Any, path: str) -> str | None:
    """Return the text at a JSON path of an answer, None where there is none.

    >>> text_at({"objects": [{"description": "A tree."}]}, "objects[0].description")
    'A tree.'
    >>> text_at({"text": "A tree."}, "objects") is None
    True
    """
    if not re.fullmatch(r"[A-Za-z_]\w*(\[\d{1,4}\]|\.[A-Za-z_]\w*)*", path):
        return None
    for name, place in _STEP.findall(path):
        try:
            value = value[name] if name else value[int(place)]
        except (KeyError, IndexError, TypeError):
            return None
    return value if isinstance(value, str) else None


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
        raise errors.Invalid.field("path", "no_such_text", f"The answer has no text at {path!r}.")
    if span is None:
        return
    if text is None:
        raise errors.Invalid.field("path", "path_missing", "Say which text the words are in.")
    start, end = span
    if not 0 <= start < end <= len(text):
        raise errors.Invalid.field(
            "span",
            "span_outside",
            f"The words lie from {start} to {end}; the text has {len(text)} characters.",
        )


def mark_read(*, annotator: User, feedback_id: int) -> None:
    """Note that a person has read what they were told; a second time changes nothing.

    Raises:
        NotFound: it was not sent to this person.
    """
    mine = Feedback.objects.filter(pk=feedback_id, annotator=annotator)
    if not mine.exists():
        raise errors.NotFound
    mine.filter(read_at=None).update(read_at=clock.now())
