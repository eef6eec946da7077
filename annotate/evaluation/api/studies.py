"""Studies over HTTP: leads make and end them, reviewers read along; raters learn nothing here."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core.http import PAGE_PARAMETERS, CursorPage, page_of
from annotate.evaluation.models import Study
from annotate.evaluation.selectors import studies as selectors
from annotate.evaluation.selectors.preview import preview
from annotate.evaluation.serializers.studies import (
    StudyChangesSerializer,
    StudyPreviewRequestSerializer,
    StudyPreviewSerializer,
    StudyRequestSerializer,
    StudySerializer,
)
from annotate.evaluation.services import deleting
from annotate.evaluation.services import studies as services
from annotate.evaluation.services.designing import parsed_sources
from annotate.projects import access


def _told(study: Study) -> dict[str, Any]:
    return dict(StudySerializer(selectors.study_json(study)).data)


class StudyPreviewApi(APIView):
    @extend_schema(
        operation_id="studiesPreview",
        request=StudyPreviewRequestSerializer,
        responses=StudyPreviewSerializer,
    )
    def post(self, request: Request, project_id: int) -> Response:
        """Return what a study would be made of; nothing is made."""
        project = access.lead(request.user, project_id).project
        sent = StudyPreviewRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        wanted = sent.validated_data
        found = preview(
            project,
            parsed_sources(project, wanted["design"], wanted["sources"]),
            design=wanted["design"],
            sample_size=wanted["sample_size"],
        )
        return Response(StudyPreviewSerializer(found).data)


class StudiesApi(APIView):
    @extend_schema(
        operation_id="studiesList", parameters=PAGE_PARAMETERS, responses=page_of(StudySerializer)
    )
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        page = CursorPage()
        found = page.paginate_queryset(selectors.studies(project), request, self)
        told = selectors.studies_json(found or [])
        return page.get_paginated_response(StudySerializer(told, many=True).data)

    @extend_schema(
        operation_id="studiesCreate",
        request=StudyRequestSerializer,
        responses={201: StudySerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        """Make a study; a job then prepares the project in which people judge."""
        found = access.lead(request.user, project_id)
        sent = StudyRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        study = services.create_study(
            project=found.project,
            actor=found.user,
            wishes=services.Wishes(**sent.validated_data),
        )
        return Response(_told(study), status=201)


class StudyApi(APIView):
    @extend_schema(operation_id="studiesRead", responses=StudySerializer)
    def get(self, request: Request, project_id: int, study_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response(_told(selectors.study_of(project, study_id)))

    @extend_schema(
        operation_id="studiesUpdate", request=StudyChangesSerializer, responses=StudySerializer
    )
    def patch(self, request: Request, project_id: int, study_id: int) -> Response:
        found = access.lead(request.user, project_id)
        study = selectors.study_of(found.project, study_id)
        sent = StudyChangesSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        name = sent.validated_data["name"]
        return Response(_told(services.rename_study(study=study, actor=found.user, name=name)))

    @extend_schema(operation_id="studiesDelete", responses={204: None})
    def delete(self, request: Request, project_id: int, study_id: int) -> Response:
        """Delete a study in which nobody has begun to judge."""
        found = access.lead(request.user, project_id)
        study = selectors.study_of(found.project, study_id)
        deleting.delete_study(study=study, actor=found.user)
        return Response(status=204)


class StudyCloseApi(APIView):
    @extend_schema(operation_id="studiesClose", request=None, responses=StudySerializer)
    def post(self, request: Request, project_id: int, study_id: int) -> Response:
        """Ask nobody any more; what was said stays."""
        found = access.lead(request.user, project_id)
        study = selectors.study_of(found.project, study_id)
        return Response(_told(services.close_study(study=study, actor=found.user)))


class StudyReopenApi(APIView):
    @extend_schema(operation_id="studiesReopen", request=None, responses=StudySerializer)
    def post(self, request: Request, project_id: int, study_id: int) -> Response:
        """Ask people again."""
        found = access.lead(request.user, project_id)
        study = selectors.study_of(found.project, study_id)
        return Response(_told(services.reopen_study(study=study, actor=found.user)))


_S = "projects/<int:project_id>/studies"

urlpatterns = [
    path(f"{_S}/preview", StudyPreviewApi.as_view()),
    path(_S, StudiesApi.as_view()),
    path(f"{_S}/<int:study_id>", StudyApi.as_view()),
    path(f"{_S}/<int:study_id>/close", StudyCloseApi.as_view()),
    path(f"{_S}/<int:study_id>/reopen", StudyReopenApi.as_view()),
]
