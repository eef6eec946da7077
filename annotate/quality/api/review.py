"""What leads decide of one answer or one skipped task; feedback; whom they keep from work."""

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
from annotate.quality.schemas import review as schemas
from annotate.quality.selectors import feedback, people, queue
from annotate.quality.services import blocks, review

SHOWN = 500


class ReviewApi(APIView):
    @operation("reviewRead", allow=access.reader)
    def get(self, granted: Access, annotation_id: int) -> schemas.Review:
        return queue.review(granted.project, annotation_id)

    @operation("reviewJudge", allow=access.lead)
    def post(self, granted: Access, annotation_id: int, body: schemas.NewVerdict) -> schemas.Judged:
        """Approve or reject an answer, or take the verdict back."""
        done = review.judge(
            project=granted.project,
            annotation_id=annotation_id,
            actor=granted.user,
            verdict=body.verdict,
            reason=body.reason,
            requeue=body.requeue,
        )
        judged = queue.review(granted.project, annotation_id)
        return schemas.Judged(**dict(judged), requeued=review.as_requeued(done) if done else None)


class SkipsApi(APIView):
    @operation("reviewSkips", allow=access.reader)
    def get(
        self, request: Request, granted: Access, query: schemas.SkipsQuery
    ) -> Page[schemas.Skipped]:
        """List skipped tasks and reported images, newest first."""
        return paginate(
            request,
            queue.skips(granted.project, query),
            lambda flag: queue.skipped(granted.project, flag),
        )


class SkipApi(APIView):
    @operation("reviewSettleSkip", allow=access.lead)
    def post(self, granted: Access, flag_id: int, body: schemas.SkipDecision) -> None:
        """Note that a skipped task or a reported image has been seen to, or take that back."""
        review.settle_skip(
            project=granted.project,
            flag_id=flag_id,
            actor=granted.user,
            reopen=not body.settled,
        )


class SentFeedbackApi(APIView):
    @operation("feedbackSent", allow=access.lead)
    def get(
        self, request: Request, granted: Access, query: schemas.SentFeedbackQuery
    ) -> Page[schemas.SentFeedback]:
        return paginate(request, feedback.sent(granted.project, query), feedback.as_sent)

    @operation("feedbackSend", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.NewFeedback) -> schemas.SentFeedback:
        message = review.send_feedback(
            project=granted.project,
            annotation_id=body.annotation,
            path=body.path,
            span=(body.span.start, body.span.end) if body.span else None,
            message=body.message,
            actor=granted.user,
        )
        return feedback.as_sent(message)


class InboxApi(APIView):
    @operation("feedbackList")
    def get(self, request: Request, query: schemas.InboxQuery) -> Page[schemas.ReceivedFeedback]:
        rows = feedback.inbox(cast(User, request.user), query.assignment)
        return paginate_together(request, rows, feedback.as_received)


class FeedbackReadApi(APIView):
    @operation("feedbackRead", allow=feedback.own)
    def post(self, granted: Feedback) -> None:
        review.mark_read(feedback=granted)


class FeedbackReplyApi(APIView):
    @operation("feedbackReply", allow=feedback.own)
    def post(self, granted: Feedback, body: schemas.FeedbackReply) -> None:
        review.reply(feedback=granted, message=body.message)


class BlocksApi(APIView):
    @operation("blocksList", allow=access.reader)
    def get(self, granted: Access) -> list[schemas.Block]:
        return [schemas.Block.of(block) for block in people.blocks(granted.project)[:SHOWN]]

    @operation("blocksCreate", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.NewBlock) -> schemas.Block:
        """Keep somebody from a batch, the project or, as an admin, from the platform."""
        block = blocks.block(
            project=granted.project,
            actor=granted.user,
            user_id=body.user,
            scope=body.scope,
            batch_id=body.batch,
            reason=body.reason,
            requeue=body.requeue,
            keep_later=body.keep_later,
        )
        return schemas.Block.of(block)


class BlockLiftApi(APIView):
    @operation("blocksLift", allow=access.lead)
    def post(self, granted: Access, block_id: int, body: schemas.BlockLift) -> schemas.Block:
        block = blocks.lift(
            project=granted.project, actor=granted.user, block_id=block_id, reason=body.reason
        )
        return schemas.Block.of(block)


_REVIEW = "projects/<int:project_id>/review"
_BLOCKS = "projects/<int:project_id>/blocks"
urlpatterns = [
    path(f"{_REVIEW}/skips", SkipsApi.as_view()),
    path(f"{_REVIEW}/skips/<int:flag_id>", SkipApi.as_view()),
    path(f"{_REVIEW}/<int:annotation_id>", ReviewApi.as_view()),
    path("projects/<int:project_id>/feedback", SentFeedbackApi.as_view()),
    path("feedback", InboxApi.as_view()),
    path("feedback/<int:feedback_id>/read", FeedbackReadApi.as_view()),
    path("feedback/<int:feedback_id>/reply", FeedbackReplyApi.as_view()),
    path(_BLOCKS, BlocksApi.as_view()),
    path(f"{_BLOCKS}/<int:block_id>/lift", BlockLiftApi.as_view()),
]
