"""Seeding over HTTP: runs, seed quality, the order of samples and the models used."""

import json
from collections.abc import Iterator
from typing import Any

from django.urls import path
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.operations import operation
from annotate.core.schemas import Page, PageQuery, Upload
from annotate.messages import Message
from annotate.projects import access
from annotate.projects.access import Access
from annotate.seeding import services
from annotate.seeding.schemas import (
    ModelAssignment,
    ModelAssignmentChanges,
    NewOrdering,
    NewSeedingRun,
    Opened,
    Ordering,
    OrderingPage,
    SeedFile,
    SeedImport,
    Seeding,
    SeedingRun,
    SeedQuality,
    SeedQualityQuery,
)
from annotate.seeding.selectors import runs
from annotate.seeding.selectors.ordering import ordering_page, shown_ordering
from annotate.seeding.selectors.seed_quality import seed_quality
from annotate.seeding.services import model_assignment, ordering, unseeded

MAX_SEED_FILE_BYTES = 50 * 1024 * 1024


class SeedingApi(APIView):
    @operation("seedingRead", allow=access.reader)
    def get(self, granted: Access) -> Seeding:
        return runs.shown_seeding(granted.project, unseeded.under_way(granted.project))

    @operation("seedingStart", allow=access.lead, status=201)
    def post(self, granted: Access, body: NewSeedingRun) -> SeedingRun:
        run = services.start_run(
            project=granted.project,
            actor=granted.user,
            detector=body.detector,
            captioner=body.captioner,
            ocr=body.ocr,
            over=body.over,
        )
        return runs.shown_run(run)


class SeedingRunsApi(APIView):
    @operation("seedingRuns", allow=access.reader)
    def get(self, request: Request, granted: Access, query: PageQuery) -> Page[SeedingRun]:
        return runs.runs_page(request, granted.project)


class SeedingSkipApi(APIView):
    @operation("seedingSkip", allow=access.lead)
    def post(self, granted: Access) -> Opened:
        done = services.open_without_seeds(project=granted.project, actor=granted.user)
        return runs.shown_opening(done)


class SeedsApi(APIView):
    parser_classes = [MultiPartParser]

    @operation("seedsImport", allow=access.lead, media_type="multipart/form-data")
    def post(self, granted: Access, body: SeedFile) -> SeedImport:
        if (body.file.size or 0) > MAX_SEED_FILE_BYTES:
            limit = MAX_SEED_FILE_BYTES // 1024**2
            raise errors.TooLarge(Message("seed_file_too_large", limit=limit))
        return services.import_seeds(
            project=granted.project, actor=granted.user, rows=_rows(body.file)
        )


def _rows(file: Upload) -> Iterator[tuple[int, dict[str, Any] | None]]:
    """Yield (row number, row) from JSON lines; None stands for a line that is no JSON object."""
    for number, line in enumerate(file, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        yield number, row if isinstance(row, dict) else None


class SeedQualityApi(APIView):
    @operation("seedQualityRead", allow=access.reader)
    def get(self, granted: Access, query: SeedQualityQuery) -> SeedQuality:
        return seed_quality(granted.project, query.stage)


class OrderingApi(APIView):
    @operation("orderingRead", allow=access.reader)
    def get(self, granted: Access) -> OrderingPage:
        return ordering_page(granted.project)

    @operation("orderingChange", allow=access.lead, status=201)
    def post(self, granted: Access, body: NewOrdering) -> Ordering:
        change = ordering.start(
            project=granted.project, actor=granted.user, rule=body.rule, versions=body.versions
        )
        return shown_ordering(change)


class ModelAssignmentApi(APIView):
    @operation("modelAssignmentRead", allow=access.reader)
    def get(self, granted: Access) -> ModelAssignment:
        return ModelAssignment.of(model_assignment.of(granted.project))

    @operation("modelAssignmentChange", allow=access.lead)
    def put(self, granted: Access, body: ModelAssignmentChanges) -> ModelAssignment:
        changed = model_assignment.change(
            project=granted.project, actor=granted.user, changes=body.sent()
        )
        return ModelAssignment.of(changed)


_P = "projects/<int:project_id>"

urlpatterns = [
    path(f"{_P}/seeding", SeedingApi.as_view()),
    path(f"{_P}/seeding/runs", SeedingRunsApi.as_view()),
    path(f"{_P}/seeding/skip", SeedingSkipApi.as_view()),
    path(f"{_P}/seeds", SeedsApi.as_view()),
    path(f"{_P}/seed-quality", SeedQualityApi.as_view()),
    path(f"{_P}/ordering", OrderingApi.as_view()),
    path(f"{_P}/model-assignment", ModelAssignmentApi.as_view()),
]
