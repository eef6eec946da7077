"""The report of a batch over HTTP."""

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.projects import access
from annotate.quality.api.serializers import BatchReportSerializer
from annotate.quality.schemas.people import Block
from annotate.quality.selectors import batches


class BatchReportApi(APIView):
    @extend_schema(operation_id="batchReport", responses=BatchReportSerializer)
    def get(self, request: Request, project_id: int, batch_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        report = batches.report(project, batch_id)
        blocked = [Block.of(block).model_dump() for block in report["blocked"]]
        return Response({**report, "blocked": blocked})


urlpatterns = [
    path("projects/<int:project_id>/batches/<int:batch_id>/report", BatchReportApi.as_view()),
]
