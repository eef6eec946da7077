"""“Try it on this image”: ask a version about one image and show all that it says."""

import time
from typing import Any

from django.db import transaction
from PIL import Image as Pixels

from annotate.backends import (
    Backend,
    BackendError,
    Box,
    Configured,
    Detection,
    Hint,
    LabelledBox,
    runs,
)
from annotate.backends.sanity import dropped_json
from annotate.backends.traces import clean, storable
from annotate.core import errors, jobs, logs
from annotate.core.jobs import services as job_services
from annotate.images import storage
from annotate.images.models import Image
from annotate.people.models import User
from annotate.seeding.models import ModelVersion, Trial
from annotate.seeding.selectors.connections import backend_of, configured

log = logs.get(__name__)

# Enough to see how it describes things; a whole seeding run asks about all of them.
MOST_CROPS = 5
# Trials are looked at once: the newest of a project are kept.
KEPT = 50


def start(*, version: ModelVersion, image_id: int, actor: User | None) -> Trial:
    """Ask a version about an image of its project, in the background.

    Raises:
        Invalid: the project has no such image.
    """
    image = Image.objects.filter(project=version.project_id, pk=image_id).first()
    if image is None:
        raise errors.Invalid.field("image", "unknown_image", "The project has no such image.")
    with transaction.atomic():
        trial = Trial.objects.create(
            project_id=version.project_id, version=version, image=image, created_by=actor
        )
        trial.job = job_services.start(
            name="seeding.trial",
            scope=version.project.scope,
            payload={"trial_id": trial.pk},
            max_attempts=1,  # a person waits, and can click again
        )
        trial.save(update_fields=["job"])
        _forget_old(version.project_id)
    return trial


def _forget_old(project_id: int) -> None:
    mine = Trial.objects.filter(project=project_id).order_by("-pk")
    Trial.objects.filter(pk__in=list(mine.values_list("pk", flat=True)[KEPT:])).delete()


@jobs.handler("seeding.trial", title="Trying a model on an image")
def run_trial(payload: dict[str, Any], progress: jobs.Progress) -> None:
    """Write down what the version says, or what went wrong."""
    trials = Trial.objects.select_related("version__connection", "image")
    trial = trials.filter(pk=payload["trial_id"]).first()
    if trial is None:  # newer trials have pushed it out
        return
    progress.report(0, 1, trial.version.label)
    trial.result = _tried(trial)
    trial.save(update_fields=["result"])
    progress.report(1, 1)


def _tried(trial: Trial) -> dict[str, Any]:
    made = Tried()
    started = time.perf_counter()
    try:
        backend, ready = backend_of(trial.version.connection), configured(trial.version)
        with storage.open_original(trial.image.sha256) as file, Pixels.open(file) as pixels:
            made.ask(backend, ready, runs.as_upright_rgb(pixels), trial.image.metadata)
    except errors.AppError as refused:
        made.problem = f"{refused.message} {refused.remedy or ''}".strip()
    except BackendError as failed:
        made.problem = str(failed)
    except Exception as unexpected:
        log.exception("A trial failed", trial=trial.pk)
        made.problem = f"The back end stopped unexpectedly ({type(unexpected).__name__})."
    return made.as_dict(seconds=time.perf_counter() - started)


class Tried:
    """What a version has said so far; what came before a failure is shown with it."""

    def __init__(self) -> None:
        self.found: tuple[Detection, ...] = ()
        self.dropped: list[dict[str, Any]] = []
        self.caption: str | None = None
        self.crops: list[dict[str, str]] = []
        self.words: list[dict[str, Any]] = []
        self.provenance: list[dict[str, Any]] = []
        self.problem: str | None = None

    def ask(
        self, backend: Backend, ready: Configured, pixels: Pixels.Image, hints: dict[str, str]
    ) -> None:
        """Ask it for everything that it can do."""
        if "detector" in backend.roles:
            self._detect(backend, ready, pixels)
        if "captioner" in backend.roles:
            self._caption(backend, ready, pixels, hints)
        if "ocr" in backend.roles:
            self._read(backend, ready, pixels)

    def _detect(self, backend: Backend, ready: Configured, pixels: Pixels.Image) -> None:
        run = runs.detect(backend.detector(ready), pixels)
        self.found = run.detections
        self.dropped += map(dropped_json, run.dropped)
        self._sign(run)

    def _caption(
        self, backend: Backend, ready: Configured, pixels: Pixels.Image, hints: dict[str, str]
    ) -> None:
        captioner = backend.captioner(ready)
        boxes = [LabelledBox(label=each.label, box=each.box) for each in self.found]
        lines = [Hint(label=key, value=value) for key, value in hints.items()]
        whole = runs.caption_image(captioner, pixels, boxes, lines)
        self.caption = clean(whole.caption.text)
        self._sign(whole)
        crops = runs.caption_crops(captioner, pixels, boxes[:MOST_CROPS])
        for box, crop in zip(boxes, crops, strict=False):
            self.crops.append({"label": box.label, "text": clean(crop.caption.text)})
            self._sign(crop)

    def _read(self, backend: Backend, ready: Configured, pixels: Pixels.Image) -> None:
        run = runs.read(backend.ocr(ready), pixels, [each.box for each in self.found])
        self.words = [
            {"text": each.text, "box": _box(each.box), "score": each.score} for each in run.words
        ]
        self.dropped += map(dropped_json, run.dropped)
        self._sign(run)

    def _sign(self, run: runs.DetectionRun | runs.CaptionRun | runs.ReadingRun) -> None:
        self.provenance.append(storable(run.provenance))

    def as_dict(self, *, seconds: float) -> dict[str, Any]:
        return {
            "detections": [
                {"label": each.label, "box": _box(each.box), "score": each.score}
                for each in self.found
            ],
            "dropped": self.dropped,
            "caption": self.caption,
            "crops": self.crops,
            "words": self.words,
            "provenance": self.provenance,
            "problem": self.problem,
            "seconds": round(seconds, 3),
        }


def _box(box: Box) -> dict[str, float]:
    return box.model_dump()
