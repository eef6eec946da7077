"""The review queue over HTTP: read by leads and reviewers, decided by leads."""

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.operations import operation, paginate, paginate_together
from annotate.core.schemas import Page
from annotate.projects import access
from annotate.projects.access import Access
from annotate.quality.schemas import review as schemas
from annotate.quality.selectors import queue
from annotate.quality.services import review


class ReviewsApi(APIView):
    @operation("reviewList", allow=access.reader)
    def get(
        self, request: Request, granted: Access, query: schemas.ReviewQuery
    ) -> Page[schemas.Review]:
        """List the answers with flags that match, the newest answer first."""
        return paginate_together(
            request,
            queue.queue(granted.project, query),
            lambda rows: queue.reviews(granted.project, [row["assignment_id"] for row in rows]),
            ordering="-assignment_id",
        )


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
        requeued = schemas.Requeued(opened=done.opened, reason=done.reason) if done else None
        judged = queue.review(granted.project, annotation_id)
        return schemas.Judged(**dict(judged), requeued=requeued)


class ReviewBulkApi(APIView):
    @operation("reviewJudgeMany", allow=access.lead)
    def post(self, granted: Access, body: schemas.NewVerdicts) -> schemas.BulkResult:
        """Judge several answers alike; what cannot be judged is named and stops no other."""
        return review.judge_many(
            project=granted.project,
            annotation_ids=body.annotations,
            actor=granted.user,
            verdict=body.verdict,
            reason=body.reason,
            requeue=body.requeue,
        )


class SkipsApi(APIView):
    @operation("reviewSkips", allow=access.reader)
    def get(
        self, request: Request, granted: Access, query: schemas.ReviewQuery
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


_REVIEW = "projects/<int:project_id>/review"
urlpatterns = [
    path(_REVIEW, ReviewsApi.as_view()),
    path(f"{_REVIEW}/bulk", ReviewBulkApi.as_view()),
    path(f"{_REVIEW}/skips", SkipsApi.as_view()),
    path(f"{_REVIEW}/skips/<int:flag_id>", SkipApi.as_view()),
    path(f"{_REVIEW}/<int:annotation_id>", ReviewApi.as_view()),
]
