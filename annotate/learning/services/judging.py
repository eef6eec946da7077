"""The last steps of a training: figures on held-out samples, and what the rule makes of them."""

from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.db import transaction

from annotate.backends import BackendError
from annotate.core import errors, logs
from annotate.core.jobs.heartbeat import Heartbeat
from annotate.learning.models import Loop, TrainingRun
from annotate.learning.promotion import Decision, Metric, Rule, decide
from annotate.learning.services import events, versions
from annotate.learning.services.training_ends import move
from annotate.messages import Message
from annotate.seeding.models import ModelVersion, Snapshot
from annotate.seeding.selectors.connections import backend_of, configured, serving

log = logs.get(__name__)
State = TrainingRun.State


def evaluate(run: TrainingRun, heartbeat: Heartbeat) -> None:
    """Measure the new version and the one that serves on the same held-out samples."""
    version, rival = cast(ModelVersion, run.version), serving(run.connection)
    snapshot = cast(Snapshot, run.snapshot)
    if not version.metrics:
        versions.measured(version, measure(version, snapshot, heartbeat))
    compared: dict[str, Any] = {"version": rival.pk, "metrics": {}}
    try:
        if rival.snapshot_id == run.snapshot_id and rival.metrics:
            compared["metrics"] = rival.metrics
        elif rival.pk != version.pk:
            compared["metrics"] = measure(rival, snapshot, heartbeat)
    except (BackendError, errors.AppError) as failed:
        # A serving version that is out of reach is no reason to lose the new one.
        log.warning("The serving version could not be measured", version=rival.pk)
        compared["problem"] = str(failed)
    move(run, State.PROMOTING, progress={**run.progress, "compared": compared})


def promote(run: TrainingRun, heartbeat: Heartbeat) -> None:
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
        move(run, State.SUCCEEDED)
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


def _decision(run: TrainingRun, version: ModelVersion, metrics: dict[str, Any]) -> Decision:
    loop = Loop.objects.filter(project=run.project, connection=run.connection).first()
    usual = loop or Loop(promotion=Loop.Promotion.MANUAL)
    return decide(
        cast(Rule, usual.promotion),
        candidate=version.metrics,
        serving=metrics,
        metric=cast(Metric, usual.metric),
        margin=usual.margin,
    )


def measure(version: ModelVersion, snapshot: Snapshot, heartbeat: Heartbeat) -> dict[str, Any]:
    """Return how well a version does what its back end can do.

    There are no figures where no sample is held out.

    Raises:
        BackendError: it cannot work now.
        Unusable: its weights or settings are not there any more.
    """
    if not snapshot.held_out:
        return {"samples": 0}
    backend, ready = backend_of(version.connection), configured(version)
    # Imported when needed: only workers that train load the measures of captions.
    from annotate.backends.training import evaluation

    message = f"Measuring {version.label} on held-out samples"
    return dict(
        evaluation.evaluate(
            backend.detector(ready) if "detector" in backend.roles else None,
            backend.captioner(ready) if "captioner" in backend.roles else None,
            Path(settings.MODELS_DIR) / snapshot.folder,
            lambda done, total: heartbeat.report(done, total, message),
        )
    )
