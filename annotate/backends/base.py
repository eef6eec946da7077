"""What a detector, a captioner and a reader are, and what they hand over.

A back end is a small object with a name and a version. It knows nothing of projects, samples
or the database: it receives pixels and returns values, so that any model (a vision-language
model behind HTTP, a local network, plain image measurements) can stand behind the same
interfaces (ImageInWords §3.3: the procedure does not depend on which models make the seeds).

All boxes are in pixels of the upright RGB image that was handed in, origin top left.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeVar

from PIL.Image import Image
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue

from annotate.messages import Message

ResultT = TypeVar("ResultT")


def as_message(text: Message | str) -> Message:
    """A message; what is in no catalogue, such as the words of a server, stands as it is."""
    return text if isinstance(text, Message) else Message("backend_words", text=text)


class BackendError(RuntimeError):
    """A back end failed on this image; `retry` says whether trying again may help."""

    def __init__(self, message: Message | str, *, retry: bool = False) -> None:
        self.entry = as_message(message)
        super().__init__(str(self.entry))
        self.retry = retry


class LimitReached(BackendError):
    """Nothing was asked, since it could cost more than may be spent; later it may be."""

    def __init__(self, message: Message | str) -> None:
        super().__init__(message, retry=True)


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True)


class Box(_Value):
    """An axis-parallel box in pixels. Raw: a careless back end may hand over anything here.

    `sane` (annotate.backends.runs) is what turns raw boxes into usable ones.
    """

    x: float
    y: float
    width: float
    height: float


class Detection(_Value):
    """One proposed object: an open-vocabulary label, its box and how sure the back end is (0-1)."""

    label: str
    box: Box
    score: float = 1.0
    attributes: Mapping[str, JsonValue] = Field(default_factory=dict)


class Word(_Value):
    """One word that was read: its characters, where it stands, and how sure the back end is."""

    text: str
    box: Box
    score: float = 1.0


class LabelledBox(_Value):
    """A box with the label it currently has; what a captioner is told about the objects."""

    label: str
    box: Box


class Hint(_Value):
    """One line of domain metadata, such as label "Title", value "The Night Watch"."""

    label: str
    value: str


class Usage(_Value):
    """What an answer cost: tokens in and out, and money where the price is known."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0


class Trace(_Value):
    """What was asked and what came back, word for word; kept on the server beside the seed."""

    prompt: str = ""
    raw: JsonValue = None
    usage: Usage | None = None
    latency_seconds: float | None = None


class Detected(_Value):
    """What a detector found in one image, and the trace of how."""

    detections: tuple[Detection, ...]
    trace: Trace | None = None


class Caption(_Value):
    """A text about an image or a part of it, and the measured facts behind it, if any."""

    text: str
    attributes: Mapping[str, JsonValue] = Field(default_factory=dict)
    trace: Trace | None = None


class Availability(_Value):
    """Whether a back end can work here and now; `reason` is for the project lead."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    available: bool
    reason: Annotated[Message, BeforeValidator(as_message)] | None = None


class Provenance(_Value):
    """Where an output came from. Kept on the server: annotators never see it."""

    backend: str
    version: str
    parameters: Mapping[str, JsonValue]
    latency_seconds: float = Field(ge=0)
    prompt: str = ""
    raw: JsonValue = None
    usage: Usage | None = None


@dataclass(frozen=True)
class CaptionRequest:
    """One text to be written: about a whole image, or about what `box` holds where there is one.

    `question` is asked of a whole image instead of the usual one, word for word; a back end that
    is not asked in words leaves it aside.
    """

    image: Image
    box: Box | None = None
    label: str = ""
    objects: Sequence[LabelledBox] = ()
    hints: Sequence[Hint] = ()
    question: str = ""


class _Backend(ABC):
    name: ClassVar[str]
    version: ClassVar[str]
    title: ClassVar[str]
    # How many images, or requests, it is best given at once.
    batch: int = 1

    @property
    def parameters(self) -> Mapping[str, JsonValue]:
        """Everything that changes the output besides the image."""
        return {}

    def health(self) -> Availability:
        """Say whether this back end can work now. Must be quick and must not raise."""
        return Availability(available=True)


class Detector(_Backend):
    """Finds things in an image."""

    @abstractmethod
    def detect(self, image: Image) -> list[Detection]:
        """Propose objects in an upright RGB image, the most salient one first.

        Raises:
            BackendError: the image could not be processed.
        """

    def detect_many(self, images: Sequence[Image]) -> list[Detected | BackendError]:
        """Do the same for several images; one that fails does not stop the others."""
        return [_or_error(lambda image=image: self._detected(image)) for image in images]  # type: ignore[misc]

    def _detected(self, image: Image) -> Detected:
        return Detected(detections=tuple(self.detect(image)))


class BatchDetector(Detector):
    """Where images share a batch, or requests are under way together."""

    @abstractmethod
    def detect_many(self, images: Sequence[Image]) -> list[Detected | BackendError]: ...

    def detect(self, image: Image) -> list[Detection]:
        return list(or_raise(self.detect_many([image])[0]).detections)


class Captioner(_Backend):
    """Writes about an image and about parts of it."""

    @abstractmethod
    def caption_image(
        self, image: Image, objects: Sequence[LabelledBox] = (), hints: Sequence[Hint] = ()
    ) -> Caption:
        """Describe a whole upright RGB image, given its objects (most salient first) and hints.

        Raises:
            BackendError: the image could not be processed.
        """

    @abstractmethod
    def caption_crop(self, image: Image, box: Box, label: str) -> Caption:
        """Describe the part of `image` inside `box`, which is called `label`.

        The whole image is handed over so that place and size can be told; a back end that wants
        the crop alone takes `image.crop(...)` itself.

        Raises:
            BackendError: the crop could not be processed.
        """

    def caption_many(self, requests: Sequence[CaptionRequest]) -> list[Caption | BackendError]:
        """Write several texts, about any images; one that fails does not stop the others."""
        return [_or_error(lambda one=one: self._captioned(one)) for one in requests]  # type: ignore[misc]

    def _captioned(self, request: CaptionRequest) -> Caption:
        if request.box is None:
            return self.caption_image(request.image, request.objects, request.hints)
        return self.caption_crop(request.image, request.box, request.label)


class BatchCaptioner(Captioner):
    """Where requests share a batch, or are under way together."""

    @abstractmethod
    def caption_many(self, requests: Sequence[CaptionRequest]) -> list[Caption | BackendError]: ...

    def caption_image(
        self, image: Image, objects: Sequence[LabelledBox] = (), hints: Sequence[Hint] = ()
    ) -> Caption:
        return or_raise(self.caption_many([CaptionRequest(image, objects=objects, hints=hints)])[0])

    def caption_crop(self, image: Image, box: Box, label: str) -> Caption:
        return or_raise(self.caption_many([CaptionRequest(image, box=box, label=label)])[0])


class Reader(_Backend):
    """Reads the text in an image (optical character recognition)."""

    @abstractmethod
    def read(self, image: Image, regions: Sequence[Box] = ()) -> list[Word]:
        """Read the words in an upright RGB image, in reading order.

        `regions` are places that may hold text, such as the boxes of a detector; a back end that
        finds text by itself may ignore them. Words outside them are welcome.

        Raises:
            BackendError: the image could not be processed.
        """


def _or_error(call: Callable[[], ResultT]) -> ResultT | BackendError:
    try:
        return call()
    except BackendError as failed:
        return failed


def or_raise(answer: ResultT | BackendError) -> ResultT:
    if isinstance(answer, BackendError):
        raise answer
    return answer
