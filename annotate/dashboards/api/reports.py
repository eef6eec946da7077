"""Printed reports over HTTP."""

from django.core.files.storage import default_storage
from django.http import FileResponse
from django.urls import path
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.http import as_attachment
from annotate.core.operations import operation, paginate_together
from annotate.core.schemas import Page, PageQuery
from annotate.dashboards.schemas.reports import NewReport, Report
from annotate.dashboards.selectors.reports import described, one_report, reports
from annotate.dashboards.services.reports import delete_report, start_report
from annotate.images.responses import AnyAccept
from annotate.messages import Message
from annotate.projects import access
from annotate.projects.access import Access

# The page holds what people wrote: it may show itself and its own style, and do nothing.
_PAGE_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; form-action 'none';"
    " base-uri 'none'; sandbox"
)


class ReportsApi(APIView):
    @operation("reportsList", allow=access.reader)
    def get(self, request: Request, granted: Access, query: PageQuery) -> Page[Report]:
        return paginate_together(request, reports(granted.project), described)

    @operation("reportsCreate", allow=access.reader, status=201)
    def post(self, granted: Access, body: NewReport) -> Report:
        """Write the project down as it is now, in the background."""
        report = start_report(
            project=granted.project,
            actor=granted.user,
            title=body.title,
            with_names=body.with_names,
        )
        return described([report])[0]


class ReportApi(APIView):
    @operation("reportsRead", allow=access.reader)
    def get(self, granted: Access, report_id: int) -> Report:
        return described([one_report(granted.project, report_id)])[0]

    @operation("reportsDelete", allow=access.lead)
    def delete(self, granted: Access, report_id: int) -> None:
        delete_report(report=one_report(granted.project, report_id), actor=granted.user)


class ReportPageApi(APIView):
    content_negotiation_class = AnyAccept

    @operation("reportsPage", allow=access.reader, responses={(200, "text/html"): OpenApiTypes.STR})
    def get(self, granted: Access, report_id: int) -> FileResponse:
        report = one_report(granted.project, report_id)
        response = _file(report.html, "text/html; charset=utf-8")
        response["Content-Security-Policy"] = _PAGE_POLICY
        return response


class ReportPdfApi(APIView):
    content_negotiation_class = AnyAccept

    @operation(
        "reportsPdf",
        allow=access.reader,
        responses={(200, "application/pdf"): OpenApiTypes.BINARY},
    )
    def get(self, granted: Access, report_id: int) -> FileResponse:
        report = one_report(granted.project, report_id)
        response = _file(report.pdf, "application/pdf")
        return as_attachment(response, f"{slugify(report.title) or 'report'}-{report.pk}.pdf")


def _file(name: str, content_type: str) -> FileResponse:
    if not name or not default_storage.exists(name):
        raise errors.NotFound(Message("no_report_file"))
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
