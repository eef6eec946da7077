"""The first steps of a training: freeze what is finished, and have the weights made from it."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

from django.conf import settings
from django.db import transaction

from annotate.analysis.randomness import draw
from annotate.backends.training.base import Point, TrainingJob
from annotate.core import clock
from annotate.core.jobs.heartbeat import Heartbeat
from annotate.learning.artifacts import Made, RunFolder
from annotate.learning.models import Loop, TrainingPoint, TrainingRun
from annotate.learning.selectors.training import folder_of
from annotate.learning.services import events, snapshots, training, versions
from annotate.learning.services.training_ends import move
from annotate.seeding.models import ModelVersion, Snapshot
from annotate.seeding.selectors.connections import configured

State = TrainingRun.State
FREEZING = "Freezing what is finished"


def begin(run: TrainingRun, heartbeat: Heartbeat) -> None:
    """Note when it began; a run that goes on after a fault began before."""
    move(run, State.PREPARING, started_at=run.started_at or clock.now())


def prepare(run: TrainingRun, heartbeat: Heartbeat) -> None:
    """Freeze what is finished; the same data is found again by its digest."""
    loop = Loop.objects.filter(project=run.project).first()
    snapshot = snapshots.write(
        project=run.project,
        connection=run.connection,
        held_out_share=loop.held_out_share if loop else Loop().held_out_share,
        report=lambda done, total: heartbeat.report(done, total, FREEZING),
    )
    move(run, State.TRAINING, snapshot=snapshot)


def train(run: TrainingRun, heartbeat: Heartbeat) -> None:
    """Have the trainer make the weights, unless an attempt before has finished them."""
    folder = folder_of(run)
    made = folder.found() or _made(run, folder, heartbeat)
    if made.trained.elsewhere:
        with transaction.atomic():
            move(run, State.WAITING)
            events.about_training("training_waiting", run)
        return
    with transaction.atomic():
        # Of two that get here, one finds the state changed. And first the run's row, then the
        # connection's: everybody takes them in this order.
        move(run, State.EVALUATING)
        version = versions.add(
            connection=run.connection,
            source=ModelVersion.Source.TRAINING,
            settings={**run.base.settings, **made.trained.settings},
            base=run.base,
            snapshot=run.snapshot,
            artifact=str(made.folder.relative_to(settings.MODELS_DIR)) if made.folder else "",
            sha256=made.sha256,
            actor=run.created_by,
            notes=_notes(made),
        )
        TrainingRun.objects.filter(pk=run.pk).update(version=version)
        run.version = version
        events.about_training("version_trained", run, facts=made.trained.facts)
    folder.clear_up()
    for old in TrainingRun.objects.filter(
        connection=run.connection, state__in=[State.FAILED, State.CANCELLED]
    ):
        folder_of(old).clear_up()  # nobody goes on from its checkpoint any more


def _made(run: TrainingRun, folder: RunFolder, heartbeat: Heartbeat) -> Made:
    snapshot = cast(Snapshot, run.snapshot)
    out = folder.new_attempt()
    job = TrainingJob(
        snapshot=Path(settings.MODELS_DIR) / snapshot.folder,
        base=configured(run.base),
        out=out,
        work=folder.work,
        settings=training.parsed(run.connection, run.settings),
        seed=draw(run.project.seed, "training", run.pk),
    )
    trained = training.trainer_of(run.connection).train(job, _reporter(run, heartbeat))
    heartbeat.report(1, 1, "Keeping the weights")  # whoever has lost the job keeps nothing
    return folder.finish(out, trained)


def _reporter(run: TrainingRun, heartbeat: Heartbeat) -> Callable[[Point], None]:
    started = clock.now()

    def report(point: Point) -> None:
        heartbeat.report(point.step, point.steps, point.message[:500])
        seconds = round((clock.now() - started).total_seconds(), 1)
        where = {"step": point.step, "steps": point.steps, "message": point.message}
        TrainingRun.objects.filter(pk=run.pk).update(progress={**where, "seconds": seconds})
        if point.loss is None and point.held_out_loss is None:
            return
        TrainingPoint.objects.update_or_create(
            run=run,
            step=point.step,
            defaults={
                "epoch": point.epoch,
                "loss": point.loss,
                "held_out_loss": point.held_out_loss,
                "learning_rate": point.learning_rate,
                "at": clock.now(),
            },
        )

    return report


def _notes(made: Made) -> str:
    return ", ".join(f"{name}: {value}" for name, value in made.trained.facts.items())[:2000]
