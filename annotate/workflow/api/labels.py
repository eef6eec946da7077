"""What people of a project have called things so far, for whoever types a label."""

from typing import Any, cast

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.people.models import User
from annotate.projects import access
from annotate.workflow import selectors
from annotate.workflow.selectors import vocabulary

MAX_PREFIX = 200
MAX_LABELS = 50


class LabelsQuerySerializer(serializers.Serializer[Any]):
    prefix = serializers.CharField(
        max_length=MAX_PREFIX, required=False, default="", allow_blank=True, trim_whitespace=False
    )
    limit = serializers.IntegerField(min_value=1, max_value=MAX_LABELS, default=8)


class LabelUseSerializer(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]
    count = serializers.IntegerField()


class LabelsSerializer(serializers.Serializer[Any]):
    """Labels and how often each is used; deliberately without whose they are, where and when."""

    labels = LabelUseSerializer(many=True)


class LabelsApi(APIView):
    @extend_schema(
        operation_id="labelsList", parameters=[LabelsQuerySerializer], responses=LabelsSerializer
    )
    def get(self, request: Request, assignment_id: int) -> Response:
        assignment = selectors.own_assignment(cast(User, request.user), assignment_id)
        access.worker(request.user, assignment.project_id)
        asked = LabelsQuerySerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        return Response(
            {"labels": vocabulary.labels(assignment.project_id, **asked.validated_data)}
        )


urlpatterns = [path("assignments/<int:assignment_id>/labels", LabelsApi.as_view())]
