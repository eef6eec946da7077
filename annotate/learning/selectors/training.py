"""What people are told about trainings."""

from pathlib import Path

from django.conf import settings
from django.db.models import QuerySet

from annotate.core import errors
from annotate.core.jobs import selectors as jobs
from annotate.core.schemas import Notice
from annotate.learning.artifacts import RunFolder
from annotate.learning.models import TrainingRun
from annotate.learning.schemas import (
    Snapshot,
    Training,
    TrainingPoint,
    TrainingPoints,
    TrainingProgress,
)
from annotate.messages import Message
from annotate.people.schemas import Person
from annotate.projects.models import Project
from annotate.seeding.models import Connection
from annotate.seeding.schemas import NamedConnection, VersionBrief

MAX_POINTS = 5000


def trainings(project: Project) -> QuerySet[TrainingRun]:
    return TrainingRun.objects.filter(project=project).select_related(
        "project",
        "connection",
        "base__connection",
        "version__connection",
        "snapshot",
        "job",
        "created_by",
    )


def training(project: Project, training_id: int) -> TrainingRun:
    run = trainings(project).filter(pk=training_id).first()
    if run is None:
        raise errors.NotFound
    return run


def connection_to_train(project: Project, connection_id: int) -> Connection:
    connections = Connection.objects.select_related("project")
    connection = connections.filter(project=project, pk=connection_id).first()
    if connection is None:
        raise errors.Invalid.field("connection", Message("unknown_connection"))
    return connection


def folder_of(run: TrainingRun) -> RunFolder:
    home = Path(settings.MODELS_DIR) / f"project-{run.project_id}"
    return RunFolder(home / f"connection-{run.connection_id}" / f"run-{run.pk}")


def shown_training(run: TrainingRun, workers: jobs.Workers) -> Training:
    return Training.from_row(
        run,
        connection=NamedConnection.of(run.connection),
        base=VersionBrief.of(run.base),
        version=VersionBrief.of(run.version) if run.version else None,
        snapshot=Snapshot.of(run.snapshot) if run.snapshot else None,
        problem=Notice.stored(run.problem, run.problem_message) if run.problem else None,
        progress=progress_of(run),
        job=jobs.job_of(run.job, workers) if run.job else None,
        created_by=Person.of(run.created_by) if run.created_by else None,
    )


def progress_of(run: TrainingRun) -> TrainingProgress:
    job, trainer = run.job, run.progress
    if job is not None and run.state in (
        TrainingRun.State.PREPARING,
        TrainingRun.State.EVALUATING,
        TrainingRun.State.PROMOTING,
    ):
        return TrainingProgress(step=job.done, steps=job.total, note=Notice.restored(job.note))
    return TrainingProgress(
        step=trainer.get("step", 0),
        steps=trainer.get("steps", 0),
        note=Notice.restored(trainer.get("note")),
    )


def points_of(run: TrainingRun, after: int | None) -> TrainingPoints:
    """The loss curve past a step, and how far the training is."""
    points = run.points.order_by("step")
    if after is not None:
        points = points.filter(step__gt=after)
    return TrainingPoints(
        points=[TrainingPoint.of(point) for point in points[:MAX_POINTS]],
        progress=progress_of(run),
        state=TrainingRun.State(run.state),
    )


def training_file(run: TrainingRun) -> Path:
    """The file from which a model is trained elsewhere; raises NotFound."""
    product = folder_of(run).product()
    files = sorted(product.folder.glob("*.jsonl")) if product and product.folder else []
    if run.state != TrainingRun.State.WAITING or not files:
        raise errors.NotFound(Message("training_without_file"))
    return files[0]
