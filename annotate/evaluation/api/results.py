"""The results of a study over HTTP: figures, tables, single cases."""

from typing import TypeVar

from django.http import HttpResponse, StreamingHttpResponse
from django.urls import path
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.csv_files import rows_as_csv
from annotate.core.http import as_attachment
from annotate.core.operations import operation, paginate_together
from annotate.core.schemas import Page
from annotate.evaluation.models import Study
from annotate.evaluation.schemas import justifications as reasons
from annotate.evaluation.schemas import studies as schemas
from annotate.evaluation.selectors import justifications, results
from annotate.evaluation.selectors.studies import study_of
from annotate.images.responses import AnyAccept
from annotate.people.models import User
from annotate.projects import access

AnswerT = TypeVar("AnswerT", HttpResponse, StreamingHttpResponse)
_CSV = {(200, "text/csv"): OpenApiTypes.STR}


def readable(user: User, project_id: int, study_id: int) -> Study:
    """A study of a project whose texts the person may read."""
    return study_of(access.reader(user, project_id).project, study_id)


class ResultsApi(APIView):
    @operation("studyResultsRead", allow=readable)
    def get(self, granted: Study) -> schemas.AnyResults:
        return results.results(granted)


class _FileApi(APIView):
    content_negotiation_class = AnyAccept


class TableCsvApi(_FileApi):
    @operation("studyTableCsv", allow=readable, responses=_CSV)
    def get(self, granted: Study) -> StreamingHttpResponse:
        lines = rows_as_csv(results.table_rows(granted))
        return _as_file(StreamingHttpResponse(lines), granted, "csv", "text/csv")


class RatingsCsvApi(_FileApi):
    @operation("studyRatingsCsv", allow=readable, responses=_CSV)
    def get(self, granted: Study) -> StreamingHttpResponse:
        """Everything that counts, one row each, in the columns that an import reads."""
        lines = rows_as_csv(results.rating_rows(granted))
        return _as_file(StreamingHttpResponse(lines), granted, "ratings.csv", "text/csv")


class TableLatexApi(_FileApi):
    @operation(
        "studyTableLatex",
        allow=readable,
        responses={(200, "application/x-tex"): OpenApiTypes.STR},
    )
    def get(self, granted: Study) -> HttpResponse:
        """For a paper (booktabs)."""
        text = HttpResponse(results.latex(granted))
        return _as_file(text, granted, "tex", "application/x-tex")


def _as_file(answer: AnswerT, study: Study, suffix: str, content_type: str) -> AnswerT:
    answer["Content-Type"] = f"{content_type}; charset=utf-8"
    return as_attachment(answer, f"{slugify(study.name) or f'study-{study.pk}'}.{suffix}")


class CasesApi(APIView):
    @operation("studyItemsList", allow=readable)
    def get(
        self, request: Request, granted: Study, query: schemas.CasesQuery
    ) -> Page[schemas.StudyCase]:
        return paginate_together(
            request,
            results.items(granted, query),
            lambda page: results.described(granted, page),
            ordering="number",
        )


class CaseApi(APIView):
    @operation("studyItemsRead", allow=readable)
    def get(self, granted: Study, number: int) -> schemas.StudyCase:
        return results.described(granted, [results.item_of(granted, number)])[0]


class JustificationsApi(APIView):
    @operation("studyJustificationsList", allow=readable)
    def get(
        self, request: Request, granted: Study, query: reasons.JustificationQuery
    ) -> reasons.JustificationPage:
        matching = justifications.found(granted, query)
        page = paginate_together(
            request,
            justifications.items(granted, matching),
            lambda rows: justifications.described(rows, matching),
            ordering="number",
        )
        return reasons.JustificationPage(
            **dict(page), total=sum(map(len, matching.values())), items=len(matching)
        )


class JustificationsCsvApi(_FileApi):
    @operation("studyJustificationsCsv", allow=readable, responses=_CSV)
    def get(self, granted: Study, query: reasons.JustificationFilters) -> StreamingHttpResponse:
        matching = justifications.found(granted, query)
        lines = rows_as_csv(justifications.rows(granted, matching))
        return _as_file(StreamingHttpResponse(lines), granted, "justifications.csv", "text/csv")


_ONE = "projects/<int:project_id>/studies/<int:study_id>"
urlpatterns = [
    path(f"{_ONE}/results", ResultsApi.as_view()),
    path(f"{_ONE}/justifications", JustificationsApi.as_view()),
    path(f"{_ONE}/justifications.csv", JustificationsCsvApi.as_view()),
    path(f"{_ONE}/results/table.csv", TableCsvApi.as_view()),
    path(f"{_ONE}/results/ratings.csv", RatingsCsvApi.as_view()),
    path(f"{_ONE}/results/table.tex", TableLatexApi.as_view()),
    path(f"{_ONE}/items", CasesApi.as_view()),
    path(f"{_ONE}/items/<int:number>", CaseApi.as_view()),
]
