"""Sources of texts and files of texts over HTTP."""

from pathlib import Path
from typing import Any, cast

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core.http import PAGE_PARAMETERS, CursorPage, page_of
from annotate.core.uploads import ReceivesFiles
from annotate.evaluation.selectors import text_files as selectors
from annotate.evaluation.selectors.sources import available
from annotate.evaluation.serializers.texts import (
    TextFileRequestSerializer,
    TextFileSerializer,
    TextSourceSerializer,
)
from annotate.evaluation.services import text_files as services
from annotate.evaluation.tables import MAX_UPLOAD_BYTES
from annotate.projects import access


class TextSourcesApi(APIView):
    @extend_schema(operation_id="textSourcesList", responses=TextSourceSerializer(many=True))
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response(TextSourceSerializer(available(project), many=True).data)


class TextFilesApi(ReceivesFiles):
    def max_bytes(self) -> int:
        return MAX_UPLOAD_BYTES

    @extend_schema(
        operation_id="textFilesList",
        parameters=PAGE_PARAMETERS,
        responses=page_of(TextFileSerializer),
    )
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        page = CursorPage()
        found = page.paginate_queryset(selectors.text_files(project), request, self)
        told = selectors.text_files_json(found or [])
        return page.get_paginated_response(TextFileSerializer(told, many=True).data)

    @extend_schema(
        operation_id="textFilesCreate",
        request={"multipart/form-data": TextFileRequestSerializer},
        responses={201: TextFileSerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        """Bring in a file of texts, whole or not at all; wrong rows are named."""
        found = access.lead(request.user, project_id)
        sent = TextFileRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        wanted = dict(sent.validated_data)
        received = cast(Any, wanted.pop("file").file)
        received.flush()
        file = services.add_text_file(
            project=found.project, actor=found.user, path=Path(received.name), **wanted
        )
        told = selectors.text_files_json([file])[0]
        return Response(TextFileSerializer(told).data, status=201)


class TextFileApi(APIView):
    @extend_schema(operation_id="textFilesDelete", responses={204: None})
    def delete(self, request: Request, project_id: int, file_id: int) -> Response:
        found = access.lead(request.user, project_id)
        file = selectors.text_file(found.project, file_id)
        services.delete_text_file(file=file, actor=found.user)
        return Response(status=204)


urlpatterns = [
    path("projects/<int:project_id>/text-sources", TextSourcesApi.as_view()),
    path("projects/<int:project_id>/text-files", TextFilesApi.as_view()),
    path("projects/<int:project_id>/text-files/<int:file_id>", TextFileApi.as_view()),
]
