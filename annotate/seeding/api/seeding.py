"""Seeding as a lead starts and watches it."""

import json
from collections.abc import Iterator
from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate import backends
from annotate.core import errors
from annotate.core.http import PAGE_PARAMETERS, CursorPage, page_of
from annotate.projects import access
from annotate.seeding import services
from annotate.seeding.environment import environment
from annotate.seeding.selectors import runs
from annotate.seeding.serializers.seeding import (
    OpenedSerializer,
    SeedFileSerializer,
    SeedImportSerializer,
    SeedingRequestSerializer,
    SeedingRunSerializer,
    SeedingSerializer,
)

MAX_SEED_FILE_BYTES = 50 * 1024 * 1024


class SeedingApi(APIView):
    @extend_schema(operation_id="seedingRead", responses=SeedingSerializer)
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        run = runs.newest_run(project)
        return Response(
            {
                "backends": [
                    each.model_dump(mode="json") for each in backends.describe(environment())
                ],
                "counts": runs.sample_counts(project),
                "run": runs.run_json(run) if run else None,
            }
        )

    @extend_schema(
        operation_id="seedingStart",
        request=SeedingRequestSerializer,
        responses={201: SeedingRunSerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = SeedingRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        run = services.start_run(project=found.project, actor=found.user, **sent.validated_data)
        return Response(runs.run_json(run), status=201)


class SeedingRunsApi(APIView):
    @extend_schema(
        operation_id="seedingRuns",
        parameters=PAGE_PARAMETERS,
        responses=page_of(SeedingRunSerializer),
    )
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        page = CursorPage()
        found = page.paginate_queryset(runs.runs_of(project), request, self)
        return page.get_paginated_response(runs.runs_json(found or []))


class SeedingSkipApi(APIView):
    @extend_schema(operation_id="seedingSkip", request=None, responses=OpenedSerializer)
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        opened = services.open_without_seeds(project=found.project, actor=found.user)
        return Response({"opened": opened})


class SeedsApi(APIView):
    parser_classes = [MultiPartParser]

    @extend_schema(
        operation_id="seedsImport",
        request={"multipart/form-data": SeedFileSerializer},
        responses=SeedImportSerializer,
    )
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = SeedFileSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        file = sent.validated_data["file"]
        if file.size > MAX_SEED_FILE_BYTES:
            raise errors.TooLarge("This file is larger than 50 MB.", remedy="Cut it in parts.")
        return Response(
            services.import_seeds(project=found.project, actor=found.user, rows=_rows(file))
        )


def _rows(file: Any) -> Iterator[tuple[int, dict[str, Any] | None]]:
    """Yield (row number, row) from JSON lines; None stands for a line that is no JSON object."""
    for number, line in enumerate(file, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        yield number, row if isinstance(row, dict) else None


urlpatterns = [
    path("projects/<int:project_id>/seeding", SeedingApi.as_view()),
    path("projects/<int:project_id>/seeding/runs", SeedingRunsApi.as_view()),
    path("projects/<int:project_id>/seeding/skip", SeedingSkipApi.as_view()),
    path("projects/<int:project_id>/seeds", SeedsApi.as_view()),
]
