"""The results of a study over HTTP: figures, tables, single cases."""

from typing import TypeVar

from django.http import HttpResponse, StreamingHttpResponse
from django.urls import path
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core.csv_files import rows_as_csv
from annotate.core.http import PAGE_PARAMETERS, CursorPage, page_of
from annotate.evaluation.models import Study
from annotate.evaluation.selectors import cases, results
from annotate.evaluation.selectors.studies import study_of
from annotate.evaluation.serializers.results import STUDY_RESULTS, StudyCaseSerializer
from annotate.images.negotiation import AnyAccept
from annotate.projects import access

AnswerT = TypeVar("AnswerT", HttpResponse, StreamingHttpResponse)
_CSV = {(200, "text/csv"): OpenApiTypes.STR}


class CasesPage(CursorPage):
    ordering = "number"


def _study(request: Request, project_id: int, study_id: int) -> Study:
    return study_of(access.reader(request.user, project_id).project, study_id)


class ResultsApi(APIView):
    @extend_schema(operation_id="studyResultsRead", responses={200: STUDY_RESULTS})
    def get(self, request: Request, project_id: int, study_id: int) -> Response:
        """Return what came of a study, computed from what has been said by now."""
        return Response(
            results.results(_study(request, project_id, study_id)).model_dump(mode="json")
        )


class _FileApi(APIView):
    content_negotiation_class = AnyAccept


class TableCsvApi(_FileApi):
    @extend_schema(operation_id="studyTableCsv", responses=_CSV)
    def get(self, request: Request, project_id: int, study_id: int) -> StreamingHttpResponse:
        study = _study(request, project_id, study_id)
        lines = rows_as_csv(results.table_rows(study))
        return _as_file(StreamingHttpResponse(lines), study, "csv", "text/csv")


class RatingsCsvApi(_FileApi):
    @extend_schema(operation_id="studyRatingsCsv", responses=_CSV)
    def get(self, request: Request, project_id: int, study_id: int) -> StreamingHttpResponse:
        """Return everything that counts, one row each, in the columns that an import reads."""
        study = _study(request, project_id, study_id)
        lines = rows_as_csv(results.rating_rows(study))
        return _as_file(StreamingHttpResponse(lines), study, "ratings.csv", "text/csv")


class TableLatexApi(_FileApi):
    @extend_schema(
        operation_id="studyTableLatex", responses={(200, "application/x-tex"): OpenApiTypes.STR}
    )
    def get(self, request: Request, project_id: int, study_id: int) -> HttpResponse:
        """Return the tables for a paper (booktabs)."""
        study = _study(request, project_id, study_id)
        text = HttpResponse(results.latex(study))
        return _as_file(text, study, "tex", "application/x-tex")


def _as_file(answer: AnswerT, study: Study, suffix: str, content_type: str) -> AnswerT:
    name = f"{slugify(study.name) or f'study-{study.pk}'}.{suffix}"
    answer["Content-Type"] = f"{content_type}; charset=utf-8"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "private, no-store"
    return answer


class CasesApi(APIView):
    @extend_schema(
        operation_id="studyItemsList",
        parameters=[
            OpenApiParameter("metric", str, description="What the other filters are about."),
            OpenApiParameter("score", int, description="Only items to which somebody gave it."),
            OpenApiParameter(
                "disagree",
                bool,
                description="Only items about which two people disagree widely.",
            ),
            *PAGE_PARAMETERS,
        ],
        responses=page_of(StudyCaseSerializer),
    )
    def get(self, request: Request, project_id: int, study_id: int) -> Response:
        study = _study(request, project_id, study_id)
        pages = CasesPage()
        found = cases.items(study, request.query_params)
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(cases.cases_json(study, page or []))


class CaseApi(APIView):
    @extend_schema(operation_id="studyItemsRead", responses=StudyCaseSerializer)
    def get(self, request: Request, project_id: int, study_id: int, number: int) -> Response:
        study = _study(request, project_id, study_id)
        return Response(cases.cases_json(study, [cases.item_of(study, number)])[0])


_ONE = "projects/<int:project_id>/studies/<int:study_id>"
urlpatterns = [
    path(f"{_ONE}/results", ResultsApi.as_view()),
    path(f"{_ONE}/results/table.csv", TableCsvApi.as_view()),
    path(f"{_ONE}/results/ratings.csv", RatingsCsvApi.as_view()),
    path(f"{_ONE}/results/table.tex", TableLatexApi.as_view()),
    path(f"{_ONE}/items", CasesApi.as_view()),
    path(f"{_ONE}/items/<int:number>", CaseApi.as_view()),
]
