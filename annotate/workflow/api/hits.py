"""HITs: read, submit as one, give back; and what there is to say about an answer on the way."""

from typing import cast

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.people.models import User
from annotate.projects import access
from annotate.workflow import selectors, services
from annotate.workflow.serializers import (
    CheckRequestSerializer,
    FindingsSerializer,
    HitSerializer,
    HitSubmitRequestSerializer,
    HitSubmittedSerializer,
)


def _person(request: Request) -> User:
    return cast(User, request.user)


class HitApi(APIView):
    @extend_schema(operation_id="hitsRead", responses=HitSerializer)
    def get(self, request: Request, hit_id: int) -> Response:
        return Response(selectors.hit_json(selectors.own_hit(_person(request), hit_id)))


class HitSubmitApi(APIView):
    @extend_schema(
        operation_id="hitsSubmit",
        request=HitSubmitRequestSerializer,
        responses=HitSubmittedSerializer,
    )
    def post(self, request: Request, hit_id: int) -> Response:
        hit = selectors.own_hit(_person(request), hit_id)
        access.worker(request.user, hit.project_id)
        sent = HitSubmitRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        answers = [services.HitAnswer(**each) for each in sent.validated_data["answers"]]
        done = services.submit_hit(hit=hit, key=sent.validated_data["key"], answers=answers)
        return Response(
            {
                "hit_id": done.hit.pk,
                "submitted_at": done.hit.ended_at,
                "repeated": done.repeated,
            }
        )


class HitReleaseApi(APIView):
    @extend_schema(operation_id="hitsRelease", request=None, responses={204: None})
    def post(self, request: Request, hit_id: int) -> Response:
        hit = selectors.own_hit(_person(request), hit_id)
        services.release_hit(hit=hit, actor=_person(request))
        return Response(status=204)


class CheckApi(APIView):
    @extend_schema(
        operation_id="check", request=CheckRequestSerializer, responses=FindingsSerializer
    )
    def post(self, request: Request, assignment_id: int) -> Response:
        assignment = selectors.assignment_of(_person(request), assignment_id)
        sent = CheckRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        found = selectors.findings(assignment, sent.validated_data["answer"])
        return Response({"problems": [problem.model_dump(mode="json") for problem in found]})


_ONE = "hits/<int:hit_id>"
urlpatterns = [
    path(_ONE, HitApi.as_view()),
    path(f"{_ONE}/submit", HitSubmitApi.as_view()),
    path(f"{_ONE}/release", HitReleaseApi.as_view()),
    path("assignments/<int:assignment_id>/check", CheckApi.as_view()),
]
