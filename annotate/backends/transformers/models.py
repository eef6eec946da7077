"""Local models: a vision-language model that writes texts and boxes, and an object detector."""

import time
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from PIL.Image import Image
from pydantic import JsonValue

from annotate.analysis import geometry
from annotate.analysis.geometry import from_normalised
from annotate.backends.base import (
    Availability,
    BackendError,
    BatchCaptioner,
    BatchDetector,
    Box,
    Caption,
    CaptionRequest,
    Detected,
    Detection,
    Detector,
    Trace,
)
from annotate.backends.configured import Configured
from annotate.backends.training.finetuning import templates
from annotate.backends.transformers import library, loading, places
from annotate.backends.transformers.answering import Question, ask, no_larger_than
from annotate.backends.transformers.settings import NAME, VERSION, TransformersSettings
from annotate.messages import Message

ItemT = TypeVar("ItemT")
AnswerT = TypeVar("AnswerT")


class LocalCaptioner(BatchCaptioner):
    """A vision-language model in this process."""

    name: ClassVar[str] = NAME
    version: ClassVar[str] = VERSION
    title: ClassVar[str] = "Local vision-language model"

    def __init__(self, configured: Configured) -> None:
        self._configured = configured
        self._settings = loading.settings_of(configured)
        self.batch = self._settings.batch_size

    @property
    def parameters(self) -> Mapping[str, JsonValue]:
        return {**self._configured.described(), "model": self._configured.label}

    def health(self) -> Availability:
        """Whether libraries, folder and files are there, without loading the model."""
        if not self._settings.captioner:  # a connection that only detects lacks nothing
            return library.availability()
        return health_of(self._configured)

    def caption_many(self, requests: Sequence[CaptionRequest]) -> list[Caption | BackendError]:
        return in_batches(requests, self.batch, self._captions)

    def _captions(self, requests: Sequence[CaptionRequest]) -> list[Caption]:
        loaded = loading.vision_language(self._configured)
        questions = [question(request, self._settings) for request in requests]
        answers = ask(loaded, questions, most_tokens=self._settings.max_new_tokens)
        return [Caption(text=answer.text, trace=answer.trace) for answer in answers]


def in_batches(
    items: Sequence[ItemT], size: int, ask: Callable[[Sequence[ItemT]], list[AnswerT]]
) -> list[AnswerT | BackendError]:
    """Ask in batches. Those of one that failed are asked again singly: the one that cannot be
    answered, or that is too much together, takes none with it."""
    starts = range(0, len(items), size)
    batches = [items[start : start + size] for start in starts]
    return [answer for batch in batches for answer in _batch_or_singly(batch, ask)]


def _batch_or_singly(
    batch: Sequence[ItemT], ask: Callable[[Sequence[ItemT]], list[AnswerT]]
) -> list[AnswerT | BackendError]:
    try:
        return list(ask(batch))
    except BackendError as failed:
        if len(batch) == 1:
            return [failed]
        return [answer for item in batch for answer in _batch_or_singly([item], ask)]


def health_of(configured: Configured) -> Availability:
    """Whether the vision-language model of a version can be loaded here."""
    return _where_found(lambda: loading.folders_of(configured))


def _where_found(find: Callable[[], object]) -> Availability:
    here = library.availability()
    if not here.available:
        return here
    try:
        find()
    except BackendError as fault:
        return Availability(available=False, reason=fault.entry)
    except OSError as fault:
        return Availability(available=False, reason=str(fault))
    return Availability(available=True)


def question(request: CaptionRequest, settings: TransformersSettings) -> Question:
    image, longest = request.image, settings.longest_side
    if request.box is None:
        values = {
            "objects": ", ".join(item.label for item in request.objects),
            "hints": "; ".join(f"{hint.label}: {hint.value}" for hint in request.hints),
        }
        prompt = request.question or filled(settings.prompt_image, values)
        return Question(no_larger_than(image, longest), prompt)
    box = _inside(request.box, image)
    place = templates.box_text(box, image.width, image.height)
    prompt = filled(settings.prompt_object, {"label": request.label, "box": place})
    view = image if settings.objects_as == "box" else image.crop(corners(box))
    return Question(no_larger_than(view, longest), prompt)


def corners(box: geometry.Box) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of whole pixels, at least one of each.

    >>> corners(geometry.Box(x=1.6, y=2, width=0.2, height=3.4))
    (1, 2, 2, 5)
    """
    left, top = int(box.x), int(box.y)
    return left, top, max(left + 1, round(box.right)), max(top + 1, round(box.bottom))


def filled(template: str, values: Mapping[str, str]) -> str:
    """Put values into the places of a prompt; other braces stay as they are.

    >>> filled("{label} in {braces}", {"label": "a {box}", "box": "no"})
    'a {box} in {braces}'
    """
    pieces = []
    rest = template
    while rest:
        starts = {key: at for key in values if (at := rest.find(f"{{{key}}}")) >= 0}
        if not starts:
            break
        key = min(starts, key=lambda name: starts[name])
        pieces += [rest[: starts[key]], values[key]]
        rest = rest[starts[key] + len(key) + 2 :]
    return "".join([*pieces, rest])


def _inside(box: Box, image: Image) -> geometry.Box:
    """Clip a box to the image; careless ones become a pixel."""
    x = min(max(box.x, 0), image.width - 1)
    y = min(max(box.y, 0), image.height - 1)
    right = min(max(box.x + box.width, x + 1), image.width)
    bottom = min(max(box.y + box.height, y + 1), image.height)
    return geometry.Box(x=x, y=y, width=right - x, height=bottom - y)


def make_detector(configured: Configured) -> Detector:
    """The detector that the settings name, or else the vision-language model."""
    if loading.settings_of(configured).detector:
        return LocalDetector(configured)
    return GroundingDetector(configured)


class _LocalDetector(BatchDetector):
    name: ClassVar[str] = NAME
    version: ClassVar[str] = VERSION

    def __init__(self, configured: Configured) -> None:
        self._configured = configured
        self._settings = loading.settings_of(configured)
        self._renamed = self._settings.renamed()
        self.batch = self._settings.batch_size

    @property
    def parameters(self) -> Mapping[str, JsonValue]:
        return {**self._configured.described(), "model": self._configured.label}

    def detect_many(self, images: Sequence[Image]) -> list[Detected | BackendError]:
        return in_batches(images, self.batch, self._look)

    @abstractmethod
    def _look(self, images: Sequence[Image]) -> list[Detected]:
        """Look at images that fit into one batch."""

    def _usable(self, detections: Sequence[Detection]) -> tuple[Detection, ...]:
        """Rename labels, leave out what is not wanted, and keep the surest."""
        labels = [self._renamed.get(item.label.casefold(), item.label) for item in detections]
        named = zip(detections, labels, strict=True)
        wanted = [item.model_copy(update={"label": label}) for item, label in named if label]
        return tuple(wanted[: self._settings.most_boxes])


class LocalDetector(_LocalDetector):
    """An object detector in this process."""

    title: ClassVar[str] = "Local object detector"

    def health(self) -> Availability:
        """Whether libraries, folder and files are there, without loading the model."""
        roots = self._configured.environment.model_folders
        return _where_found(lambda: places.find(self._settings.detector, roots))

    def _look(self, images: Sequence[Image]) -> list[Detected]:
        loaded = loading.object_detector(self._configured)
        longest = self._settings.longest_side
        started = time.perf_counter()
        try:
            with loaded.lock, loaded.torch.inference_mode():
                views = [no_larger_than(image, longest) for image in images]
                inputs = loaded.processor(images=views, return_tensors="pt")
                outputs = loaded.model(**inputs.to(loaded.device, dtype=loaded.model.dtype))
                # In pixels of the images as they were handed in.
                results = loaded.processor.post_process_object_detection(
                    outputs,
                    threshold=self._settings.threshold,
                    target_sizes=[(image.height, image.width) for image in images],
                )
        except (RuntimeError, ValueError, IndexError, TypeError) as fault:
            raise BackendError(Message("detector_failed", fault=str(fault))) from fault
        seconds = round((time.perf_counter() - started) / len(images), 4)
        names = loaded.model.config.id2label
        return [self._as_detected(result, names, seconds) for result in results]

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
        boxes.sort(key=lambda detection: -detection.score)
        trace = Trace(raw={"found": len(boxes)}, latency_seconds=seconds)
        return Detected(detections=self._usable(boxes), trace=trace)


class GroundingDetector(_LocalDetector):
    """A vision-language model that lists labels with boxes; it learns to by training."""

    title: ClassVar[str] = "Local vision-language model"

    def health(self) -> Availability:
        return health_of(self._configured)

    def _look(self, images: Sequence[Image]) -> list[Detected]:
        loaded = loading.vision_language(self._configured)
        settings = self._settings
        questions = [
            Question(no_larger_than(image, settings.longest_side), settings.prompt_list)
            for image in images
        ]
        answers = ask(loaded, questions, most_tokens=settings.max_new_tokens)
        return [
            Detected(detections=self._usable(read_boxes(answer.text, image)), trace=answer.trace)
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
