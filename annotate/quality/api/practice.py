"""A practice round over HTTP: what was right of one image, as soon as it is answered."""

from typing import Any, cast

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.people.models import User
from annotate.projects import access
from annotate.quality.selectors.hit_feedback import item_json
from annotate.quality.services import practice
from annotate.workflow.selectors import assignment_of
from annotate.workflow.serializers import AnswerField, CheckRequestSerializer


class ComparedSerializer(serializers.Serializer[Any]):
    path = serializers.CharField()
    expected = serializers.BooleanField()
    given = serializers.BooleanField(allow_null=True)
    right = serializers.BooleanField()


class PracticeCheckedSerializer(serializers.Serializer[Any]):
    """What is known of one image: value by value, a good answer as an example, and why."""

    assignment = serializers.IntegerField()
    fields = ComparedSerializer(many=True)  # type: ignore[assignment]
    note = serializers.CharField(allow_blank=True)
    example = AnswerField(allow_null=True)


class ItemFeedbackSerializer(PracticeCheckedSerializer):
    mine = AnswerField(allow_null=True)


class PracticeCheckApi(APIView):
    @extend_schema(
        operation_id="practiceCheck",
        request=CheckRequestSerializer,
        responses=PracticeCheckedSerializer,
    )
    def post(self, request: Request, assignment_id: int) -> Response:
        assignment = assignment_of(cast(User, request.user), assignment_id)
        access.worker(request.user, assignment.project_id)
        sent = CheckRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        found = practice.check(assignment=assignment, answer=sent.validated_data["answer"])
        return Response(item_json(assignment.pk, found.item, found.results))


urlpatterns = [
    path("assignments/<int:assignment_id>/practice-check", PracticeCheckApi.as_view()),
]
