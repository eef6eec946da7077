"""Describes images and parts of them by asking a vision-language model."""

import re
from collections.abc import Mapping, Sequence
from functools import partial

from PIL.Image import Image
from pydantic import JsonValue

from annotate.analysis.text import clean_block, is_blank
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
from annotate.backends.openai import prompts
from annotate.backends.openai.chat import Chat, Prepared, Question, Said
from annotate.backends.openai.health import health_of, parameters_of
from annotate.backends.openai.images import crop, sent
from annotate.backends.openai.server import batch_of
from annotate.backends.openai.settings import NAME, VERSION
from annotate.messages import Message

_SENTENCES = re.compile(r"^.*[.!?…。！？]['\"”’)\]]*(?=\s|$)", re.DOTALL)


class OpenAICaptioner(Captioner):
    """A model behind HTTP that writes texts."""

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
        """See `Captioner.health`."""
        return health_of(self._chat)

    def caption_image(
        self, image: Image, objects: Sequence[LabelledBox] = (), hints: Sequence[Hint] = ()
    ) -> Caption:
        """See `Captioner.caption_image`."""
        return self._one(CaptionRequest(image, objects=objects, hints=hints))

    def caption_crop(self, image: Image, box: Box, label: str) -> Caption:
        """See `Captioner.caption_crop`: the model sees the crop alone."""
        return self._one(CaptionRequest(image, box=box, label=label))

    def caption_crops(self, image: Image, objects: Sequence[LabelledBox]) -> list[Caption]:
        """See `Captioner.caption_crops`."""
        asked = [CaptionRequest(image, box=each.box, label=each.label) for each in objects]
        return [_or_raise(answer) for answer in self.caption_many(asked)]

    def caption_many(self, requests: Sequence[CaptionRequest]) -> list[Caption | BackendError]:
        """See `Captioner.caption_many`: as many requests at once as the lead allows."""
        asked = [partial(self._prepared, each) for each in requests]
        return self._chat.server.each(asked, self._answered)

    def _one(self, request: CaptionRequest) -> Caption:
        [answer] = self.caption_many([request])
        return _or_raise(answer)

    def _prepared(self, request: CaptionRequest) -> Prepared:
        settings, shown = self._settings, request.image
        if request.box is None:
            prompt = prompts.about_image(settings.prompt_image, request.objects, request.hints)
        else:
            shown = crop(shown, request.box, settings.crop_margin)
            prompt = prompts.filled(settings.prompt_object, {"label": request.label})
        return self._chat.prepare(Question(sent(shown, settings.longest_side), prompt))

    def _answered(self, prepared: Prepared) -> Caption:
        said = self._chat.ask(prepared)
        return Caption(text=text_of(said), trace=said.trace)


def _or_raise(answer: Caption | BackendError) -> Caption:
    if isinstance(answer, BackendError):
        raise answer
    return answer


def text_of(said: Said) -> str:
    """Return the text to be shown; one that was cut off ends with its last whole sentence.

    Raises:
        BackendError: nothing is left of it.
    """
    text = clean_block(said.text)
    if not said.whole:
        whole = _SENTENCES.match(text)
        if whole is None:
            raise BackendError(Message("text_cut_off"))
        text = whole.group()
    if is_blank(text):
        raise BackendError(Message("model_wrote_nothing"))
    return text
