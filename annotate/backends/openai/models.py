"""A vision-language model behind HTTP as a detector and as a captioner."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from PIL.Image import Image
from pydantic import JsonValue

from annotate.analysis.text import clean_block, is_blank
from annotate.backends.base import (
    Availability,
    BackendError,
    BatchCaptioner,
    BatchDetector,
    Caption,
    CaptionRequest,
    Detected,
)
from annotate.backends.configured import Configured
from annotate.backends.openai import boxes, prompts
from annotate.backends.openai.chat import Chat, Prepared, Question, Said
from annotate.backends.openai.images import crop, sent
from annotate.backends.openai.server import Failure, batch_of, excerpt
from annotate.backends.openai.settings import NAME, VERSION
from annotate.messages import Message

MAX_LISTED = 5  # models of the server, in a message
# Where a question with its answer is kept, the question itself says these.
_IN_QUESTION = {"instruction", "prompt_image", "prompt_object", "prompt_objects"}
# Of an image, and of it as it is sent.
Sizes = tuple[tuple[int, int], tuple[int, int]]
_SENTENCES = re.compile(r"^.*[.!?…。！？]['\"”’)\]]*(?=\s|$)", re.DOTALL)


class _Model:
    name = NAME
    version = VERSION
    title = "OpenAI-compatible server"

    def __init__(self, configured: Configured) -> None:
        self._chat = Chat(configured)
        self._settings = self._chat.settings
        self._untold = configured.untold
        self.batch = batch_of(self._settings)

    @property
    def parameters(self) -> Mapping[str, JsonValue]:
        """What changes an answer besides the question, without what only says how to ask."""
        left_out = _IN_QUESTION | self._settings.reach | self._untold
        values = self._settings.model_dump(mode="json")
        return {key: value for key, value in values.items() if key not in left_out}

    def health(self) -> Availability:
        """Ask the server which models it has; that is quick and costs nothing.

        A server that lists its models otherwise, or not at all, still answers; so does one that
        lists models under other names than those it is asked by. Only what surely fails is called
        so.
        """
        try:
            data = self._chat.server.get("models", headers=self._chat.headers)
        except Failure as failure:
            if failure.status in (404, 405, 501):  # it has no such list
                return Availability(available=True)
            return Availability(available=False, reason=failure.entry)
        names = _names(data)
        model = self._settings.model
        if not names or model in names or f"{model}:latest" in names:
            return Availability(available=True)
        listed = [excerpt(name) for name in names[:MAX_LISTED]]
        reason = Message("model_not_listed", model=model, names=listed)
        return Availability(available=True, reason=reason)


def _names(data: Any) -> list[str]:
    listed = data.get("data") if isinstance(data, dict) else None
    entries = listed if isinstance(listed, list) else []
    return [str(entry["id"]) for entry in entries if isinstance(entry, dict) and entry.get("id")]


class OpenAIDetector(_Model, BatchDetector):
    """A model behind HTTP that lists objects with boxes: many requests at once."""

    def detect_many(self, images: Sequence[Image]) -> list[Detected | BackendError]:
        prepares = [partial(self._prepared, image) for image in images]
        return self._chat.each(prepares, self._answered)

    def _prepared(self, image: Image) -> tuple[Sizes, Prepared]:
        settings = self._settings
        picture = sent(image, settings.longest_side)
        prompt = prompts.for_objects(
            settings.prompt_objects,
            most=settings.most_objects,
            order=settings.box_order,
            span=settings.box_range,
            size=picture.size,
        )
        question = Question(prompt, picture, boxes.FORMS[settings.structured])
        return (image.size, picture.size), self._chat.prepare(question)

    def _answered(self, asked: tuple[Sizes, Prepared]) -> Detected:
        settings, ((size, sent_size), prepared) = self._settings, asked
        answer = self._chat.ask(prepared)
        try:
            detections = boxes.detections(
                answer.text,
                order=settings.box_order,
                span=settings.box_range,
                size=size,
                sent=sent_size,
                most=settings.most_objects,
            )
        except BackendError as unreadable:
            if answer.whole:
                raise
            raise BackendError(Message("objects_cut_off", problem=unreadable.entry)) from None
        return Detected(detections=tuple(detections), trace=answer.trace)


class OpenAICaptioner(_Model, BatchCaptioner):
    """A model behind HTTP that writes texts; of a part of an image it sees the crop alone."""

    def caption_many(self, requests: Sequence[CaptionRequest]) -> list[Caption | BackendError]:
        prepares = [partial(self._prepared, request) for request in requests]
        return self._chat.each(prepares, self._answered)

    def _prepared(self, request: CaptionRequest) -> Prepared:
        settings, image = self._settings, request.image
        if request.box is None:
            usual = prompts.about_image(settings.prompt_image, request.objects, request.hints)
            prompt = request.question or usual
        else:
            image = crop(image, request.box, settings.crop_margin)
            prompt = prompts.filled(settings.prompt_object, {"label": request.label})
        return self._chat.prepare(Question(prompt, sent(image, settings.longest_side)))

    def _answered(self, prepared: Prepared) -> Caption:
        answer = self._chat.ask(prepared)
        return Caption(text=text_of(answer), trace=answer.trace)


def text_of(answer: Said) -> str:
    """The text of an answer; one that was cut off ends with its last whole sentence.

    Raises:
        BackendError: nothing is left of it.
    """
    text = clean_block(answer.text)
    if not answer.whole:
        whole = _SENTENCES.match(text)
        if whole is None:
            raise BackendError(Message("text_cut_off"))
        text = whole.group()
    if is_blank(text):
        raise BackendError(Message("model_wrote_nothing"))
    return text
