"""Printed reports over HTTP."""

from django.core.files.storage import default_storage
from django.http import FileResponse
from django.urls import path
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.http import PAGE_PARAMETERS, CursorPage, page_of
from annotate.dashboards.models import Report
from annotate.dashboards.selectors.reports import one_report, reports, reports_json
from annotate.dashboards.serializers.reports import ReportRequestSerializer, ReportSerializer
from annotate.dashboards.services.reports import delete_report, start_report
from annotate.images.negotiation import AnyAccept
from annotate.projects import access

# The page holds what people wrote: it may show itself and its own style, and do nothing.
_PAGE_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; form-action 'none';"
    " base-uri 'none'; sandbox"
)


class ReportsApi(APIView):
    @extend_schema(
        operation_id="reportsList",
        parameters=PAGE_PARAMETERS,
        responses=page_of(ReportSerializer),
    )
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        pages = CursorPage()
        page = pages.paginate_queryset(reports(project), request, view=self)
        return pages.get_paginated_response(reports_json(page))

    @extend_schema(
        operation_id="reportsCreate",
        request=ReportRequestSerializer,
        responses={201: ReportSerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        """Write the project down as it is now, in the background."""
        found = access.reader(request.user, project_id)
        sent = ReportRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        report = start_report(project=found.project, actor=found.user, **sent.validated_data)
        return Response(reports_json([report])[0], status=201)


class ReportApi(APIView):
    @extend_schema(operation_id="reportsRead", responses=ReportSerializer)
    def get(self, request: Request, project_id: int, report_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response(reports_json([one_report(project, report_id)])[0])

    @extend_schema(operation_id="reportsDelete", responses={204: None})
    def delete(self, request: Request, project_id: int, report_id: int) -> Response:
        found = access.lead(request.user, project_id)
        delete_report(report=one_report(found.project, report_id), actor=found.user)
        return Response(status=204)


class ReportPageApi(APIView):
    content_negotiation_class = AnyAccept

    @extend_schema(operation_id="reportsPage", responses={(200, "text/html"): OpenApiTypes.STR})
    def get(self, request: Request, project_id: int, report_id: int) -> FileResponse:
        project = access.reader(request.user, project_id).project
        report = one_report(project, report_id)
        response = _file(report, report.html, "text/html; charset=utf-8")
        response["Content-Security-Policy"] = _PAGE_POLICY
        return response


class ReportPdfApi(APIView):
    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="reportsPdf", responses={(200, "application/pdf"): OpenApiTypes.BINARY}
    )
    def get(self, request: Request, project_id: int, report_id: int) -> FileResponse:
        project = access.reader(request.user, project_id).project
        report = one_report(project, report_id)
        response = _file(report, report.pdf, "application/pdf")
        name = f"{slugify(report.title) or 'report'}-{report.pk}.pdf"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response


def _file(report: Report, name: str, content_type: str) -> FileResponse:
    if not name or not default_storage.exists(name):
        raise errors.NotFound(
            "This report has no such file (yet).",
            remedy="Wait for it, or write another report.",
        )
    response = FileResponse(default_storage.open(name, "rb"), content_type=content_type)
    response["Cache-Control"] = "private, no-store"
    return response


_ONE = "projects/<int:project_id>/reports/<int:report_id>"
urlpatterns = [
    path("projects/<int:project_id>/reports", ReportsApi.as_view()),
    path(_ONE, ReportApi.as_view()),
    path(f"{_ONE}/html", ReportPageApi.as_view()),
    path(f"{_ONE}/pdf", ReportPdfApi.as_view()),
]
