"""What every kind of work must offer.

A kind says what is asked of a person (``Settings``) and what a valid answer is (``Answer``). It is
a pure object: no database, no HTTP, no clock. Everything else in the product - workflow,
dashboards, export - knows kinds only through this interface and through what some kinds can do
besides: :mod:`annotate.kinds.capabilities`.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from annotate.analysis.tokens import count_tokens, count_words, sentence_spans
from annotate.kinds.judging import AnyDesign
from annotate.kinds.problems import InvalidValueError, Problem, problems_of
from annotate.messages import Message

MAX_ANSWER_BYTES = 1_000_000
# Of all texts of one answer, ids among them. Rules and figures take time with them: this bounds the
# time of one request. A single text of the greatest length still fits; see `fields.MAX_BLOCK`.
MAX_TEXT_CHARACTERS = 200_000

Measures = dict[str, int | float]


class Record(BaseModel):
    """The base of every answer and every settings object: unchangeable, no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True, defer_build=True)


class Stimulus(Record):
    """What the person sees: the image with its size in pixels, upright, and what comes with it.

    ``about`` is the answer of somebody else that is judged, as JSON; ``tokens`` are the strings
    that were read in the image. ``instructions`` are the texts the person was told what to do by,
    ``earlier`` the texts they gave for other images: rules look for copies of these. Who asks only
    whether an answer may be submitted wants no advice about its texts: ``is_advised`` is false.
    """

    width: int = Field(strict=True, gt=0)
    height: int = Field(strict=True, gt=0)
    about: dict[str, Any] | None = None
    tokens: tuple[str, ...] = ()
    instructions: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()
    is_advised: bool = True


SettingsT = TypeVar("SettingsT", bound=Record)
AnswerT = TypeVar("AnswerT", bound=Record)


class Kind(ABC, Generic[SettingsT, AnswerT]):
    """One kind of work. Subclasses are stateless; one instance of each is in the registry."""

    name: str
    title: str
    Settings: type[SettingsT]
    Answer: type[AnswerT]
    # The answer of somebody who has not begun.
    empty: AnswerT
    # Whether people are asked for it; what nobody is asked for is brought in from elsewhere.
    asked: ClassVar[bool] = True
    # How studies use it, if they do.
    study: ClassVar[AnyDesign | None] = None

    def parse_settings(self, raw: object) -> SettingsT:
        """Typed settings; raises :class:`InvalidValueError` naming each wrong field."""
        return _validated(self.Settings, raw)

    def parse(self, raw: object) -> AnswerT:
        """A typed answer with cleaned texts; raises :class:`InvalidValueError`.

        This checks the shape only. Whether the answer may be submitted is :meth:`problems`.
        """
        return _validated(self.Answer, _bounded(raw))

    def parse_draft(self, raw: object) -> AnswerT:
        """An unfinished answer as it was typed; raises :class:`InvalidValueError`.

        Needs the right shape and at most 1 MB. Texts keep their white space and may be empty or
        over the limit, so that nothing typed is lost; only what no database can store is dropped.
        """
        return _validated(self.Answer, _bounded(raw), context={"draft": True})

    def dump(self, answer: AnswerT) -> dict[str, Any]:
        """The answer as JSON values; ``parse(dump(x)) == x``."""
        return answer.model_dump(mode="json")

    @abstractmethod
    def problems(
        self,
        answer: AnswerT,
        stimulus: Stimulus,
        settings: SettingsT,
        base: AnswerT | None = None,
    ) -> list[Problem]:
        """Everything that keeps the answer from being submitted, and advice.

        ``base`` is the answer it started from. Without it, references to the base go unchecked; an
        answer that inherited nothing is checked against ``seed_from(None)``.
        """

    def excess(self, answer: AnswerT) -> Problem | None:
        """More text than is read; an answer that has it is not looked at any further."""
        length = text_length(answer.model_dump())
        if length <= MAX_TEXT_CHARACTERS:
            return None
        message = Message("too_much_text", length=length, limit=MAX_TEXT_CHARACTERS)
        return Problem.about("", message)

    def seed_from(self, previous: AnswerT | None) -> AnswerT:
        """What a fresh editor starts with; it has no problems that ``previous`` lacks."""
        return self.empty if previous is None else previous

    @abstractmethod
    def measure(self, answer: AnswerT) -> Measures:
        """Figures about one answer; always ``tokens``, ``words``, ``sentences``, ``characters``."""

    def texts(self, answer: AnswerT) -> dict[str, str]:
        """What the person put in their own words, by JSON path; empty texts are left out.

        Writing rules, spelling and the search for copies read these and nothing else.
        """
        return {}


def text_measures(texts: Iterable[str]) -> Measures:
    counted = list(texts)
    return {
        "tokens": sum(map(count_tokens, counted)),
        "words": sum(map(count_words, counted)),
        "sentences": sum(len(sentence_spans(text)) for text in counted),
        "characters": sum(map(len, counted)),
    }


def text_length(value: object) -> int:
    """Return how many characters the texts in a value have together, however deep they stand.

    >>> text_length({"text": "abc", "parts": [{"label": "de", "x": 7}]})
    5
    """
    length, left = 0, [value]
    while left:
        part = left.pop()
        if isinstance(part, str):
            length += len(part)
        elif isinstance(part, dict):
            left.extend(part.values())
        elif isinstance(part, list | tuple):
            left.extend(part)
    return length


ModelT = TypeVar("ModelT", bound=BaseModel)


def _validated(
    model: type[ModelT], raw: object, *, context: dict[Literal["draft"], bool] | None = None
) -> ModelT:
    try:
        return model.model_validate(raw, context=context)
    except ValidationError as error:
        raise InvalidValueError(problems_of(error)) from None


def _bounded(raw: object) -> object:
    """Return ``raw``; raises :class:`InvalidValueError` above ``MAX_ANSWER_BYTES`` of JSON."""
    try:
        text = json.dumps(raw, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError):
        raise InvalidValueError(
            [Problem.about("", Message("answer_not_json"), code="not_json")]
        ) from None
    size = len(text.encode("utf-8", errors="surrogatepass"))
    if size > MAX_ANSWER_BYTES:
        message = Message("answer_too_large", size=size, limit=MAX_ANSWER_BYTES)
        raise InvalidValueError([Problem.about("", message)])
    return raw
