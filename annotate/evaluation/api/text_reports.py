"""Reports on texts over HTTP: readers look, leads ask for them."""

from django.core.files.storage import default_storage
from django.http import FileResponse, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.http import PAGE_PARAMETERS, CursorPage, page_of
from annotate.evaluation.models import TextReport
from annotate.evaluation.selectors import text_reports as selectors
from annotate.evaluation.selectors.report_tables import TABLES, as_csv, as_latex, table_of
from annotate.evaluation.serializers.text_reports import (
    TextReportRequestSerializer,
    TextReportSerializer,
)
from annotate.evaluation.services import text_reports as services
from annotate.images.negotiation import AnyAccept
from annotate.projects import access

_KEYS = [table.key for table in TABLES]


class TextReportsApi(APIView):
    @extend_schema(
        operation_id="textReportsList",
        parameters=PAGE_PARAMETERS,
        responses=page_of(TextReportSerializer),
    )
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        pages = CursorPage()
        page = pages.paginate_queryset(selectors.reports(project), request, self)
        return pages.get_paginated_response(selectors.reports_json(page))

    @extend_schema(
        operation_id="textReportsCreate",
        request=TextReportRequestSerializer,
        responses={201: TextReportSerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = TextReportRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        made = services.make(project=found.project, actor=found.user, **sent.validated_data)
        report = selectors.one_report(found.project, made.pk)
        return Response(selectors.reports_json([report], whole=True)[0], status=201)


class TextReportApi(APIView):
    @extend_schema(operation_id="textReportsRead", responses=TextReportSerializer)
    def get(self, request: Request, project_id: int, text_report_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        report = selectors.one_report(project, text_report_id)
        return Response(selectors.reports_json([report], whole=True)[0])

    @extend_schema(operation_id="textReportsDelete", responses={204: None})
    def delete(self, request: Request, project_id: int, text_report_id: int) -> Response:
        found = access.lead(request.user, project_id)
        report = selectors.one_report(found.project, text_report_id)
        services.delete(report=report, actor=found.user)
        return Response(status=204)


class TextReportCsvApi(APIView):
    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="textReportsCsv",
        parameters=[
            OpenApiParameter(
                "table",
                enum=[*_KEYS, *selectors.FILES],
                description="One of its tables, or the figures of single texts or images.",
            )
        ],
        responses={(200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, request: Request, project_id: int, text_report_id: int) -> HttpResponseBase:
        project = access.reader(request.user, project_id).project
        report, key = (
            selectors.one_report(project, text_report_id),
            request.query_params.get("table"),
        )
        file = selectors.file_of(report, key or "")
        if file is not None:
            return _sent(FileResponse(default_storage.open(file, "rb")), report, f"{key}.csv")
        found = table_of(report, key or "")
        if found is None:
            raise _no_table(report, selectors.FILES)
        return _sent(StreamingHttpResponse(as_csv(*found)), report, f"{key}.csv")


class TextReportLatexApi(APIView):
    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="textReportsLatex",
        parameters=[OpenApiParameter("table", enum=_KEYS)],
        responses={(200, "application/x-tex"): OpenApiTypes.STR},
    )
    def get(self, request: Request, project_id: int, text_report_id: int) -> HttpResponseBase:
        project = access.reader(request.user, project_id).project
        report, key = (
            selectors.one_report(project, text_report_id),
            request.query_params.get("table"),
        )
        found = table_of(report, key or "")
        if found is None:
            raise _no_table(report)
        return _sent(HttpResponse(as_latex(*found)), report, f"{key}.tex")


def _no_table(report: TextReport, files: tuple[str, ...] = ()) -> errors.AppError:
    if report.results is None:
        return errors.Conflict(
            "This report is not measured yet.", remedy="Wait for it, or start another one."
        )
    there = ", ".join([*report.results["tables"], *files])
    return errors.Invalid.field("table", "unknown_table", f"Name one of its tables: {there}.")


def _sent(answer: HttpResponseBase, report: TextReport, suffix: str) -> HttpResponseBase:
    name = f"{slugify(report.name) or f'report-{report.pk}'}-{suffix}"
    kind = "text/csv" if suffix.endswith("csv") else "application/x-tex"
    answer["Content-Type"] = f"{kind}; charset=utf-8"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "private, no-store"
    return answer


_P = "projects/<int:project_id>/text-reports"
_ONE = f"{_P}/<int:text_report_id>"

urlpatterns = [
    path(_P, TextReportsApi.as_view()),
    path(_ONE, TextReportApi.as_view()),
    path(f"{_ONE}/table.csv", TextReportCsvApi.as_view()),
    path(f"{_ONE}/table.tex", TextReportLatexApi.as_view()),
]
