"""What people may say about an image when they add it; one rule for every way in."""

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
)

from annotate.analysis import text
from annotate.core import errors
from annotate.kinds.problems import problems_of

MAX_NAME = 500
MAX_HINTS = 30

Split = Literal["train", "val", "test", ""]


def _line(value: object) -> object:
    return text.clean_line(value) if isinstance(value, str) else value


def _no_split(value: object) -> object:
    return "" if value is None else value


Name = Annotated[
    str, StringConstraints(strict=True, min_length=1, max_length=MAX_NAME), BeforeValidator(_line)
]
HintKey = Annotated[
    str, StringConstraints(strict=True, min_length=1, max_length=60), BeforeValidator(_line)
]
HintValue = Annotated[str, StringConstraints(strict=True, max_length=500), BeforeValidator(_line)]


class Details(BaseModel):
    """Identity, split and hints of an image, as given by whoever adds it.

    `external_id` is what the image is called outside, unique in a project; without one it gets its
    name. `metadata` are hints shown to annotators; databases keep no order of their keys.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    external_id: Name | None = None
    split: Annotated[Split, BeforeValidator(_no_split)] = ""
    metadata: Annotated[dict[HintKey, HintValue], Field(max_length=MAX_HINTS)] = Field(
        default_factory=dict
    )


def clean_name(name: str) -> str:
    """A name that can be stored and shown: one line, at most 500 characters.

    >>> clean_name("  a\\tb.jpg ")
    'a b.jpg'
    """
    return text.clean_line(name)[:MAX_NAME] or "image"


def parse(raw: dict[str, Any]) -> Details:
    """Typed details; raises `Invalid` that names each field that is wrong."""
    try:
        return Details.model_validate(raw)
    except ValidationError as error:
        raise errors.Invalid(fields=field_errors(error)) from None


def field_errors(error: ValidationError) -> list[errors.FieldError]:
    return [
        errors.FieldError.of(problem, problem.path.removesuffix(".[key]"))
        for problem in problems_of(error)
    ]
