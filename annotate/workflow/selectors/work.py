"""What a person may do next, in all their projects."""

from typing import Any

from django.db.models import Count

from annotate.people.models import User
from annotate.projects.models import Guideline, Membership, Project
from annotate.workflow.models import Assignment, Task
from annotate.workflow.selectors.queue import offerable
from annotate.workflow.selectors.views import image_json


def work_of(annotator: User) -> dict[str, Any]:
    """Return the assignments a person holds, and per project which stages have work for them."""
    memberships = list(
        Membership.objects.filter(user=annotator)
        .exclude(project__state=Project.State.ARCHIVED)
        .select_related("project")
        .order_by("project_id")
    )
    done = dict(
        Assignment.objects.filter(annotator=annotator, state=Assignment.State.SUBMITTED)
        .values_list("project_id")
        .annotate(number=Count("id"))
        .order_by()
    )
    return {
        "held": [_held_json(assignment) for assignment in _held(annotator)],
        "projects": [
            _project_json(membership, annotator, done.get(membership.project_id, 0))
            for membership in memberships
        ],
    }


def _held(annotator: User) -> Any:
    return (
        Assignment.objects.filter(annotator=annotator, state=Assignment.State.LIVE)
        .select_related("project", "task", "sample__image")
        .order_by("pk")
    )


def _held_json(assignment: Assignment) -> dict[str, Any]:
    stage = assignment.project.recipe.stage(assignment.task.stage_key)
    return {
        "assignment_id": assignment.pk,
        "project": {"id": assignment.project_id, "name": assignment.project.name},
        "stage": {"key": stage.key, "title": stage.title, "kind": stage.kind},
        "image": image_json(assignment.sample.image),
        "saved_at": assignment.draft_saved_at,
        "expires_at": assignment.lease_expires_at,
    }


def _project_json(membership: Membership, annotator: User, done: int) -> dict[str, Any]:
    project = membership.project
    works = project.state == Project.State.ACTIVE and not membership.is_blocked
    stages = [
        {
            "key": stage.key,
            "title": stage.title,
            "kind": stage.kind,
            "available": works and offerable(project.pk, annotator.pk, stage.key).exists(),
        }
        for stage in project.recipe.stages
    ]
    return {
        "id": project.pk,
        "name": project.name,
        "description": project.description,
        "guidelines_unread": _unread(membership),
        "stages": stages,
        "done_by_me": done,
        "reason": _reason(membership, any(stage["available"] for stage in stages)),
    }


def _unread(membership: Membership) -> bool:
    return Guideline.objects.filter(
        project_id=membership.project_id, version__gt=membership.guidelines_read
    ).exists()


def _reason(membership: Membership, available: bool) -> str | None:
    """Return why there is nothing to do, or None when there is something."""
    if membership.is_blocked:
        return "blocked"
    if membership.project.state != Project.State.ACTIVE:
        return "paused"
    if available:
        return None
    some = Task.objects.filter(project_id=membership.project_id, state=Task.State.OPEN)
    return "no_more_for_you" if some.exists() else "nothing_open"
