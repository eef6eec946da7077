"""What was said to whom, as both sides read it."""

from typing import Any

from django.db.models import QuerySet

from annotate.people.models import User
from annotate.people.serializers import PersonSerializer
from annotate.projects.models import Project
from annotate.quality.models import Feedback
from annotate.quality.selectors.queue import stage_json
from annotate.workflow.models import Assignment
from annotate.workflow.selectors.views import image_json


def sent(project: Project) -> QuerySet[Feedback]:
    """Return all that leads of the project have said, newest first."""
    found = Feedback.objects.filter(project=project)
    return found.select_related("annotator", "sent_by").order_by("-id")


def inbox(annotator: User) -> QuerySet[Feedback]:
    """Return all that was said to a person, newest first."""
    found = Feedback.objects.filter(annotator=annotator)
    return found.select_related("project", "annotation__sample__image").order_by("-id")


def unread(annotator: User) -> dict[str, int]:
    """Return how much a person has not read yet, as the list of their work shows it."""
    number = Feedback.objects.filter(annotator=annotator, read_at=None).count()
    return {"unread_feedback": number}


def _common(feedback: Feedback) -> dict[str, Any]:
    span = None if feedback.start is None else {"start": feedback.start, "end": feedback.end}
    return {
        "id": feedback.pk,
        "path": feedback.path,
        "span": span,
        "message": feedback.message,
        "created_at": feedback.created_at,
        "read_at": feedback.read_at,
    }


def sent_json(feedback: Feedback) -> dict[str, Any]:
    """Return a message as leads see it."""
    return {
        **_common(feedback),
        "annotation": feedback.annotation_id,
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
