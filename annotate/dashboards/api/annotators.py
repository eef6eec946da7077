"""The annotators of a project: who does what, how it compares, and what they wrote."""

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.operations import operation
from annotate.core.schemas import Page
from annotate.dashboards.schemas.annotators import (
    Annotator,
    AnnotatorDetail,
    AnnotatorsQuery,
    AnnotatorText,
    TextsQuery,
)
from annotate.dashboards.selectors import annotators, texts
from annotate.projects import access
from annotate.projects.access import Access


class AnnotatorsApi(APIView):
    @operation("annotatorsList", allow=access.reader)
    def get(self, granted: Access, query: AnnotatorsQuery) -> Page[Annotator]:
        return annotators.annotators_page(granted.project, query)


class AnnotatorApi(APIView):
    @operation("annotatorsRead", allow=access.reader)
    def get(self, granted: Access, user_id: int) -> AnnotatorDetail:
        return annotators.annotator_detail(granted.project, user_id)


class AnnotatorTextsApi(APIView):
    @operation("annotatorsTexts", allow=access.reader)
    def get(
        self, request: Request, granted: Access, query: TextsQuery, user_id: int
    ) -> Page[AnnotatorText]:
        """What one person wrote, newest first, each beside what it began from."""
        return texts.texts_page(request, granted.project, user_id, query.stage)


_ALL = "projects/<int:project_id>/annotators"
urlpatterns = [
    path(_ALL, AnnotatorsApi.as_view()),
    path(f"{_ALL}/<int:user_id>", AnnotatorApi.as_view()),
    path(f"{_ALL}/<int:user_id>/texts", AnnotatorTextsApi.as_view()),
]
