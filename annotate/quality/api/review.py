"""The review queue over HTTP: read by leads and reviewers, decided by leads."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core.http import PAGE_PARAMETERS, CursorPage, page_of
from annotate.projects import access
from annotate.projects.models import Project
from annotate.quality.api.serializers import (
    BulkRequestSerializer,
    BulkResultSerializer,
    JudgedSerializer,
    ReviewSerializer,
    SkippedSerializer,
    SkipSettledSerializer,
    VerdictRequestSerializer,
)
from annotate.quality.selectors import queue
from annotate.quality.services import review

FILTERS = [
    OpenApiParameter("state", str, enum=["open", "settled", "all"]),
    *(OpenApiParameter(name, str) for name in ("code", "stage")),
    *(OpenApiParameter(name, int) for name in ("annotator", "batch")),
    *PAGE_PARAMETERS,
]


class QueuePage(CursorPage):
    ordering = "-assignment_id"


class ReviewsApi(APIView):
    @extend_schema(
        operation_id="reviewList", parameters=FILTERS, responses=page_of(ReviewSerializer)
    )
    def get(self, request: Request, project_id: int) -> Response:
        """List the answers with flags that match, the newest answer first."""
        project = access.reader(request.user, project_id).project
        pages = QueuePage()
        found = queue.queue(project, request.query_params)
        rows = pages.paginate_queryset(found, request, view=self) or []
        ids = [row["assignment_id"] for row in rows]
        return pages.get_paginated_response(queue.review_json(project, ids))


def _one(project: Project, annotation_id: int) -> dict[str, Any]:
    row = queue.reviewable(project, annotation_id)
    (found,) = queue.review_json(project, [row.pk])
    return found


class ReviewApi(APIView):
    @extend_schema(operation_id="reviewRead", responses=ReviewSerializer)
    def get(self, request: Request, project_id: int, annotation_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response(_one(project, annotation_id))

    @extend_schema(
        operation_id="reviewJudge", request=VerdictRequestSerializer, responses=JudgedSerializer
    )
    def post(self, request: Request, project_id: int, annotation_id: int) -> Response:
        """Approve or reject an answer, or take the verdict back."""
        found = access.lead(request.user, project_id)
        sent = VerdictRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        requeued = review.judge(
            project=found.project,
            annotation_id=annotation_id,
            actor=found.user,
            **sent.validated_data,
        )
        said = {"opened": requeued.opened, "reason": requeued.reason} if requeued else None
        return Response({**_one(found.project, annotation_id), "requeued": said})


class ReviewBulkApi(APIView):
    @extend_schema(
        operation_id="reviewJudgeMany",
        request=BulkRequestSerializer,
        responses=BulkResultSerializer,
    )
    def post(self, request: Request, project_id: int) -> Response:
        """Judge up to 200 answers alike; what cannot be judged is named and stops no other."""
        found = access.lead(request.user, project_id)
        sent = BulkRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        values = dict(sent.validated_data)
        ids = values.pop("annotations")
        result = review.judge_many(
            project=found.project, annotation_ids=ids, actor=found.user, **values
        )
        return Response({"done": result.done, "requeued": result.requeued, "failed": result.failed})


class SkipsApi(APIView):
    @extend_schema(
        operation_id="reviewSkips", parameters=FILTERS, responses=page_of(SkippedSerializer)
    )
    def get(self, request: Request, project_id: int) -> Response:
        """List skipped tasks and reported images, newest first."""
        project = access.reader(request.user, project_id).project
        pages = CursorPage()
        found = queue.skips(project, request.query_params)
        rows = pages.paginate_queryset(found, request, view=self) or []
        return pages.get_paginated_response([queue.skip_json(project, row) for row in rows])


class SkipApi(APIView):
    @extend_schema(
        operation_id="reviewSettleSkip", request=SkipSettledSerializer, responses={204: None}
    )
    def post(self, request: Request, project_id: int, flag_id: int) -> Response:
        """Note that a skipped task or a reported image has been seen to, or take that back."""
        found = access.lead(request.user, project_id)
        sent = SkipSettledSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        review.settle_skip(
            project=found.project,
            flag_id=flag_id,
            actor=found.user,
            reopen=not sent.validated_data["settled"],
        )
        return Response(status=204)


_REVIEW = "projects/<int:project_id>/review"
urlpatterns = [
    path(_REVIEW, ReviewsApi.as_view()),
    path(f"{_REVIEW}/bulk", ReviewBulkApi.as_view()),
    path(f"{_REVIEW}/skips", SkipsApi.as_view()),
    path(f"{_REVIEW}/skips/<int:flag_id>", SkipApi.as_view()),
    path(f"{_REVIEW}/<int:annotation_id>", ReviewApi.as_view()),
]
