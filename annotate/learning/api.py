"""Versions of models, trainings and the loop over HTTP: readers look, leads act."""

from django.http import FileResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.jobs import selectors as jobs
from annotate.core.operations import operation, paginate
from annotate.core.schemas import Page, PageQuery
from annotate.images.responses import AnyAccept
from annotate.learning.comparison_schemas import (
    NewVersionComparison,
    PastVersionComparison,
    VersionComparison,
)
from annotate.learning.schemas import (
    Loop,
    LoopChanges,
    LoopEvent,
    ModelVersion,
    NewTraining,
    NewVersion,
    PointsQuery,
    Rollback,
    Training,
    TrainingPoints,
)
from annotate.learning.selectors import comparisons, versions
from annotate.learning.selectors import loop as loops
from annotate.learning.selectors import training as trainings
from annotate.learning.services import loop as loop_services
from annotate.learning.services import training, version_comparisons
from annotate.learning.services import versions as version_services
from annotate.projects import access
from annotate.projects.access import Access
from annotate.projects.models import Project
from annotate.seeding.selectors import connections

# More than a project will ever train; the newest are told.
MAX_VERSIONS = 200


# --- Versions ---------------------------------------------------------------------------------


def _version(project: Project, version_id: int) -> ModelVersion:
    return versions.shown_versions([versions.version(project, version_id)])[0]


class VersionsApi(APIView):
    @operation("versionsList", allow=access.reader)
    def get(self, granted: Access, connection_id: int) -> list[ModelVersion]:
        connection = connections.connection(granted.project, connection_id)
        return versions.shown_versions(versions.versions(connection)[:MAX_VERSIONS])

    @operation("versionsRegister", allow=access.lead, status=201)
    def post(self, granted: Access, connection_id: int, body: NewVersion) -> ModelVersion:
        version = version_services.register(
            connection=connections.connection(granted.project, connection_id),
            model=body.model,
            notes=body.notes,
            actor=granted.user,
        )
        return _version(granted.project, version.pk)


class VersionApi(APIView):
    @operation("versionsRead", allow=access.reader)
    def get(self, granted: Access, version_id: int) -> ModelVersion:
        return _version(granted.project, version_id)


class VersionPromoteApi(APIView):
    @operation("versionsPromote", allow=access.lead)
    def post(self, granted: Access, version_id: int) -> ModelVersion:
        version_services.promote(versions.version(granted.project, version_id), granted.user)
        return _version(granted.project, version_id)


class ConnectionRollbackApi(APIView):
    @operation("connectionsRollback", allow=access.lead)
    def post(self, granted: Access, connection_id: int, body: Rollback) -> ModelVersion:
        connection = connections.connection(granted.project, connection_id)
        version = version_services.rollback(connection, granted.user, serving=body.serving)
        return _version(granted.project, version.pk)


# --- Trainings --------------------------------------------------------------------------------


def _training(project: Project, training_id: int) -> Training:
    run = trainings.training(project, training_id)
    return trainings.shown_training(run, jobs.workers())


class TrainingsApi(APIView):
    @operation("trainingsList", allow=access.reader)
    def get(self, request: Request, granted: Access, query: PageQuery) -> Page[Training]:
        workers = jobs.workers()
        return paginate(
            request,
            trainings.trainings(granted.project),
            lambda run: trainings.shown_training(run, workers),
        )

    @operation("trainingsStart", allow=access.lead, status=201)
    def post(self, granted: Access, body: NewTraining) -> Training:
        run = training.start(
            connection=trainings.connection_to_train(granted.project, body.connection),
            actor=granted.user,
            settings=body.settings,
        )
        return _training(granted.project, run.pk)


class TrainingApi(APIView):
    @operation("trainingsRead", allow=access.reader)
    def get(self, granted: Access, training_id: int) -> Training:
        return _training(granted.project, training_id)


class TrainingCancelApi(APIView):
    @operation("trainingsCancel", allow=access.lead)
    def post(self, granted: Access, training_id: int) -> Training:
        run = trainings.training(granted.project, training_id)
        training.cancel(run=run, actor=granted.user)
        return _training(granted.project, training_id)


class TrainingPointsApi(APIView):
    @operation("trainingsPoints", allow=access.reader)
    def get(self, granted: Access, training_id: int, query: PointsQuery) -> TrainingPoints:
        run = trainings.training(granted.project, training_id)
        return trainings.points_of(run, query.after)


class TrainingFileApi(APIView):
    content_negotiation_class = AnyAccept

    @operation(
        "trainingsFile",
        allow=access.reader,
        responses={(200, "application/x-ndjson"): OpenApiTypes.BINARY},
    )
    def get(self, granted: Access, training_id: int) -> FileResponse:
        file = trainings.training_file(trainings.training(granted.project, training_id))
        response = FileResponse(
            file.open("rb"),
            as_attachment=True,
            filename=f"training-{training_id}.jsonl",
            content_type="application/x-ndjson",
        )
        response["Cache-Control"] = "private, no-store"
        return response


class TrainingFinishApi(APIView):
    @operation("trainingsFinish", allow=access.lead)
    def post(self, granted: Access, training_id: int, body: NewVersion) -> Training:
        run = trainings.training(granted.project, training_id)
        training.finish(run=run, actor=granted.user, model=body.model, notes=body.notes)
        return _training(granted.project, training_id)


# --- The loop ---------------------------------------------------------------------------------


class LoopApi(APIView):
    @operation("loopRead", allow=access.reader)
    def get(self, granted: Access) -> Loop:
        return loops.shown_loop(loop_services.of(granted.project))

    @operation("loopChange", allow=access.lead)
    def put(self, granted: Access, body: LoopChanges) -> Loop:
        loop = loop_services.change(
            project=granted.project, actor=granted.user, changes=body.sent()
        )
        return loops.shown_loop(loop)


class LoopEventsApi(APIView):
    @operation("loopEvents", allow=access.reader)
    def get(self, request: Request, granted: Access, query: PageQuery) -> Page[LoopEvent]:
        return paginate(request, loops.events(granted.project), loops.shown_event)


# --- Comparisons ------------------------------------------------------------------------------


class ComparisonsApi(APIView):
    @operation("comparisonsList", allow=access.reader)
    def get(
        self, request: Request, granted: Access, query: PageQuery
    ) -> Page[PastVersionComparison]:
        """List which versions were compared, by whom, and what came of it, newest first."""
        return paginate(request, comparisons.past(granted.project), comparisons.shown_past)

    @operation("comparisonsStart", allow=access.lead, status=201)
    def post(self, granted: Access, body: NewVersionComparison) -> VersionComparison:
        project = granted.project
        if body.connection is not None:
            old, new = comparisons.usual_pair(project, body.connection)
        else:
            old = comparisons.version_named(project, body.old, "old")
            new = comparisons.version_named(project, body.new, "new")
        made = version_comparisons.start(project=project, old=old, new=new, actor=granted.user)
        return comparisons.shown(comparisons.comparison(project, made.pk))


class ComparisonApi(APIView):
    @operation("comparisonsRead", allow=access.reader)
    def get(self, granted: Access, comparison_id: int) -> VersionComparison:
        return comparisons.shown(comparisons.comparison(granted.project, comparison_id))


_P = "projects/<int:project_id>"
_C = f"{_P}/connections/<int:connection_id>"
_T = f"{_P}/trainings/<int:training_id>"

urlpatterns = [
    path(f"{_C}/versions", VersionsApi.as_view()),
    path(f"{_C}/rollback", ConnectionRollbackApi.as_view()),
    path(f"{_P}/versions/<int:version_id>", VersionApi.as_view()),
    path(f"{_P}/versions/<int:version_id>/promote", VersionPromoteApi.as_view()),
    path(f"{_P}/trainings", TrainingsApi.as_view()),
    path(_T, TrainingApi.as_view()),
    path(f"{_T}/cancel", TrainingCancelApi.as_view()),
    path(f"{_T}/points", TrainingPointsApi.as_view()),
    path(f"{_T}/file", TrainingFileApi.as_view()),
    path(f"{_T}/finish", TrainingFinishApi.as_view()),
    path(f"{_P}/comparisons", ComparisonsApi.as_view()),
    path(f"{_P}/comparisons/<int:comparison_id>", ComparisonApi.as_view()),
    path(f"{_P}/loop", LoopApi.as_view()),
    path(f"{_P}/loop/events", LoopEventsApi.as_view()),
]
