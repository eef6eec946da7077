"""The job of a training: snapshot, weights, figures, promotion.

Each step finds what it has made before and ends with one conditional change of state, so that a
worker that is killed anywhere leaves nothing undone and nothing done twice: a successor begins
with the step in which it was.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.db import IntegrityError, transaction

from annotate.analysis.intervals import Interval
from annotate.analysis.randomness import draw
from annotate.backends import BackendError
from annotate.backends.base import LimitReached
from annotate.backends.training.base import Point, TrainingError, TrainingJob
from annotate.core import clock, errors, jobs, logs, traces
from annotate.core.jobs.heartbeat import Heartbeat
from annotate.core.jobs.services import Cancelled
from annotate.core.schemas import Notice
from annotate.learning.artifacts import Product, RunFolder
from annotate.learning.models import Loop, TrainingPoint, TrainingRun
from annotate.learning.promotion import Decision, Metric, Rule, decide, difference
from annotate.learning.selectors.kept_answers import training_run
from annotate.learning.selectors.training import folder_of
from annotate.learning.services import events, snapshots, training, versions
from annotate.learning.services.kept_answers import KeptAnswers
from annotate.learning.services.training import fail, move
from annotate.learning.services.version_comparisons import players_of
from annotate.messages import Message
from annotate.notifications import services as notifications
from annotate.seeding.models import ModelVersion, Snapshot
from annotate.seeding.selectors.connections import configured, serving
from annotate.seeding.services import limits

log = logs.get(__name__)
State = TrainingRun.State
FREEZING = Message("training_freezing")


def _begin(run: TrainingRun, heartbeat: Heartbeat) -> None:
    """Note when it began; a run that goes on after a fault began before."""
    move(run, State.PREPARING, started_at=run.started_at or clock.now())


def _freeze(run: TrainingRun, heartbeat: Heartbeat) -> None:
    """Freeze what is finished; the same data is found again by its digest."""
    loop = Loop.objects.filter(project=run.project).first()
    snapshot = snapshots.write(
        project=run.project,
        connection=run.connection,
        held_out_share=loop.held_out_share if loop else Loop().held_out_share,
        report=lambda done, total: heartbeat.report(done, total, FREEZING),
    )
    move(run, State.TRAINING, snapshot=snapshot)


def _train(run: TrainingRun, heartbeat: Heartbeat) -> None:
    """Have the trainer make the weights, unless an attempt before has finished them."""
    folder = folder_of(run)
    product = folder.product() or _produce(run, folder, heartbeat)
    if product.trained.elsewhere:
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
            settings={**run.base.settings, **product.trained.settings},
            base=run.base,
            snapshot=run.snapshot,
            artifact=_artifact(product),
            sha256=product.sha256,
            actor=run.created_by,
            notes=_notes(product),
        )
        TrainingRun.objects.filter(pk=run.pk).update(version=version)
        run.version = version
        events.about_training("version_trained", run, facts=product.trained.facts)
    folder.clear_up()
    for old in TrainingRun.objects.filter(
        connection=run.connection, state__in=[State.FAILED, State.CANCELLED]
    ):
        folder_of(old).clear_up()  # nobody goes on from its checkpoint any more


def _artifact(product: Product) -> str:
    return str(product.folder.relative_to(settings.MODELS_DIR)) if product.folder else ""


def _produce(run: TrainingRun, folder: RunFolder, heartbeat: Heartbeat) -> Product:
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
    with traces.step("train"):
        trained = training.trainer_of(run.connection).train(job, _reporter(run, heartbeat))
    heartbeat.report(1, 1, Message("training_saving"))  # whoever has lost the job keeps nothing
    return folder.finish(out, trained)


def _reporter(run: TrainingRun, heartbeat: Heartbeat) -> Callable[[Point], None]:
    started = clock.now()

    def report(point: Point) -> None:
        heartbeat.report(point.step, point.steps, point.note)
        seconds = round((clock.now() - started).total_seconds(), 1)
        note = point.note and point.note.to_json()
        where = {"step": point.step, "steps": point.steps, "note": note}
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


def _notes(product: Product) -> str:
    return ", ".join(f"{name}: {value}" for name, value in product.trained.facts.items())[:2000]


def _evaluate(run: TrainingRun, heartbeat: Heartbeat) -> None:
    """Measure the new version and the one that serves on the same held-out samples."""
    version, rival = cast(ModelVersion, run.version), serving(run.connection)
    snapshot = cast(Snapshot, run.snapshot)
    singly, kept = {}, KeptAnswers(run.project_id, training_run(run.pk))
    # Where a budget has stopped it at the serving version, its own figures are known and what
    # each sample came to is not: its answers are, unless a rule of retention has removed them.
    if not version.metrics or "compared" not in run.progress:
        figures, singly["new"] = measure(version, snapshot, heartbeat, kept)
        versions.measured(version, figures)
    compared: dict[str, Any] = {"version": rival.pk, "metrics": {}, "singly": singly}
    try:
        if rival.snapshot_id == run.snapshot_id and rival.metrics:
            compared["metrics"] = rival.metrics
        elif rival.pk != version.pk:
            compared["metrics"], singly["serving"] = measure(rival, snapshot, heartbeat, kept)
            if rival.snapshot_id is None:
                # It was trained on nothing of ours: what it did last is all that is known of it.
                versions.measured(rival, compared["metrics"])
    except LimitReached:
        raise  # it goes on when there is room
    except (BackendError, errors.AppError) as failed:
        # A serving version that is out of reach is no reason to lose the new one.
        log.warning("The serving version could not be measured", version=rival.pk)
        compared["problem"] = str(failed)
    kept.forget()
    move(run, State.PROMOTING, progress={**run.progress, "compared": compared})


def _promote(run: TrainingRun, heartbeat: Heartbeat) -> None:
    """Let the rule decide. Promotion, what follows it and the end of the run are one act."""
    version, rival = cast(ModelVersion, run.version), serving(run.connection)
    compared = run.progress.get("compared", {})
    if rival.pk not in (version.pk, compared.get("version")):
        move(run, State.EVALUATING)  # somebody has promoted another one meanwhile
        return
    decision = _decision(run, version, compared.get("metrics", {}))
    if rival.pk == version.pk:
        decision = Decision(promote=False, reason=Message("promoted_by_hand_before"))
    with transaction.atomic():
        # What every sample came to has done its part.
        kept = {name: value for name, value in compared.items() if name != "singly"}
        move(run, State.SUCCEEDED, progress={**run.progress, "compared": kept})
        events.about_training(
            "decided",
            run,
            promoted=decision.promote,
            serving_version=rival.label,
            **events.kept("reason", decision.reason),
            **decision.numbers,
        )
        if decision.promote:
            versions.promote(version, None, reason=str(decision.reason))
        elif decision.reason.code == "lead_decides":
            notifications.tell_roles(
                project=run.project,
                kind="model_proposed",
                key=str(run.connection_id),
                data={"about": version.label},
            )


def _decision(run: TrainingRun, version: ModelVersion, metrics: dict[str, Any]) -> Decision:
    loop = Loop.objects.filter(project=run.project, connection=run.connection).first()
    usual = loop or Loop(promotion=Loop.Promotion.MANUAL)
    return decide(
        cast(Rule, usual.promotion),
        candidate=version.metrics,
        serving=metrics,
        metric=cast(Metric, usual.metric),
        margin=usual.margin,
        fewest=usual.fewest_held_out,
        between=_between(run, usual.metric),
    )


def _between(run: TrainingRun, metric: str) -> Interval | None:
    """The difference of both versions, where both were measured sample by sample."""
    singly = run.progress.get("compared", {}).get("singly", {})
    new, old = (singly.get(which, {}).get(metric, []) for which in ("new", "serving"))
    return difference(new, old, seed=draw(run.project.seed, "promotion", run.pk) % 2**32)


def measure(
    version: ModelVersion, snapshot: Snapshot, heartbeat: Heartbeat, kept: KeptAnswers
) -> tuple[dict[str, Any], dict[str, Any]]:
    """How well a version does what its back end can do, in all and sample by sample.

    There are no figures where no sample is held out.

    Raises:
        BackendError: it cannot work now.
        Unusable: its weights or settings are not there any more.
    """
    if not snapshot.held_out:
        return {"samples": 0}, {}
    players = players_of(version, kept)
    # Imported when needed: only workers that train load the measures of captions.
    from annotate.backends.training import evaluation

    note = Message("training_measuring_version", version=version.label)
    figures, singly = evaluation.evaluate_singly(
        *players,
        Path(settings.MODELS_DIR) / snapshot.folder,
        lambda done, total: heartbeat.report(done, total, note),
    )
    return dict(figures), dict(singly)


Step = Callable[[TrainingRun, Heartbeat], None]
# What is done in each state, and what people are told meanwhile. Where there is no step the job
# ends: the run has ended, or waits for somebody.
_STEPS: dict[str, tuple[Step, Message | None]] = {
    State.QUEUED: (_begin, None),
    State.PREPARING: (_freeze, FREEZING),
    State.TRAINING: (_train, Message("training_running")),
    State.EVALUATING: (_evaluate, Message("training_measuring")),
    State.PROMOTING: (_promote, Message("training_deciding")),
}


@jobs.handler(training.JOB, queue="training")
def train(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Take a training on from where it is to its end, or to where it waits for somebody."""
    run = _read(payload["run_id"])
    _begin_again(run)
    with Heartbeat(progress) as heartbeat:
        try:
            while run.state in _STEPS:
                step, note = _STEPS[run.state]
                heartbeat.report(0, 0, note)
                step(run, heartbeat)
                run = _read(run.pk)
        except Cancelled:
            _note_cancelled(run)
            raise
        except (TrainingError, BackendError) as expected:
            _fail(run, heartbeat, Notice.of(expected.entry))
            if isinstance(expected, LimitReached):
                raise limits.stopped(expected) from expected
            raise errors.Conflict(expected.entry, code="training_failed") from expected
        except errors.AppError as refused:
            _fail(run, heartbeat, Notice.of_error(refused))
            raise
    return {"training": run.pk, "state": run.state, "version": run.version_id}


def _read(run_id: int) -> TrainingRun:
    related = ("project", "connection", "snapshot", "base__connection", "version__connection")
    return TrainingRun.objects.select_related(*related).get(pk=run_id)


def _begin_again(run: TrainingRun) -> None:
    """Let a run whose job is repeated go on where it failed or was cancelled."""
    if run.state not in (State.FAILED, State.CANCELLED):
        return
    resumed = State.TRAINING if run.snapshot_id else State.QUEUED
    try:
        with transaction.atomic():
            move(run, State.EVALUATING if run.version_id else resumed, finished_at=None)
            events.about_training("training_resumed", run)
    except IntegrityError:
        raise training.TrainingUnderWay from None


def _fail(run: TrainingRun, heartbeat: Heartbeat, problem: Notice) -> None:
    # A worker that has lost the job may fail because its successor has cleared up after it.
    heartbeat.report(0, 0)
    fail(run, problem)


def _note_cancelled(run: TrainingRun) -> None:
    """End the run of a job that was cancelled in the list of jobs."""
    ours = TrainingRun.objects.filter(pk=run.pk, state__in=TrainingRun.UNFINISHED)
    with transaction.atomic():
        if ours.update(state=State.CANCELLED, finished_at=clock.now()):
            events.about_training("training_cancelled", run)
