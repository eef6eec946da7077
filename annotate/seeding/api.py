"""Seeding over HTTP: runs, seed quality, the order of samples, connections and the models used."""

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
from annotate.projects.models import Project
from annotate.seeding import models, services
from annotate.seeding.schemas import (
    Connection,
    ConnectionChanges,
    Health,
    ModelAssignment,
    ModelAssignmentChanges,
    NewConnection,
    NewOrdering,
    NewSeedingRun,
    NewTrial,
    Opened,
    Ordering,
    OrderingPage,
    SeedFile,
    SeedImport,
    Seeding,
    SeedingRun,
    SeedQuality,
    SeedQualityQuery,
    SettableBackend,
    Trial,
)
from annotate.seeding.selectors import connections as selectors
from annotate.seeding.selectors import runs
from annotate.seeding.selectors.connections import settable_backends, shown_connections, shown_trial
from annotate.seeding.selectors.ordering import ordering_page, shown_ordering
from annotate.seeding.selectors.seed_quality import seed_quality
from annotate.seeding.services import connections, model_assignment, ordering, trials, unseeded

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


def _shown(project: Project, connection: models.Connection) -> Connection:
    return shown_connections(project, [connection], model_assignment.of(project))[0]


class BackendsApi(APIView):
    @operation("backendsList", allow=access.reader)
    def get(self) -> list[SettableBackend]:
        return settable_backends()


class ConnectionsApi(APIView):
    @operation("connectionsList", allow=access.reader)
    def get(self, granted: Access) -> list[Connection]:
        project = granted.project
        connections.ensure_built_in(project)
        rows = selectors.connections(project)[:200]
        return shown_connections(project, rows, model_assignment.of(project))

    @operation("connectionsCreate", allow=access.lead, status=201)
    def post(self, granted: Access, body: NewConnection) -> Connection:
        connection = connections.make(
            project=granted.project,
            actor=granted.user,
            name=body.name,
            backend=body.backend,
            settings=body.settings,
            secrets=body.secrets,
        )
        return _shown(granted.project, connection)


class ConnectionApi(APIView):
    @operation("connectionsRead", allow=access.reader)
    def get(self, granted: Access, connection_id: int) -> Connection:
        return _shown(granted.project, selectors.connection(granted.project, connection_id))

    @operation("connectionsUpdate", allow=access.lead)
    def patch(self, granted: Access, connection_id: int, body: ConnectionChanges) -> Connection:
        connection = selectors.connection(granted.project, connection_id)
        changed = connections.change(
            connection=connection,
            actor=granted.user,
            name=body.name,
            settings=body.settings,
            secrets=body.secrets,
        )
        return _shown(granted.project, changed)

    @operation("connectionsArchive", allow=access.lead)
    def delete(self, granted: Access, connection_id: int) -> None:
        connection = selectors.connection(granted.project, connection_id)
        connections.archive(connection=connection, actor=granted.user)


class ConnectionHealthApi(APIView):
    @operation("connectionsHealth", allow=access.lead)
    def post(self, granted: Access, connection_id: int) -> Health:
        return connections.check_health(selectors.connection(granted.project, connection_id))


class ConnectionTryApi(APIView):
    @operation("connectionsTry", allow=access.lead, status=201)
    def post(self, granted: Access, connection_id: int, body: NewTrial) -> Trial:
        connection = selectors.connection(granted.project, connection_id)
        version = selectors.serving(connection)
        if body.version is not None:
            version = selectors.version_of(connection, body.version)
        trial = trials.start(version=version, image_id=body.image, actor=granted.user)
        return shown_trial(selectors.trial(granted.project, trial.pk))


class TrialApi(APIView):
    @operation("trialsRead", allow=access.reader)
    def get(self, granted: Access, trial_id: int) -> Trial:
        return shown_trial(selectors.trial(granted.project, trial_id))


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
_C = f"{_P}/connections/<int:connection_id>"

urlpatterns = [
    path(f"{_P}/seeding", SeedingApi.as_view()),
    path(f"{_P}/seeding/runs", SeedingRunsApi.as_view()),
    path(f"{_P}/seeding/skip", SeedingSkipApi.as_view()),
    path(f"{_P}/seeds", SeedsApi.as_view()),
    path(f"{_P}/seed-quality", SeedQualityApi.as_view()),
    path(f"{_P}/ordering", OrderingApi.as_view()),
    path(f"{_P}/backends", BackendsApi.as_view()),
    path(f"{_P}/connections", ConnectionsApi.as_view()),
    path(_C, ConnectionApi.as_view()),
    path(f"{_C}/health", ConnectionHealthApi.as_view()),
    path(f"{_C}/try", ConnectionTryApi.as_view()),
    path(f"{_P}/trials/<int:trial_id>", TrialApi.as_view()),
    path(f"{_P}/model-assignment", ModelAssignmentApi.as_view()),
]
