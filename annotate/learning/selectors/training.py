"""What people are told about trainings."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from annotate.core import errors
from annotate.core.jobs import selectors as jobs
from annotate.learning.artifacts import RunFolder
from annotate.learning.models import TrainingRun
from annotate.learning.selectors.versions import snapshot_json
from annotate.people.serializers import PersonSerializer
from annotate.projects.models import Project
from annotate.seeding.selectors.models import version_brief

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
    """Return one training of a project, or raise NotFound."""
    found = trainings(project).filter(pk=training_id).first()
    if found is None:
        raise errors.NotFound
    return found


def folder_of(run: TrainingRun) -> RunFolder:
    home = Path(settings.MODELS_DIR) / f"project-{run.project_id}"
    return RunFolder(home / f"connection-{run.connection_id}" / f"run-{run.pk}")


def training_json(run: TrainingRun, *, worker_alive: bool | None = None) -> dict[str, Any]:
    """Return a training; `worker_alive` is asked for once where several are told."""
    alive = jobs.workers().alive > 0 if worker_alive is None else worker_alive
    return {
        "id": run.pk,
        "connection": {"id": run.connection_id, "name": run.connection.name},
        "state": run.state,
        "reason": run.reason,
        "base": version_brief(run.base),
        "version": version_brief(run.version) if run.version else None,
        "snapshot": snapshot_json(run.snapshot) if run.snapshot else None,
        "settings": run.settings,
        "finished_samples": run.finished_samples,
        "problem": run.problem,
        "progress": progress_json(run),
        "job": jobs.as_dict(run.job, worker_alive=alive) if run.job else None,
        "created_by": PersonSerializer(run.created_by).data if run.created_by else None,
        "created_at": run.created_at,
        "started_at": run.started_at,
        "finished_at": run.finished_at,
    }


def progress_json(run: TrainingRun) -> dict[str, Any]:
    """Return how far a training is: of the trainer while it trains, else of the job."""
    job, said = run.job, run.progress
    if job is not None and run.state in (
        TrainingRun.State.PREPARING,
        TrainingRun.State.EVALUATING,
        TrainingRun.State.PROMOTING,
    ):
        return {"step": job.done, "steps": job.total, "message": job.message}
    return {
        "step": said.get("step", 0),
        "steps": said.get("steps", 0),
        "message": said.get("message", ""),
    }


def points_json(run: TrainingRun, after: int | None) -> dict[str, Any]:
    """Return the loss curve past a step, and how far the training is."""
    points = run.points.order_by("step")
    if after is not None:
        points = points.filter(step__gt=after)
    return {
        "points": [
            {
                "step": each.step,
                "epoch": each.epoch,
                "loss": each.loss,
                "held_out_loss": each.held_out_loss,
                "learning_rate": each.learning_rate,
                "at": each.at,
            }
            for each in points[:MAX_POINTS]
        ],
        "progress": progress_json(run),
        "state": run.state,
    }


def training_file(run: TrainingRun) -> Path:
    """Return the file from which a model is trained elsewhere, or raise NotFound."""
    made = folder_of(run).found()
    files = sorted(made.folder.glob("*.jsonl")) if made and made.folder else []
    if run.state != TrainingRun.State.WAITING or not files:
        raise errors.NotFound("This training has no file to train from.")
    return files[0]
