"""Writes texts with a local vision-language model."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from PIL.Image import Image
from pydantic import JsonValue

from annotate.analysis import geometry
from annotate.backends.base import (
    Availability,
    BackendError,
    Box,
    Caption,
    Captioner,
    CaptionRequest,
    Hint,
    LabelledBox,
)
from annotate.backends.configured import Configured
from annotate.backends.training.finetuning import templates
from annotate.backends.transformers import library, loading
from annotate.backends.transformers.answering import Question, ask, no_larger_than
from annotate.backends.transformers.settings import NAME, VERSION, TransformersSettings


class LocalCaptioner(Captioner):
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
        """The settings, and which version answered."""
        return {**self._configured.described(), "model": self._configured.label}

    def health(self) -> Availability:
        """See `Captioner.health`: libraries, folder and files, without loading the model."""
        if not self._settings.captioner:  # a connection that only detects lacks nothing
            return library.availability()
        return health_of(self._configured)

    def caption_image(
        self, image: Image, objects: Sequence[LabelledBox] = (), hints: Sequence[Hint] = ()
    ) -> Caption:
        """See `Captioner.caption_image`."""
        return self._one(CaptionRequest(image=image, objects=objects, hints=hints))

    def caption_crop(self, image: Image, box: Box, label: str) -> Caption:
        """See `Captioner.caption_crop`."""
        return self._one(CaptionRequest(image=image, box=box, label=label))

    def caption_crops(self, image: Image, objects: Sequence[LabelledBox]) -> list[Caption]:
        """See `Captioner.caption_crops`: in batches."""
        asked = [CaptionRequest(image=image, box=each.box, label=each.label) for each in objects]
        return [_or_raise(each) for each in self.caption_many(asked)]

    def caption_many(self, requests: Sequence[CaptionRequest]) -> list[Caption | BackendError]:
        """See `Captioner.caption_many`: in batches; one that fails is asked again singly."""
        done: list[Caption | BackendError] = []
        for start in range(0, len(requests), self.batch):
            done += self._batch(requests[start : start + self.batch])
        return done

    def _one(self, request: CaptionRequest) -> Caption:
        return _or_raise(self._batch([request])[0])

    def _batch(self, requests: Sequence[CaptionRequest]) -> list[Caption | BackendError]:
        try:
            loaded = loading.vision_language(self._configured)
            questions = [question(each, self._settings) for each in requests]
            answers = ask(loaded, questions, most_tokens=self._settings.max_new_tokens)
        except BackendError as failed:
            if len(requests) == 1:
                return [failed]
            # The one that cannot be answered, or that is too much together, takes none with it.
            return [answer for each in requests for answer in self._batch([each])]
        return [Caption(text=each.text, trace=each.trace) for each in answers]


def health_of(configured: Configured) -> Availability:
    """Say whether the vision-language model of a version can be loaded here."""
    here = library.availability()
    if not here.available:
        return here
    try:
        loading.folders_of(configured)
    except BackendError as fault:
        return Availability(available=False, reason=fault.said)
    except OSError as fault:
        return Availability(available=False, reason=str(fault))
    return Availability(available=True)


def question(request: CaptionRequest, settings: TransformersSettings) -> Question:
    image, longest = request.image, settings.longest_side
    if request.box is None:
        values = {
            "objects": ", ".join(each.label for each in request.objects),
            "hints": "; ".join(f"{each.label}: {each.value}" for each in request.hints),
        }
        return Question(no_larger_than(image, longest), filled(settings.prompt_image, values))
    box = _inside(request.box, image)
    place = templates.box_text(box, image.width, image.height)
    prompt = filled(settings.prompt_object, {"label": request.label, "box": place})
    shown = image if settings.objects_as == "box" else image.crop(corners(box))
    return Question(no_larger_than(shown, longest), prompt)


def corners(box: geometry.Box) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of whole pixels, at least one of each.

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
        key = min(starts, key=lambda each: starts[each])
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


def _or_raise(answer: Caption | BackendError) -> Caption:
    if isinstance(answer, BackendError):
        raise answer
    return answer
