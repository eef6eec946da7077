"""The annotators of a project: who does what, how it compares, and what they wrote."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core.http import PAGE_PARAMETERS, page_of
from annotate.dashboards.api.rounds import DAYS
from annotate.dashboards.selectors import annotator, annotators, texts
from annotate.dashboards.selectors.filters import ORDERS
from annotate.dashboards.serializers.annotators import (
    AnnotatorDetailSerializer,
    AnnotatorSerializer,
    AnnotatorTextSerializer,
)
from annotate.projects import access

_STAGE = OpenApiParameter("stage", str, description="Work in this stage alone.")
_FILTERS: list[Any] = [_STAGE, *DAYS]


class AnnotatorsApi(APIView):
    @extend_schema(
        operation_id="annotatorsList",
        parameters=[
            *_FILTERS,
            OpenApiParameter("order", str, enum=ORDERS, description="By submissions if left out."),
            OpenApiParameter("warned", bool, description="Those with early warnings alone."),
            *PAGE_PARAMETERS,
        ],
        responses=page_of(AnnotatorSerializer),
    )
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response(annotators.annotators_page(project, request.query_params))


class AnnotatorApi(APIView):
    @extend_schema(operation_id="annotatorsRead", responses=AnnotatorDetailSerializer)
    def get(self, request: Request, project_id: int, user_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response(annotator.annotator_detail(project, user_id))


class AnnotatorTextsApi(APIView):
    @extend_schema(
        operation_id="annotatorsTexts",
        parameters=[_STAGE, *PAGE_PARAMETERS],
        responses=page_of(AnnotatorTextSerializer),
    )
    def get(self, request: Request, project_id: int, user_id: int) -> Response:
        """Return what one person wrote, newest first, each beside what it began from."""
        project = access.reader(request.user, project_id).project
        found = texts.texts_of_person(project, user_id, request.query_params)
        pages = texts.TextsPage()
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(texts.texts_json(page or []))


_ALL = "projects/<int:project_id>/annotators"
urlpatterns = [
    path(_ALL, AnnotatorsApi.as_view()),
    path(f"{_ALL}/<int:user_id>", AnnotatorApi.as_view()),
    path(f"{_ALL}/<int:user_id>/texts", AnnotatorTextsApi.as_view()),
]
