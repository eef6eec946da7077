"""Finds objects by asking a vision-language model for labels and boxes."""

from collections.abc import Mapping, Sequence
from functools import partial

from PIL.Image import Image
from pydantic import JsonValue

from annotate.backends.base import Availability, BackendError, Detected, Detection, Detector
from annotate.backends.configured import Configured
from annotate.backends.openai import boxes, prompts
from annotate.backends.openai.chat import Chat, Prepared, Question
from annotate.backends.openai.health import health_of, parameters_of
from annotate.backends.openai.images import sent
from annotate.backends.openai.server import batch_of
from annotate.backends.openai.settings import NAME, VERSION
from annotate.messages import Message


class OpenAIDetector(Detector):
    """A model behind HTTP that lists objects with boxes."""

    name = NAME
    version = VERSION
    title = "OpenAI-compatible server"

    def __init__(self, configured: Configured) -> None:
        self._chat = Chat(configured)
        self._settings = self._chat.settings
        self.batch = batch_of(self._settings)

    @property
    def parameters(self) -> Mapping[str, JsonValue]:
        """What was asked of the model besides the question."""
        return parameters_of(self._settings)

    def health(self) -> Availability:
        """See `Detector.health`."""
        return health_of(self._chat)

    def detect(self, image: Image) -> list[Detection]:
        """See `Detector.detect`."""
        [found] = self.detect_many([image])
        if isinstance(found, BackendError):
            raise found
        return list(found.detections)

    def detect_many(self, images: Sequence[Image]) -> list[Detected | BackendError]:
        """See `Detector.detect_many`: as many requests at once as the lead allows."""
        asked = [partial(self._prepared, image) for image in images]
        return self._chat.server.each(asked, self._found)

    def _prepared(self, image: Image) -> tuple[tuple[int, int], Prepared]:
        settings = self._settings
        picture = sent(image, settings.longest_side)
        prompt = prompts.for_objects(
            settings.prompt_objects,
            most=settings.most_objects,
            order=settings.box_order,
            span=settings.box_range,
            size=picture.size,
        )
        question = Question(picture, prompt, boxes.FORMS[settings.structured])
        return image.size, self._chat.prepare(question)

    def _found(self, asked: tuple[tuple[int, int], Prepared]) -> Detected:
        settings, (size, prepared) = self._settings, asked
        said = self._chat.ask(prepared)
        try:
            found = boxes.detections(
                said.text,
                order=settings.box_order,
                span=settings.box_range,
                size=size,
                sent=prepared.question.picture.size,
                most=settings.most_objects,
            )
        except BackendError as unreadable:
            if said.whole:
                raise
            raise BackendError(Message("objects_cut_off", problem=unreadable.said)) from None
        return Detected(detections=tuple(found), trace=said.trace)
