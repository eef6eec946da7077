"""Finds objects with a local model: a detector, or a vision-language model that writes boxes."""

import time
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from PIL.Image import Image
from pydantic import JsonValue

from annotate.analysis.geometry import from_normalised
from annotate.backends.base import (
    Availability,
    BackendError,
    Box,
    Detected,
    Detection,
    Detector,
    Trace,
)
from annotate.backends.configured import Configured
from annotate.backends.training.finetuning import templates
from annotate.backends.transformers import library, loading, places
from annotate.backends.transformers.answering import Question, ask, no_larger_than
from annotate.backends.transformers.captioner import health_of
from annotate.backends.transformers.settings import NAME, VERSION
from annotate.messages import Message


def make_detector(configured: Configured) -> Detector:
    """Return the detector that the settings name, or else the vision-language model."""
    if loading.settings_of(configured).detector:
        return LocalDetector(configured)
    return GroundingDetector(configured)


class _Batched(Detector):
    name: ClassVar[str] = NAME
    version: ClassVar[str] = VERSION

    def __init__(self, configured: Configured) -> None:
        self._configured = configured
        self._settings = loading.settings_of(configured)
        self._renamed = self._settings.renamed()
        self.batch = self._settings.batch_size

    @property
    def parameters(self) -> Mapping[str, JsonValue]:
        """The settings, and which version answered."""
        return {**self._configured.described(), "model": self._configured.label}

    def detect(self, image: Image) -> list[Detection]:
        """See `Detector.detect`."""
        answer = self.detect_many([image])[0]
        if isinstance(answer, BackendError):
            raise answer
        return list(answer.detections)

    def detect_many(self, images: Sequence[Image]) -> list[Detected | BackendError]:
        """See `Detector.detect_many`: in batches; one that fails is looked at again singly."""
        done: list[Detected | BackendError] = []
        for start in range(0, len(images), self.batch):
            done += self._or_singly(images[start : start + self.batch])
        return done

    def _or_singly(self, images: Sequence[Image]) -> list[Detected | BackendError]:
        try:
            return list(self._look(images))
        except BackendError as failed:
            if len(images) == 1:
                return [failed]
            return [answer for each in images for answer in self._or_singly([each])]

    @abstractmethod
    def _look(self, images: Sequence[Image]) -> list[Detected]:
        """Look at images that fit into one batch."""

    def _kept(self, found: Sequence[Detection]) -> tuple[Detection, ...]:
        """Rename labels, leave out what is not wanted, and keep the surest."""
        named = (
            each.model_copy(update={"label": self._renamed.get(each.label.casefold(), each.label)})
            for each in found
        )
        wanted = [each for each in named if each.label]
        return tuple(wanted[: self._settings.most_boxes])


class LocalDetector(_Batched):
    """An object detector in this process."""

    title: ClassVar[str] = "Local object detector"

    def health(self) -> Availability:
        """See `Detector.health`: libraries, folder and files, without loading the model."""
        here = library.availability()
        if not here.available:
            return here
        try:
            places.find(self._settings.detector, self._configured.environment.model_folders)
        except BackendError as fault:
            return Availability(available=False, reason=fault.said)
        except OSError as fault:
            return Availability(available=False, reason=str(fault))
        return Availability(available=True)

    def _look(self, images: Sequence[Image]) -> list[Detected]:
        loaded = loading.object_detector(self._configured)
        longest = self._settings.longest_side
        started = time.perf_counter()
        try:
            with loaded.lock, loaded.torch.inference_mode():
                shown = [no_larger_than(each, longest) for each in images]
                inputs = loaded.processor(images=shown, return_tensors="pt")
                outputs = loaded.model(**inputs.to(loaded.device, dtype=loaded.model.dtype))
                # In pixels of the images as they were handed in.
                found = loaded.processor.post_process_object_detection(
                    outputs,
                    threshold=self._settings.threshold,
                    target_sizes=[(each.height, each.width) for each in images],
                )
        except (RuntimeError, ValueError, IndexError, TypeError) as fault:
            raise BackendError(Message("detector_failed", fault=str(fault))) from fault
        seconds = round((time.perf_counter() - started) / len(images), 4)
        names = loaded.model.config.id2label
        return [self._as_detected(each, names, seconds) for each in found]

    def _as_detected(self, raw: Any, names: Mapping[int, str], seconds: float) -> Detected:
        boxes = [
            Detection(
                label=names[int(label)],
                box=Box(x=left, y=top, width=right - left, height=bottom - top),
                score=float(score),
            )
            for score, label, (left, top, right, bottom) in zip(
                raw["scores"].tolist(), raw["labels"].tolist(), raw["boxes"].tolist(), strict=True
            )
        ]
        boxes.sort(key=lambda each: -each.score)
        trace = Trace(raw={"found": len(boxes)}, latency_seconds=seconds)
        return Detected(detections=self._kept(boxes), trace=trace)


class GroundingDetector(_Batched):
    """A vision-language model that lists labels with boxes; it learns to by training."""

    title: ClassVar[str] = "Local vision-language model"

    def health(self) -> Availability:
        """See `Detector.health`."""
        return health_of(self._configured)

    def _look(self, images: Sequence[Image]) -> list[Detected]:
        loaded = loading.vision_language(self._configured)
        settings = self._settings
        questions = [
            Question(no_larger_than(each, settings.longest_side), settings.prompt_list)
            for each in images
        ]
        answers = ask(loaded, questions, most_tokens=settings.max_new_tokens)
        return [
            Detected(detections=self._kept(read_boxes(answer.text, image)), trace=answer.trace)
            for answer, image in zip(answers, images, strict=True)
        ]


def read_boxes(text: str, image: Image) -> list[Detection]:
    """Read boxes from an answer; it does not say how sure it is of them."""
    return [
        Detection(
            label=label,
            box=Box(**from_normalised(box, width=image.width, height=image.height).model_dump()),
        )
        for label, box in templates.grounded_in(text)
    ]
