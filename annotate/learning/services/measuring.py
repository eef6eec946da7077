"""Measure a version on the held-out samples of a snapshot."""

from pathlib import Path
from typing import Any

from django.conf import settings

from annotate.core.jobs.heartbeat import Heartbeat
from annotate.seeding.models import ModelVersion, Snapshot
from annotate.seeding.selectors.connections import backend_of, configured


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
