"""What every kind of work must offer.

A kind says what is asked of a person (``Settings``), what a valid answer is (``Answer``) and how
two answers compare. It is a pure object: no database, no HTTP, no clock. Everything else in the
product - workflow, dashboards, export - knows kinds only through this interface.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from annotate.analysis.overlap import Figures
from annotate.kinds.problems import InvalidValueError, Problem, problems_of

__all__ = ["InvalidValueError", "Kind", "Problem", "Record", "Settlement", "Stimulus"]

MAX_ANSWER_BYTES = 1_000_000

Measures = dict[str, int | float]
Row = dict[str, str | int | float]


class Record(BaseModel):
    """The base of every answer and every settings object: unchangeable, no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)


class Stimulus(Record):
    """What the person sees: the image with its size in pixels, upright, and what comes with it.

    ``about`` is the answer of somebody else that is judged, as JSON; ``tokens`` are the strings
    that were read in the image. ``instructions`` are the texts the person was told what to do by,
    ``earlier`` the texts they gave for other images: rules look for copies of these.
    """

    width: int = Field(strict=True, gt=0)
    height: int = Field(strict=True, gt=0)
    about: dict[str, Any] | None = None
    tokens: tuple[str, ...] = ()
    instructions: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()


class Settlement(Record):
    """What independent answers decide together, and the numbers (JSON values) it rests on."""

    kept: bool
    numbers: dict[str, Any]


SettingsT = TypeVar("SettingsT", bound=Record)
AnswerT = TypeVar("AnswerT", bound=Record)


class Kind(ABC, Generic[SettingsT, AnswerT]):
    """One kind of work. Subclasses are stateless; one instance of each is in the registry."""

    name: str
    title: str
    Settings: type[SettingsT]
    Answer: type[AnswerT]
    # Whether the work is to judge an earlier answer, which is then in ``Stimulus.about``.
    judges: ClassVar[bool] = False
    # Whether the answer names things in the words of whoever gives it: see `labels`.
    names_things: ClassVar[bool] = False
    # Whether people are asked for it; what nobody is asked for is brought in from elsewhere.
    asked: ClassVar[bool] = True

    def parse_settings(self, raw: object) -> SettingsT:
        """Return typed settings; raises :class:`InvalidValueError` naming each wrong field."""
        return _validated(self.Settings, raw)

    def parse(self, raw: object) -> AnswerT:
        """Return a typed answer with cleaned texts; raises :class:`InvalidValueError`.

        This checks the shape only. Whether the answer may be submitted is :meth:`problems`.
        """
        return _validated(self.Answer, _bounded(raw))

    def parse_draft(self, raw: object) -> AnswerT:
        """Return an unfinished answer as it was typed; raises :class:`InvalidValueError`.

        Needs the right shape and at most 1 MB. Texts keep their white space and may be empty or
        over the limit, so that nothing typed is lost; only what no database can store is dropped.
        """
        return _validated(self.Answer, _bounded(raw), context={"draft": True})

    def dump(self, answer: AnswerT) -> dict[str, Any]:
        """Return the answer as JSON values; ``parse(dump(x)) == x``."""
        return answer.model_dump(mode="json")

    @abstractmethod
    def problems(
        self,
        answer: AnswerT,
        stimulus: Stimulus,
        settings: SettingsT,
        base: AnswerT | None = None,
    ) -> list[Problem]:
        """Return everything that keeps the answer from being submitted, and advice.

        ``base`` is the answer it started from. Without it, references to the base go unchecked; an
        answer that inherited nothing is checked against ``seed_from(None)``.
        """

    @abstractmethod
    def seed_from(self, previous: AnswerT | None) -> AnswerT:
        """Return what a fresh editor starts with; it has no problems that ``previous`` lacks."""

    @abstractmethod
    def measure(self, answer: AnswerT) -> Measures:
        """Return figures about one answer, such as ``{"tokens": 212, "sentences": 9}``."""

    @abstractmethod
    def changes(self, before: AnswerT | None, after: AnswerT) -> Figures:
        """Return what a person did to ``before``.

        Always ``tokens_before``, ``tokens_after`` and the keys of ``overlap.compare``. With no
        ``before`` there is nothing to compare with, and the overlap figures are None.
        """

    @abstractmethod
    def similarity(self, before: AnswerT, after: AnswerT, *, n: int) -> float | None:
        """Return the n-gram Jaccard similarity in [0, 1] that early stopping uses (IIW §3.3).

        Symmetric, 1 for equal answers, None when neither answer has an n-gram.
        """

    @abstractmethod
    def agreement(self, answers: Sequence[AnswerT]) -> float | None:
        """Return how far independent answers agree, in [0, 1]; None when that is undefined."""

    @abstractmethod
    def rows(self, answer: AnswerT) -> list[Row]:
        """Return the answer as flat rows for a table."""

    def texts(self, answer: AnswerT) -> dict[str, str]:
        """Return what the person put in their own words, by JSON path; empty texts are left out.

        Writing rules, spelling and the search for copies read these and nothing else.
        """
        return {}

    def labels(self, answer: AnswerT) -> list[str]:
        """Return the names that the answer gives to things; the project's vocabulary is of these.

        Asked only where `names_things`.
        """
        return []

    def checkable(self, answer: AnswerT) -> dict[str, bool | str]:
        """Return the parts that have one right value, by JSON path.

        Answers that are known to be right are compared with a person's at these places.
        """
        return {}

    def checkable_paths(self, settings: SettingsT) -> tuple[str, ...]:
        """Return every path that :meth:`checkable` can have with these settings."""
        return ()

    def settle(self, answers: Sequence[AnswerT], settings: SettingsT) -> Settlement | None:
        """Return what independent answers decide together; None where they decide nothing."""
        return None


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
            [Problem(code="not_json", path="", message="The answer is no plain JSON value.")]
        ) from None
    size = len(text.encode("utf-8", errors="surrogatepass"))
    if size > MAX_ANSWER_BYTES:
        message = f"The answer is {size:,} bytes long; at most {MAX_ANSWER_BYTES:,} can be stored."
        raise InvalidValueError([Problem(code="answer_too_large", path="", message=message)])
    return raw
