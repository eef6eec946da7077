"""An annotator's work: what there is, claim, keep, submit, put back, skip."""

from dataclasses import asdict
from typing import Any, cast

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core import errors
from annotate.people.models import User
from annotate.projects import access
from annotate.projects.models import Project
from annotate.workflow import selectors, services
from annotate.workflow.models import Assignment
from annotate.workflow.serializers import (
    AssignmentSerializer,
    ClaimRequestSerializer,
    ClaimSerializer,
    DraftRequestSerializer,
    DraftSavedSerializer,
    HeartbeatRequestSerializer,
    HeartbeatSerializer,
    SkipRequestSerializer,
    SubmitRequestSerializer,
    SubmittedSerializer,
    WorkSerializer,
)


def _person(request: Request) -> User:
    return cast(User, request.user)


class WorkApi(APIView):
    @extend_schema(operation_id="workRead", responses=WorkSerializer)
    def get(self, request: Request) -> Response:
        return Response(selectors.work_of(_person(request)))


class ClaimApi(APIView):
    @extend_schema(operation_id="claim", request=ClaimRequestSerializer, responses=ClaimSerializer)
    def post(self, request: Request, project_id: int) -> Response:
        found = access.worker(request.user, project_id)
        sent = ClaimRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        if found.project.state != Project.State.ACTIVE:
            return Response(_claimed_json(services.Claimed(), reason="paused"))
        stage_key = sent.validated_data.get("stage")
        if stage_key is not None and stage_key not in found.project.recipe.stage_keys:
            raise errors.Invalid.field(
                "stage", "unknown_stage", f"The project has no stage {stage_key!r}."
            )
        take = services.prefetch if sent.validated_data.get("ahead") else services.claim
        claimed = take(project=found.project, annotator=found.user, stage_key=stage_key)
        return Response(_claimed_json(claimed, reason=claimed.reason))


def _claimed_json(claimed: services.Claimed, *, reason: str | None) -> dict[str, Any]:
    assignment, hit, gate = claimed.assignment, claimed.hit, claimed.gate
    return {
        "assignment": (
            selectors.assignment_json(assignment, claimed.annotations) if assignment else None
        ),
        "hit": selectors.hit_json(hit) if hit else None,
        "reason": reason,
        "gate": asdict(gate) if gate else None,
    }


class AssignmentApi(APIView):
    @extend_schema(operation_id="assignmentsRead", responses=AssignmentSerializer)
    def get(self, request: Request, assignment_id: int) -> Response:
        assignment = selectors.assignment_of(_person(request), assignment_id)
        return Response(selectors.assignment_json(assignment))


def _workable(request: Request, assignment_id: int) -> Assignment:
    """Return one's assignment, if one may still work in its project."""
    assignment = selectors.assignment_of(_person(request), assignment_id)
    access.worker(request.user, assignment.project_id)
    return assignment


def _lease(assignment: Assignment) -> dict[str, Any]:
    stage = assignment.project.recipe.stage(assignment.task.stage_key)
    return selectors.lease_json(assignment, stage)


class DraftApi(APIView):
    @extend_schema(
        operation_id="draftSave", request=DraftRequestSerializer, responses=DraftSavedSerializer
    )
    def put(self, request: Request, assignment_id: int) -> Response:
        # A blocked person's typing is kept as well: only what happens with it changes.
        assignment = selectors.assignment_of(_person(request), assignment_id)
        sent = DraftRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        values = sent.validated_data
        saved = services.save_draft(
            assignment=assignment,
            version=values["version"],
            answer=values["answer"],
            active_seconds=values["active_seconds"],
            scratch_reason=values["scratch_reason"] or "",
        )
        return Response(
            {
                "version": saved.draft_version,
                "saved_at": saved.draft_saved_at,
                "lease": _lease(saved),
            }
        )


class HeartbeatApi(APIView):
    @extend_schema(
        operation_id="heartbeat", request=HeartbeatRequestSerializer, responses=HeartbeatSerializer
    )
    def post(self, request: Request, assignment_id: int) -> Response:
        assignment = _workable(request, assignment_id)
        sent = HeartbeatRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        services.heartbeat(assignment=assignment, **sent.validated_data)
        return Response({"lease": _lease(assignment)})


def _submittable(request: Request, assignment_id: int) -> Assignment:
    """Return one's assignment as `submit` wants it: it reads the rest itself, under its lock."""
    assignment = selectors.own_assignment(_person(request), assignment_id)
    assignment.project = access.worker(request.user, assignment.project_id).project
    return assignment


class SubmitApi(APIView):
    @extend_schema(
        operation_id="submit", request=SubmitRequestSerializer, responses=SubmittedSerializer
    )
    def post(self, request: Request, assignment_id: int) -> Response:
        assignment = _submittable(request, assignment_id)
        sent = SubmitRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        values = sent.validated_data
        submitted = services.submit(
            assignment=assignment,
            key=values["key"],
            answer=values["answer"],
            active_seconds=values["active_seconds"],
            scratch_reason=values["scratch_reason"] or "",
        )
        return Response(
            {
                "assignment_id": submitted.assignment.pk,
                "submitted_at": submitted.assignment.ended_at,
                "repeated": submitted.repeated,
            }
        )


class ReleaseApi(APIView):
    @extend_schema(operation_id="release", request=None, responses={204: None})
    def post(self, request: Request, assignment_id: int) -> Response:
        assignment = selectors.assignment_of(_person(request), assignment_id)
        services.release(assignment=assignment, actor=_person(request))
        return Response(status=204)


class SkipApi(APIView):
    @extend_schema(operation_id="skip", request=SkipRequestSerializer, responses={204: None})
    def post(self, request: Request, assignment_id: int) -> Response:
        assignment = _workable(request, assignment_id)
        sent = SkipRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        services.skip(assignment=assignment, actor=_person(request), **sent.validated_data)
        return Response(status=204)


_ONE = "assignments/<int:assignment_id>"
urlpatterns = [
    path("work", WorkApi.as_view()),
    path("projects/<int:project_id>/claim", ClaimApi.as_view()),
    path(_ONE, AssignmentApi.as_view()),
    path(f"{_ONE}/draft", DraftApi.as_view()),
    path(f"{_ONE}/heartbeat", HeartbeatApi.as_view()),
    path(f"{_ONE}/submit", SubmitApi.as_view()),
    path(f"{_ONE}/release", ReleaseApi.as_view()),
    path(f"{_ONE}/skip", SkipApi.as_view()),
]
