"""What a person may do next, in all their projects."""

from dataclasses import asdict
from typing import Any

from django.db.models import Count, Q, QuerySet

from annotate.people.models import User
from annotate.projects.models import Guideline, Membership, Project
from annotate.projects.recipes import StageSpec
from annotate.workflow import hooks
from annotate.workflow.models import Assignment, Hit, Task
from annotate.workflow.selectors.queue import offerable, other_bars
from annotate.workflow.selectors.views import image_json

# The (project, stage) of tasks taken ahead.
Ahead = set[tuple[int, str]]


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
    held = list(_held(annotator))
    # Not begun, so nothing to go on with; but a claim gives it, whatever else is open.
    ahead = {(each.project_id, each.task.stage_key) for each in held if each.is_ahead}
    return {
        **_notices(annotator),
        "held": [_held_json(assignment) for assignment in held if not assignment.is_ahead],
        "hits": [_hit_json(hit) for hit in _live_hits(annotator)],
        "projects": [
            _project_json(membership, annotator, done.get(membership.project_id, 0), ahead)
            for membership in memberships
        ],
    }


def _held(annotator: User) -> Any:
    return (
        Assignment.objects.filter(annotator=annotator, state=Assignment.State.LIVE, hit=None)
        .select_related("project", "task", "sample__image")
        .order_by("pk")
    )


def _notices(annotator: User) -> dict[str, int]:
    said = {"unread_feedback": 0}
    for notice in hooks.notices:
        said.update(notice(annotator))
    return said


def _live_hits(annotator: User) -> QuerySet[Any]:
    live = Count("assignments", filter=Q(assignments__state=Assignment.State.LIVE))
    hits = Hit.objects.filter(annotator=annotator, state=Hit.State.LIVE)
    return hits.select_related("project").annotate(count=live).order_by("pk")


def _hit_json(hit: Any) -> dict[str, Any]:
    stage = hit.project.recipe.stage(hit.stage_key)
    return {
        "hit_id": hit.pk,
        "project": {"id": hit.project_id, "name": hit.project.name},
        "stage": {"key": stage.key, "title": stage.title, "kind": stage.kind},
        "purpose": hit.purpose,
        "count": hit.count,
        "deadline": hit.deadline,
    }


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


def _project_json(
    membership: Membership, annotator: User, done: int, ahead: Ahead
) -> dict[str, Any]:
    project = membership.project
    stages, gate = _stages(membership, annotator, ahead)
    return {
        "id": project.pk,
        "name": project.name,
        "description": project.description,
        "guidelines_unread": _unread(membership),
        "stages": stages,
        "done_by_me": done,
        "reason": _reason(membership, annotator, gate, any(stage["available"] for stage in stages)),
        "gate": asdict(gate) if gate is not None else None,
    }


def _stages(
    membership: Membership, annotator: User, ahead: Ahead
) -> tuple[list[dict[str, Any]], hooks.Gate | None]:
    """Return the stages with what is available, and the first gate that keeps from one of them."""
    project = membership.project
    works = project.state == Project.State.ACTIVE and not _is_blocked(membership, annotator)
    first: hooks.Gate | None = None
    stages = []
    for stage in project.recipe.asked_stages:
        is_ahead = (project.pk, stage.key) in ahead
        available = works and (is_ahead or _offers(membership, annotator, stage))
        if works:
            gate = hooks.gate_of(project, annotator, stage)
            first, available = first or gate, available and gate is None
        stages.append(
            {
                "key": stage.key,
                "title": stage.title,
                "kind": stage.kind,
                "available": available,
                "hit": stage.hit.model_dump() if stage.hit is not None else None,
            }
        )
    return stages, first


def _offers(membership: Membership, annotator: User, stage: StageSpec) -> bool:
    return offerable(
        membership.project_id,
        annotator.pk,
        stage.key,
        bars=other_bars(membership.project.recipe, stage),
        is_restricted=membership.is_restricted,
    ).exists()


def _is_blocked(membership: Membership, annotator: User) -> bool:
    return membership.is_blocked or annotator.is_blocked


def _unread(membership: Membership) -> bool:
    return Guideline.objects.filter(
        project_id=membership.project_id, version__gt=membership.guidelines_read
    ).exists()


def _reason(
    membership: Membership, annotator: User, gate: hooks.Gate | None, available: bool
) -> str | None:
    """Return why there is nothing to do, or None when there is something."""
    if _is_blocked(membership, annotator):
        return "blocked"
    if membership.project.state != Project.State.ACTIVE:
        return "paused"
    if available:
        return None
    if gate is not None:
        return "gated"
    some = Task.objects.filter(project_id=membership.project_id, state=Task.State.OPEN)
    return "no_more_for_you" if some.exists() else "nothing_open"
