"""An annotator's work: what there is, claim, keep, submit, put back, skip; and their history."""

from typing import cast

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.operations import operation
from annotate.core.schemas import Page, PageQuery
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects import access
from annotate.projects.access import Access
from annotate.projects.models import Project
from annotate.workflow import models, selectors, services
from annotate.workflow.schemas import history, work


def _person(request: Request) -> User:
    return cast(User, request.user)


def workable(annotator: User, assignment_id: int) -> models.Assignment:
    """One's assignment, if one may still work in its project."""
    assignment = selectors.assignment_of(annotator, assignment_id)
    access.worker(annotator, assignment.project_id)
    return assignment


def submittable(annotator: User, assignment_id: int) -> models.Assignment:
    """One's assignment as `submit` wants it: it reads the rest itself, under its lock."""
    assignment = selectors.own_assignment(annotator, assignment_id)
    assignment.project = access.worker(annotator, assignment.project_id).project
    return assignment


def submittable_hit(annotator: User, hit_id: int) -> models.Hit:
    hit = selectors.own_hit(annotator, hit_id)
    access.worker(annotator, hit.project_id)
    return hit


class WorkApi(APIView):
    @operation("workRead")
    def get(self, request: Request) -> work.Work:
        return selectors.work_of(_person(request))


class ClaimApi(APIView):
    @operation("claim", allow=access.worker)
    def post(self, granted: Access, body: work.ClaimOptions) -> work.Claim:
        project = granted.project
        if project.state != Project.State.ACTIVE:
            return work.Claim(assignment=None, hit=None, reason="paused", gate=None)
        if body.stage is not None and body.stage not in project.recipe.stage_keys:
            message = Message("project_without_stage", stage=body.stage)
            raise errors.Invalid.field("stage", message, code="unknown_stage")
        claim = services.prefetch if body.ahead else services.claim
        claimed = claim(project=project, annotator=granted.user, stage_key=body.stage)
        assignment, hit = claimed.assignment, claimed.hit
        return work.Claim(
            assignment=selectors.assignment_schema(assignment, claimed.annotations)
            if assignment
            else None,
            hit=selectors.hit_schema(hit) if hit else None,
            reason=claimed.reason,
            gate=claimed.gate,
        )


class AssignmentApi(APIView):
    @operation("assignmentsRead", allow=selectors.assignment_of)
    def get(self, granted: models.Assignment) -> work.Assignment:
        return selectors.assignment_schema(granted)


class DraftApi(APIView):
    # A blocked person's typing is kept as well: only what happens with it changes.
    @operation("draftSave", allow=selectors.assignment_of)
    def put(self, granted: models.Assignment, body: work.DraftEdit) -> work.DraftSaved:
        saved = services.save_draft(
            assignment=granted,
            version=body.version,
            answer=body.answer,
            active_seconds=body.active_seconds,
            scratch_reason=body.scratch_reason or "",
        )
        return work.DraftSaved(
            version=saved.draft_version,
            saved_at=saved.draft_saved_at,
            lease=selectors.lease_of(saved),
        )


class HeartbeatApi(APIView):
    @operation("heartbeat", allow=workable)
    def post(self, granted: models.Assignment, body: work.ActiveTime) -> work.Heartbeat:
        services.heartbeat(assignment=granted, active_seconds=body.active_seconds)
        return work.Heartbeat(lease=selectors.lease_of(granted))


class CheckApi(APIView):
    @operation("check", allow=selectors.assignment_of)
    def post(self, granted: models.Assignment, body: work.AnswerToCheck) -> work.Findings:
        return work.Findings(problems=selectors.findings(granted, body.answer))


class LabelsApi(APIView):
    @operation("labelsList", allow=submittable)
    def get(self, granted: models.Assignment, query: work.LabelsQuery) -> work.Labels:
        """What people of the project have called things so far, for whoever types a label."""
        return selectors.labels(granted.project_id, prefix=query.prefix, limit=query.limit)


class SubmitApi(APIView):
    @operation("submit", allow=submittable)
    def post(self, granted: models.Assignment, body: work.Submission) -> work.Submitted:
        submitted = services.submit(
            assignment=granted,
            key=body.key,
            answer=body.answer,
            active_seconds=body.active_seconds,
            scratch_reason=body.scratch_reason or "",
        )
        return work.Submitted(
            assignment_id=submitted.assignment.pk,
            submitted_at=submitted.assignment.ended_at,
            repeated=submitted.repeated,
        )


class ReleaseApi(APIView):
    @operation("release", allow=selectors.assignment_of)
    def post(self, granted: models.Assignment) -> None:
        services.release(assignment=granted, actor=granted.annotator)


class SkipApi(APIView):
    @operation("skip", allow=workable)
    def post(self, granted: models.Assignment, body: work.Skip) -> None:
        services.skip(
            assignment=granted, actor=granted.annotator, reason=body.reason, comment=body.comment
        )


class HitApi(APIView):
    @operation("hitsRead", allow=selectors.own_hit)
    def get(self, granted: models.Hit) -> work.Hit:
        return selectors.hit_schema(granted)


class HitSubmitApi(APIView):
    @operation("hitsSubmit", allow=submittable_hit)
    def post(self, granted: models.Hit, body: work.HitSubmission) -> work.HitSubmitted:
        submitted = services.submit_hit(hit=granted, key=body.key, answers=body.answers)
        return work.HitSubmitted(
            hit_id=submitted.hit.pk,
            submitted_at=submitted.hit.ended_at,
            repeated=submitted.repeated,
        )


class HitReleaseApi(APIView):
    @operation("hitsRelease", allow=selectors.own_hit)
    def post(self, granted: models.Hit) -> None:
        services.release_hit(hit=granted, actor=granted.annotator)


class HistoryApi(APIView):
    @operation("historyList")
    def get(self, request: Request, query: PageQuery) -> Page[history.HistoryItem]:
        return selectors.history_page(request, _person(request))


class HistoryItemApi(APIView):
    @operation("historyRead")
    def get(self, request: Request, assignment_id: int) -> history.HistoryDetail:
        return selectors.history_detail(_person(request), assignment_id)


_ONE = "assignments/<int:assignment_id>"
_HIT = "hits/<int:hit_id>"
urlpatterns = [
    path("work", WorkApi.as_view()),
    path("projects/<int:project_id>/claim", ClaimApi.as_view()),
    path(_ONE, AssignmentApi.as_view()),
    path(f"{_ONE}/draft", DraftApi.as_view()),
    path(f"{_ONE}/heartbeat", HeartbeatApi.as_view()),
    path(f"{_ONE}/check", CheckApi.as_view()),
    path(f"{_ONE}/labels", LabelsApi.as_view()),
    path(f"{_ONE}/submit", SubmitApi.as_view()),
    path(f"{_ONE}/release", ReleaseApi.as_view()),
    path(f"{_ONE}/skip", SkipApi.as_view()),
    path(_HIT, HitApi.as_view()),
    path(f"{_HIT}/submit", HitSubmitApi.as_view()),
    path(f"{_HIT}/release", HitReleaseApi.as_view()),
    path("history", HistoryApi.as_view()),
    path("history/<int:assignment_id>", HistoryItemApi.as_view()),
]
