"""What a person may do next, in all their projects."""

from typing import Any

from django.db.models import Count, Q, QuerySet

from annotate.people.models import User
from annotate.projects.models import Membership, Project, Role
from annotate.projects.recipes import StageSpec
from annotate.workflow import hooks
from annotate.workflow.models import Assignment, Hit
from annotate.workflow.schemas import work as schemas
from annotate.workflow.schemas.parts import NamedProject, ShownImage, StageName
from annotate.workflow.selectors.queue import offerable, other_bars, why_nothing

# The (project, stage) of tasks taken ahead.
Ahead = set[tuple[int, str]]


def work_of(annotator: User) -> schemas.Work:
    """The assignments a person holds, and per project which stages have work for them."""
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
    ahead = {
        (assignment.project_id, assignment.task.stage_key)
        for assignment in held
        if assignment.is_ahead
    }
    return schemas.Work(
        held=[_held_task(assignment) for assignment in held if not assignment.is_ahead],
        hits=[_held_hit(hit) for hit in _live_hits(annotator)],
        projects=[
            _project(membership, annotator, done.get(membership.project_id, 0), ahead)
            for membership in memberships
        ],
        unread_feedback=sum(count(annotator) for count in hooks.unread_feedback),
        leads=any(_reads_others(membership, annotator) for membership in memberships),
    )


def _held(annotator: User) -> QuerySet[Assignment]:
    return (
        Assignment.objects.filter(annotator=annotator, state=Assignment.State.LIVE, hit=None)
        .select_related("project", "task", "sample__image")
        .order_by("started_at", "pk")
    )


def _live_hits(annotator: User) -> QuerySet[Any]:
    live = Count("assignments", filter=Q(assignments__state=Assignment.State.LIVE))
    hits = Hit.objects.filter(annotator=annotator, state=Hit.State.LIVE)
    return hits.select_related("project").annotate(count=live).order_by("started_at", "pk")


def _held_hit(hit: Any) -> schemas.HeldHit:
    return schemas.HeldHit(
        hit_id=hit.pk,
        project=NamedProject.of(hit.project),
        stage=StageName.of(hit.project.recipe.stage(hit.stage_key)),
        purpose=hit.purpose,
        count=hit.count,
        deadline=hit.deadline,
    )


def _held_task(assignment: Assignment) -> schemas.HeldTask:
    return schemas.HeldTask(
        assignment_id=assignment.pk,
        project=NamedProject.of(assignment.project),
        stage=StageName.of(assignment.project.recipe.stage(assignment.task.stage_key)),
        image=ShownImage.of(assignment.sample.image),
        saved_at=assignment.draft_saved_at,
        expires_at=assignment.lease_expires_at,
    )


def _project(
    membership: Membership, annotator: User, done: int, ahead: Ahead
) -> schemas.ProjectOfWork:
    project = membership.project
    stages, gate = _stages(membership, annotator, ahead)
    return schemas.ProjectOfWork.from_row(
        project,
        guidelines_unread=membership.guidelines_read < project.guidelines_version,
        stages=stages,
        done_by_me=done,
        reason=_reason(membership, annotator, gate, any(stage.available for stage in stages)),
        gate=gate,
    )


def _stages(
    membership: Membership, annotator: User, ahead: Ahead
) -> tuple[list[schemas.StageAvailable], schemas.Gate | None]:
    """The stages that ask for this person with what is available, and the first gate before one."""
    project = membership.project
    works = project.state == Project.State.ACTIVE and not _is_blocked(membership, annotator)
    first: schemas.Gate | None = None
    stages = []
    for stage in project.recipe.asked_stages:
        if not stage.is_for(membership.teams):
            continue
        is_ahead = (project.pk, stage.key) in ahead
        available = works and (is_ahead or _offers(membership, annotator, stage))
        if works:
            gate = hooks.gate_of(membership, annotator, stage)
            first, available = first or gate, available and gate is None
        stages.append(schemas.StageAvailable.from_row(stage, available=available))
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


def _reads_others(membership: Membership, annotator: User) -> bool:
    return membership.role != Role.ANNOTATOR and not _is_blocked(membership, annotator)


def _reason(
    membership: Membership, annotator: User, gate: schemas.Gate | None, available: bool
) -> schemas.NoWork | None:
    """Why there is nothing to do, or None when there is something."""
    if _is_blocked(membership, annotator):
        return "blocked"
    if membership.project.state != Project.State.ACTIVE:
        return "paused"
    if available:
        return None
    if gate is not None:
        return "gated"
    project = membership.project
    return why_nothing(project.pk, project.recipe.asked_stages, membership.teams)
