"""Feedback over HTTP: leads send it, annotators read what is theirs."""

from typing import cast

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.operations import operation, paginate, paginate_together
from annotate.core.schemas import Page
from annotate.people.models import User
from annotate.projects import access
from annotate.projects.access import Access
from annotate.quality.models import Feedback
from annotate.quality.schemas import people as schemas
from annotate.quality.selectors import feedback as selectors
from annotate.quality.services import feedback as services


class SentFeedbackApi(APIView):
    @operation("feedbackSent", allow=access.lead)
    def get(
        self, request: Request, granted: Access, query: schemas.SentFeedbackQuery
    ) -> Page[schemas.SentFeedback]:
        return paginate(request, selectors.sent(granted.project, query), selectors.as_sent)

    @operation("feedbackSend", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.NewFeedback) -> schemas.SentFeedback:
        feedback = services.send_feedback(
            project=granted.project,
            annotation_id=body.annotation,
            path=body.path,
            span=(body.span.start, body.span.end) if body.span else None,
            message=body.message,
            actor=granted.user,
        )
        return selectors.as_sent(feedback)


class InboxApi(APIView):
    @operation("feedbackList")
    def get(self, request: Request, query: schemas.InboxQuery) -> Page[schemas.ReceivedFeedback]:
        rows = selectors.inbox(cast(User, request.user), query.assignment)
        return paginate_together(request, rows, selectors.as_received)


class FeedbackReadApi(APIView):
    @operation("feedbackRead", allow=selectors.own)
    def post(self, granted: Feedback) -> None:
        services.mark_read(feedback=granted)


class FeedbackReplyApi(APIView):
    @operation("feedbackReply", allow=selectors.own)
    def post(self, granted: Feedback, body: schemas.FeedbackReply) -> None:
        services.reply(feedback=granted, message=body.message)


urlpatterns = [
    path("projects/<int:project_id>/feedback", SentFeedbackApi.as_view()),
    path("feedback", InboxApi.as_view()),
    path("feedback/<int:feedback_id>/read", FeedbackReadApi.as_view()),
    path("feedback/<int:feedback_id>/reply", FeedbackReplyApi.as_view()),
]
