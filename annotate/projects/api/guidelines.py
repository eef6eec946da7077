"""The guidelines of a project and their versions."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.projects import access, selectors, services
from annotate.projects.serializers import GuidelineSerializer, GuidelinesSerializer


class GuidelineRequestSerializer(serializers.Serializer[Any]):
    body = serializers.CharField(max_length=100_000)


class GuidelinesApi(APIView):
    @extend_schema(operation_id="guidelinesRead", responses=GuidelinesSerializer)
    def get(self, request: Request, project_id: int) -> Response:
        found = access.member(request.user, project_id)
        versions = list(selectors.guidelines(found.project))
        current = versions[0] if versions else None
        read = found.membership.guidelines_read if found.membership else 0
        shown = {
            "current": current,
            "versions": versions,
            "unread": current is not None and read < current.version,
        }
        return Response(GuidelinesSerializer(shown).data)

    @extend_schema(
        operation_id="guidelinesCreate",
        request=GuidelineRequestSerializer,
        responses={201: GuidelineSerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = GuidelineRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        guideline = services.add_guideline(
            project=found.project, actor=found.user, body=sent.validated_data["body"]
        )
        return Response(GuidelineSerializer(guideline).data, status=201)


class GuidelineApi(APIView):
    @extend_schema(operation_id="guidelinesVersionRead", responses=GuidelineSerializer)
    def get(self, request: Request, project_id: int, version: int) -> Response:
        project = access.member(request.user, project_id).project
        return Response(GuidelineSerializer(selectors.guideline(project, version)).data)


class GuidelinesReadApi(APIView):
    @extend_schema(operation_id="guidelinesMarkRead", request=None, responses={204: None})
    def post(self, request: Request, project_id: int) -> Response:
        found = access.member(request.user, project_id)
        newest = selectors.guidelines(found.project).first()
        if found.membership is not None and newest is not None:
            services.read_guidelines(membership=found.membership, version=newest.version)
        return Response(status=204)


urlpatterns = [
    path("projects/<int:project_id>/guidelines", GuidelinesApi.as_view()),
    path("projects/<int:project_id>/guidelines/read", GuidelinesReadApi.as_view()),
    path("projects/<int:project_id>/guidelines/<int:version>", GuidelineApi.as_view()),
]
