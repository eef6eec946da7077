"""Reports on texts over HTTP: readers look, leads ask for them."""

from collections.abc import Sequence

from django.core.files.storage import default_storage
from django.http import FileResponse, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.http import as_attachment
from annotate.core.operations import operation, paginate_together
from annotate.core.schemas import Page, PageQuery
from annotate.evaluation.models import TextReport
from annotate.evaluation.schemas import text_reports as schemas
from annotate.evaluation.selectors import text_report_tables as tables
from annotate.evaluation.selectors import text_reports as selectors
from annotate.evaluation.selectors.report_columns import ReportTable, Row
from annotate.evaluation.selectors.text_models import text_models
from annotate.evaluation.services import text_reports as services
from annotate.images.responses import AnyAccept
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects import access
from annotate.projects.access import Access


def readable(user: User, project_id: int, text_report_id: int) -> TextReport:
    """A report on texts that the person may read."""
    return selectors.one_report(access.reader(user, project_id).project, text_report_id)


class TextReportsApi(APIView):
    @operation("textReportsList", allow=access.reader)
    def get(self, request: Request, granted: Access, query: PageQuery) -> Page[schemas.TextReport]:
        return paginate_together(request, selectors.reports(granted.project), selectors.described)

    @operation("textReportsCreate", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.NewTextReport) -> schemas.TextReport:
        report = services.make(project=granted.project, actor=granted.user, **body.model_dump())
        stored = selectors.one_report(granted.project, report.pk)
        return selectors.described([stored], whole=True)[0]


class TextModelsApi(APIView):
    @operation("textModelsList", allow=access.lead)
    def get(self, granted: Access) -> list[schemas.TextModel]:
        """The models on this server that texts can be scored with."""
        return text_models()


class TextReportApi(APIView):
    @operation("textReportsRead", allow=readable)
    def get(self, granted: TextReport) -> schemas.TextReport:
        return selectors.described([granted], whole=True)[0]

    @operation("textReportsDelete", allow=access.lead)
    def delete(self, granted: Access, text_report_id: int) -> None:
        report = selectors.one_report(granted.project, text_report_id)
        services.delete(report=report, actor=granted.user)


class TextReportCsvApi(APIView):
    content_negotiation_class = AnyAccept

    @operation("textReportsCsv", allow=readable, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, granted: TextReport, query: schemas.TableQuery) -> HttpResponseBase:
        file = selectors.file_of(granted, query.table)
        if file is not None:
            stored = FileResponse(default_storage.open(file, "rb"))
            return _sent(stored, granted, f"{query.table}.csv")
        table = _table(granted, query, selectors.FILES)
        return _sent(StreamingHttpResponse(tables.as_csv(*table)), granted, f"{query.table}.csv")


class TextReportLatexApi(APIView):
    content_negotiation_class = AnyAccept

    @operation(
        "textReportsLatex",
        allow=readable,
        responses={(200, "application/x-tex"): OpenApiTypes.STR},
    )
    def get(self, granted: TextReport, query: schemas.TableQuery) -> HttpResponseBase:
        text = tables.as_latex(*_table(granted, query))
        return _sent(HttpResponse(text), granted, f"{query.table}.tex")


def _table(
    report: TextReport, query: schemas.TableQuery, files: Sequence[str] = ()
) -> tuple[ReportTable, Sequence[Row]]:
    table = selectors.table_of(report, query.table)
    if table is None:
        if report.results is None:
            raise errors.Conflict(Message("texts_not_measured"))
        tables = [*report.results["tables"], *files]
        raise errors.Invalid.field("table", Message("unknown_table", tables=tables))
    return table


def _sent(answer: HttpResponseBase, report: TextReport, suffix: str) -> HttpResponseBase:
    kind = "text/csv" if suffix.endswith("csv") else "application/x-tex"
    answer["Content-Type"] = f"{kind}; charset=utf-8"
    return as_attachment(answer, f"{slugify(report.name) or f'report-{report.pk}'}-{suffix}")


_P = "projects/<int:project_id>/text-reports"
_ONE = f"{_P}/<int:text_report_id>"

urlpatterns = [
    path("projects/<int:project_id>/text-models", TextModelsApi.as_view()),
    path(_P, TextReportsApi.as_view()),
    path(_ONE, TextReportApi.as_view()),
    path(f"{_ONE}/table.csv", TextReportCsvApi.as_view()),
    path(f"{_ONE}/table.tex", TextReportLatexApi.as_view()),
]
