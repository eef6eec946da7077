"""Agreement and aggregates over HTTP."""

from django.urls import path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core.http import PAGE_PARAMETERS, CursorPage, page_of
from annotate.projects import access
from annotate.quality.api.serializers import AggregateSerializer, AgreementSerializer
from annotate.quality.selectors import aggregates, agreement


class AggregatesPage(CursorPage):
    ordering = "id"


class AgreementApi(APIView):
    @extend_schema(operation_id="agreementRead", responses=AgreementSerializer)
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response(agreement.agreement(project))


class AggregatesApi(APIView):
    @extend_schema(
        operation_id="aggregatesList",
        parameters=[OpenApiParameter("stage", str), *PAGE_PARAMETERS],
        responses=page_of(AggregateSerializer),
    )
    def get(self, request: Request, project_id: int) -> Response:
        """List what the answers about each image say together."""
        project = access.reader(request.user, project_id).project
        stage = aggregates.stage_to_aggregate(project, request.query_params.get("stage", ""))
        pages = AggregatesPage()
        found = pages.paginate_queryset(aggregates.answered(project, stage), request, view=self)
        rows = aggregates.aggregates_json(project, stage, found or [])
        return pages.get_paginated_response(rows)


urlpatterns = [
    path("projects/<int:project_id>/agreement", AgreementApi.as_view()),
    path("projects/<int:project_id>/aggregates", AggregatesApi.as_view()),
]
