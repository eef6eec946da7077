"""Feedback over HTTP: leads send it, annotators read what is theirs."""

from typing import cast

from django.urls import path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core.http import PAGE_PARAMETERS, CursorPage, page_of
from annotate.people.models import User
from annotate.projects import access
from annotate.quality.api.serializers import (
    FeedbackReplyRequestSerializer,
    FeedbackRequestSerializer,
    ReceivedFeedbackSerializer,
    SentFeedbackSerializer,
)
from annotate.quality.selectors import feedback as selectors
from annotate.quality.services import feedback as services


class SentFeedbackApi(APIView):
    @extend_schema(
        operation_id="feedbackSent",
        parameters=[
            OpenApiParameter("annotation", int),
            OpenApiParameter("annotator", int),
            OpenApiParameter("receipt", enum=list(selectors.RECEIPTS)),
            *PAGE_PARAMETERS,
        ],
        responses=page_of(SentFeedbackSerializer),
    )
    def get(self, request: Request, project_id: int) -> Response:
        project = access.lead(request.user, project_id).project
        pages = CursorPage()
        found = selectors.sent(project, request.query_params)
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response([selectors.sent_json(row) for row in page or []])

    @extend_schema(
        operation_id="feedbackSend",
        request=FeedbackRequestSerializer,
        responses={201: SentFeedbackSerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = FeedbackRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        values = sent.validated_data
        span = values["span"]
        feedback = services.send_feedback(
            project=found.project,
            annotation_id=values["annotation"],
            path=values["path"],
            span=(span["start"], span["end"]) if span else None,
            message=values["message"],
            actor=found.user,
        )
        return Response(selectors.sent_json(feedback), status=201)


class InboxApi(APIView):
    @extend_schema(
        operation_id="feedbackList",
        parameters=[OpenApiParameter("assignment", int), *PAGE_PARAMETERS],
        responses=page_of(ReceivedFeedbackSerializer),
    )
    def get(self, request: Request) -> Response:
        pages = CursorPage()
        found = selectors.inbox(cast(User, request.user), request.query_params)
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(selectors.inbox_json(list(page or [])))


class FeedbackReadApi(APIView):
    @extend_schema(operation_id="feedbackRead", request=None, responses={204: None})
    def post(self, request: Request, feedback_id: int) -> Response:
        services.mark_read(annotator=cast(User, request.user), feedback_id=feedback_id)
        return Response(status=204)


class FeedbackReplyApi(APIView):
    @extend_schema(
        operation_id="feedbackReply",
        request=FeedbackReplyRequestSerializer,
        responses={204: None},
    )
    def post(self, request: Request, feedback_id: int) -> Response:
        sent = FeedbackReplyRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        services.reply(
            annotator=cast(User, request.user), feedback_id=feedback_id, **sent.validated_data
        )
        return Response(status=204)


urlpatterns = [
    path("projects/<int:project_id>/feedback", SentFeedbackApi.as_view()),
    path("feedback", InboxApi.as_view()),
    path("feedback/<int:feedback_id>/read", FeedbackReadApi.as_view()),
    path("feedback/<int:feedback_id>/reply", FeedbackReplyApi.as_view()),
]
