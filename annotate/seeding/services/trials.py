"""“Try it on this image”: ask a version about one image and show all that it says."""

import time
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from PIL import Image as Pixels

from annotate.backends import (
    Backend,
    BackendError,
    Configured,
    Detection,
    Hint,
    LabelledBox,
    Word,
    runs,
)
from annotate.backends.base import as_message
from annotate.backends.runs import Dropped, dropped_json
from annotate.backends.traces import clean, storable
from annotate.core import errors, jobs, logs, traces
from annotate.core.jobs import services as job_services
from annotate.core.schemas import Notice
from annotate.images import storage
from annotate.images.models import Image
from annotate.messages import Message
from annotate.people.models import User
from annotate.seeding.models import ModelVersion, Trial
from annotate.seeding.selectors.connections import backend_of, configured
from annotate.seeding.spending_models import Purpose
from annotate.seeding.trial_schemas import (
    CropText,
    Provenance,
    TrialDetection,
    TrialResult,
    TrialWord,
    UnusedDetection,
)

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
        raise errors.Invalid.field("image", Message("unknown_image_here"), code="unknown_image")
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


@jobs.handler("seeding.trial", queue="seeding")
def run_trial(payload: dict[str, Any], progress: jobs.Progress) -> None:
    """Write down what the version says, or what went wrong."""
    trials = Trial.objects.select_related("version__connection", "image")
    trial = trials.filter(pk=payload["trial_id"]).first()
    if trial is None:  # newer trials have pushed it out
        return
    progress.report(0, 1, as_message(trial.version.label))
    trial.result = clean(_tried(trial).model_dump(mode="json"))
    trial.save(update_fields=["result"])
    progress.report(1, 1)


def _tried(trial: Trial) -> TrialResult:
    attempt = Attempt()
    started = time.perf_counter()
    try:
        backend, ready = (
            backend_of(trial.version.connection),
            configured(trial.version, Purpose.TRIAL),
        )
        with (
            storage.open_original(trial.image.sha256) as file,
            Pixels.open(file) as pixels,
            traces.step("ask a model on trial"),
        ):
            attempt.ask(backend, ready, runs.as_upright_rgb(pixels), trial.image.metadata)
    except errors.AppError as refused:
        attempt.problem = Notice.of_error(refused)
    except BackendError as failed:
        attempt.problem = Notice.of(failed.entry)
    except Exception as unexpected:
        log.exception("A trial failed", trial=trial.pk)
        stopped = Message("backend_stopped", fault=type(unexpected).__name__)
        attempt.problem = Notice.of(stopped)
    return attempt.result(seconds=time.perf_counter() - started)


class Attempt:
    """What a version has said so far; what came before a failure is shown with it."""

    def __init__(self) -> None:
        self.detections: tuple[Detection, ...] = ()
        self.dropped: list[UnusedDetection] = []
        self.caption: str | None = None
        self.crops: list[CropText] = []
        self.words: tuple[Word, ...] = ()
        self.provenance: list[Provenance] = []
        self.problem: Notice | None = None

    def ask(
        self, backend: Backend, ready: Configured, pixels: Pixels.Image, hints: dict[str, str]
    ) -> None:
        if "detector" in backend.roles:
            self._detect(backend, ready, pixels)
        if "captioner" in backend.roles:
            self._caption(backend, ready, pixels, hints)
        if "ocr" in backend.roles:
            self._read(backend, ready, pixels)

    def _detect(self, backend: Backend, ready: Configured, pixels: Pixels.Image) -> None:
        run = runs.detect(backend.detector(ready), pixels)
        self.detections = run.detections
        self._drop(run.dropped)
        self._sign(run)

    def _caption(
        self, backend: Backend, ready: Configured, pixels: Pixels.Image, hints: dict[str, str]
    ) -> None:
        captioner = backend.captioner(ready)
        boxes = [LabelledBox(label=item.label, box=item.box) for item in self.detections]
        lines = [Hint(label=key, value=value) for key, value in hints.items()]
        whole = runs.caption_image(captioner, pixels, boxes, lines)
        self.caption = clean(whole.caption.text)
        self._sign(whole)
        crops = runs.caption_crops(captioner, pixels, boxes[:MOST_CROPS])
        for box, crop in zip(boxes, crops, strict=False):
            self.crops.append(CropText(label=box.label, text=clean(crop.caption.text)))
            self._sign(crop)

    def _read(self, backend: Backend, ready: Configured, pixels: Pixels.Image) -> None:
        boxes = [detection.box for detection in self.detections]
        run = runs.read(backend.ocr(ready), pixels, boxes)
        self.words = run.words
        self._drop(run.dropped)
        self._sign(run)

    def _drop(self, dropped: Iterable[Dropped]) -> None:
        self.dropped += [UnusedDetection.model_validate(dropped_json(drop)) for drop in dropped]

    def _sign(self, run: runs.Run) -> None:
        self.provenance.append(Provenance.model_validate(storable(run.provenance)))

    def result(self, *, seconds: float) -> TrialResult:
        return TrialResult(
            detections=[
                TrialDetection.model_validate(detection, from_attributes=True)
                for detection in self.detections
            ],
            dropped=self.dropped,
            caption=self.caption,
            crops=self.crops,
            words=[TrialWord.model_validate(word, from_attributes=True) for word in self.words],
            provenance=self.provenance,
            problem=self.problem,
            seconds=round(seconds, 3),
        )
