"""Claim and submit as the least code that Django needs for them: what the product is held against.

The same tables, constraints and addresses, and two transactions; no tokens, roles, leases to
renew, checks of answers, measures, histories, figures or rounds.
"""

import json
import uuid
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.utils import timezone

from annotate.workflow.models import Annotation, Assignment, Task

# The clock of the product, which runs beside it, takes back what is over.
LEASE = timedelta(hours=1)
START = {"objects": [{"id": "a", "label": "kite", "description": "A kite above a meadow."}] * 3}


def claim(request: HttpRequest, project_id: int) -> JsonResponse:
    """Give the first open task to whoever asks."""
    user = int(request.headers["Authorization"].split()[1])
    with transaction.atomic():
        task = (
            Task.objects.select_for_update(skip_locked=True)
            .filter(project_id=project_id, stage_key="objects", state="open")
            .order_by("order_key")[0]
        )
        Task.objects.filter(pk=task.pk).update(state="held")
        assignment = Assignment.objects.create(
            project_id=project_id,
            task_id=task.pk,
            sample_id=task.sample_id,
            annotator_id=user,
            exclusion_group=task.exclusion_group,
            lease_expires_at=timezone.now() + LEASE,
        )
    shown = {"id": assignment.pk, "stage": {"kind": "objects.v1"}, "start": START}
    return JsonResponse({"assignment": shown})


def submit(request: HttpRequest, assignment_id: int) -> JsonResponse:
    """Write an answer down."""
    sent: dict[str, Any] = json.loads(request.body)
    with transaction.atomic():
        held = Assignment.objects.select_for_update().get(pk=assignment_id)
        answer = Annotation.objects.create(
            project_id=held.project_id,
            sample_id=held.sample_id,
            stage_key="objects",
            index=1,
            kind="objects.v1",
            origin="person",
            author_id=held.annotator_id,
            value=sent["answer"],
        )
        Assignment.objects.filter(pk=held.pk, state="live").update(
            state="submitted",
            submit_key=uuid.UUID(sent["key"]),
            answer=answer,
            ended_at=timezone.now(),
        )
        Task.objects.filter(pk=held.task_id).update(state="done")
    return JsonResponse({"assignment_id": held.pk})


urlpatterns = [
    path("api/v1/projects/<int:project_id>/claim", claim),
    path("api/v1/assignments/<int:assignment_id>/submit", submit),
]
