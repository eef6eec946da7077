"""What quality flags are computed from and what they are."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from annotate.analysis.quality.codes import Code, explain
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

CANNED_TEXT = "Quality issues are too severe to recognize visual content."

Basis = Literal["hit", "image", "platform"]
BASES: tuple[Basis, ...] = ("hit", "image", "platform")

Numbers = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptionWork:
    """One person's answer about one image, as far as flags need it.

    ``key`` is the caller's own id and comes back in :class:`FlagFound`. Times are in seconds and
    None (or 0 and less) where they are not known:

    * ``seconds_image``     on this image
    * ``seconds_hit``       of the whole HIT, divided by its images, by the clock of the page
    * ``seconds_platform``  the same from accepting to submitting, by the clock of the platform

    ``canned`` None means: see whether the text contains the canned text.
    """

    key: int | str
    image: int | str
    worker: int | str
    text: str
    canned: bool | None = None
    text_detected: bool | None = None
    seconds_image: float | None = None
    seconds_hit: float | None = None
    seconds_platform: float | None = None


class FlagSettings(BaseModel):
    """Every number of the rules; the defaults are those of VizWiz-Captions where it has one."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    off: frozenset[Code] = frozenset()
    canned_text: str | None = Field(CANNED_TEXT, min_length=1, max_length=1_000)
    time_z: float = Field(1.95, gt=0, le=100)
    capitals_share: float = Field(0.5, ge=0, le=1)
    quality_words: tuple[str, ...] = ("quality", "blur")
    text_yes_share: float = Field(0.8, gt=0, le=1)
    alone_min_answers: int = Field(3, ge=2, le=1_000)
    canned_often_share: float = Field(0.5, gt=0, le=1)
    canned_often_min_images: int = Field(1, ge=1, le=1_000_000)
    duplicate_similarity: float = Field(0.8, ge=0.5, le=1)
    duplicate_min_words: int = Field(5, ge=1, le=1_000)
    duplicate_min_own: int = Field(2, ge=2, le=1_000)
    duplicate_min_answers: int = Field(3, ge=2, le=1_000)
    pasted_share: float = Field(0.8, gt=0, le=1)
    pasted_min_images: int = Field(3, ge=2, le=1_000)
    gold_accuracy: float = Field(0.7, ge=0, le=1)
    gold_min_answers: int = Field(5, ge=1, le=10_000)
    edit_z: float = Field(1.95, gt=0, le=100)
    edit_min_answers: int = Field(5, ge=1, le=10_000)
    edit_min_people: int = Field(5, ge=2, le=10_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagFound:
    """A reason to look at an answer (``key``) or, of flags about people, at a ``worker``.

    ``numbers`` are plain JSON values, rounded for storing; ``message`` says them.
    ``related`` are the keys of the other answers it was decided by (the same image, the same text).
    """

    key: int | str | None
    worker: int | str
    code: str
    numbers: Numbers
    related: tuple[int | str, ...] = ()

    @property
    def message(self) -> Message:
        return explain(self.code, self.numbers)

    @property
    def explanation(self) -> str:
        return str(self.message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Where a time lies among the times of its image; ``z`` uses the population SD."""

    seconds: float | None
    mean: float | Undefined
    sd: float | Undefined
    z: float | Undefined
    answers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """All numbers of one answer, flagged or not."""

    work: CaptionWork
    canned: bool
    capitals: float | Undefined
    words_found: tuple[str, ...]
    times: Mapping[Basis, Spread] = field(default_factory=dict)
    answers_of_image: int
    canned_of_image: int
    text_answers: int
    text_yes: int
    images_of_worker: int
    canned_of_worker: int
