"""What was said to whom, as both sides read it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count, Q, QuerySet

from annotate.core import errors
from annotate.people.models import User
from annotate.people.serializers import PersonSerializer
from annotate.projects.models import Project
from annotate.quality.models import Feedback
from annotate.quality.selectors.queue import number_in, stage_json
from annotate.workflow.models import Assignment
from annotate.workflow.selectors.views import image_json

_STEP = re.compile(r"([A-Za-z_]\w*)|\[(\d{1,4})\]")
# What leads ask for: what has not been read, what has, and what was answered.
RECEIPTS = {
    "unread": Q(read_at__isnull=True),
    "read": Q(read_at__isnull=False),
    "answered": Q(replied_at__isnull=False),
}


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


def sent(project: Project, filters: Mapping[str, str]) -> QuerySet[Feedback]:
    """Return what leads of the project have said, newest first.

    The filters: annotation, annotator, and receipt as in `RECEIPTS`.
    """
    found = Feedback.objects.filter(project=project)
    for name in ("annotation", "annotator"):
        if filters.get(name):
            found = found.filter(**{f"{name}_id": number_in(filters, name)})
    receipt = filters.get("receipt")
    if receipt:
        if receipt not in RECEIPTS:
            known = ", ".join(RECEIPTS)
            raise errors.Invalid.field("receipt", "unknown_receipt", f"It is one of {known}.")
        found = found.filter(RECEIPTS[receipt])
    related = found.select_related("project", "annotator", "sent_by", "annotation__sample__image")
    return related.order_by("-id")


def inbox(annotator: User, filters: Mapping[str, str] | None = None) -> QuerySet[Feedback]:
    """Return what was said to a person, newest first; about one assignment where one is named."""
    found = Feedback.objects.filter(annotator=annotator)
    if filters and filters.get("assignment"):
        found = found.filter(annotation__assignment=number_in(filters, "assignment"))
    return found.select_related("project", "annotation__sample__image").order_by("-id")


def unread(annotator: User) -> dict[str, int]:
    """Return how much a person has not read yet, as the list of their work shows it."""
    number = Feedback.objects.filter(annotator=annotator, read_at=None).count()
    return {"unread_feedback": number}


def remarks_on(annotation_ids: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Return how many messages there are about each answer, and how many are unread."""
    found = Feedback.objects.filter(annotation__in=annotation_ids)
    sums = found.values_list("annotation").annotate(
        number=Count("id"), unread=Count("id", filter=Q(read_at=None))
    )
    return {pk: (number, unread) for pk, number, unread in sums.order_by()}


def _common(feedback: Feedback) -> dict[str, Any]:
    span = None if feedback.start is None else {"start": feedback.start, "end": feedback.end}
    return {
        "id": feedback.pk,
        "path": feedback.path,
        "span": span,
        "message": feedback.message,
        "created_at": feedback.created_at,
        "read_at": feedback.read_at,
        "reply": feedback.reply,
        "replied_at": feedback.replied_at,
    }


def _quote(feedback: Feedback) -> str:
    """Return the words that were meant; empty where it was about all of the text."""
    text = text_at(feedback.annotation.value, feedback.path)
    return "" if feedback.start is None or text is None else text[feedback.start : feedback.end]


def sent_json(feedback: Feedback) -> dict[str, Any]:
    """Return a message as leads see it."""
    return {
        **_common(feedback),
        "annotation": feedback.annotation_id,
        "stage": stage_json(feedback.project, feedback.annotation.stage_key),
        "image": image_json(feedback.annotation.sample.image),
        "quote": _quote(feedback),
        "annotator": PersonSerializer(feedback.annotator).data,
        "sent_by": PersonSerializer(feedback.sent_by).data,
    }


def inbox_json(page: list[Feedback]) -> list[dict[str, Any]]:
    """Return messages as their annotator sees them: with their own answer, and no lead's name."""
    ids = [feedback.annotation_id for feedback in page]
    assignments = dict(Assignment.objects.filter(answer__in=ids).values_list("answer_id", "pk"))
    return [
        {
            **_common(feedback),
            "project": {"id": feedback.project_id, "name": feedback.project.name},
            "stage": stage_json(feedback.project, feedback.annotation.stage_key),
            "image": image_json(feedback.annotation.sample.image),
            "assignment": assignments.get(feedback.annotation_id),
            "mine": feedback.annotation.value,
        }
        for feedback in page
    ]
