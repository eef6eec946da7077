"""What is wrong with a value, in words for the person who typed it."""

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError


class Fix(BaseModel):
    """Other words for the characters at ``span``, by which a problem is removed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    span: tuple[int, int]
    text: str


class Problem(BaseModel):
    """One thing that is wrong: where, what and what to do.

    ``path`` is where in the JSON value, as in ``objects[2].box.width``; empty for the whole value.
    ``span`` are character offsets in the text at ``path``. Advice does not keep anyone from
    submitting. ``params`` are the words and numbers in ``message``, so that a client can say it in
    another language by ``code``; ``fix`` is there where the text at ``path`` can be mended plainly.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: str
    path: str
    message: str
    severity: Literal["error", "advice"] = "error"
    span: tuple[int, int] | None = None
    params: dict[str, str | int | float] = Field(default_factory=dict)
    fix: Fix | None = None


class InvalidValueError(ValueError):
    """A value that has not the right shape; ``problems`` has at least one entry."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        super().__init__(
            "; ".join(f"{problem.path}: {problem.message}" for problem in self.problems)
        )


def json_path(location: Iterable[str | int]) -> str:
    """Return a path as people write it.

    >>> json_path(("objects", 2, "box", "width"))
    'objects[2].box.width'
    """
    path = ""
    for step in location:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else step
    return path


def problems_of(error: ValidationError, model: type[BaseModel] | None = None) -> list[Problem]:
    """The problems in a failed validation of ``model``, in plain sentences with JSON paths.

    With a model, a field that it does not know is told from one that it does by their spelling.
    """
    found = []
    for detail in error.errors(include_url=False):
        context: Mapping[str, Any] = detail.get("ctx", {}) | {"msg": detail["msg"]}
        # Of a text that was cleaned first, Pydantic no longer says that it is a text.
        is_text = detail["type"] == "too_long" and context.get("field_type") == "Value"
        code, sentence = _SENTENCES.get("string_too_long" if is_text else detail["type"], _UNKNOWN)
        message = sentence(context)
        if code == "unknown_field" and model is not None:
            message = _unknown_field(str(detail["loc"][-1]), _fields_at(model, detail["loc"][:-1]))
        found.append(Problem(code=code, path=json_path(detail["loc"]), message=message))
    return found


def _unknown_field(name: str, known: Iterable[str]) -> str:
    """Say that there is no such field, and which was probably meant.

    >>> _unknown_field("setings", ["name", "settings"])
    'There is no field “setings”; did you mean “settings”?'
    """
    close = get_close_matches(name, list(known), n=1)
    hint = f"did you mean “{close[0]}”?" if close else "remove it."
    return f"There is no field “{name}”; {hint}"


def _fields_at(model: type[BaseModel], location: Iterable[str | int]) -> list[str]:
    """The names of the fields at a place inside a model; none where it has no model."""
    annotation: Any = model
    for step in location:
        within = _model_in(annotation)
        if isinstance(step, str) and within is not None and step in within.model_fields:
            annotation = within.model_fields[step].annotation
    last = _model_in(annotation)
    fields = last.model_fields.items() if last is not None else ()
    return [field.alias or name for name, field in fields]


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The model that an annotation such as ``dict[str, X] | None`` is about."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(_model_in, get_args(annotation))), None)


def plural(count: int, noun: str) -> str:
    """Return a count with its noun.

    >>> plural(1, "word"), plural(1200, "entry")
    ('1 word', '1,200 entries')
    """
    if count == 1:
        return f"1 {noun}"
    return f"{count:,} {noun[:-1]}ies" if noun.endswith("y") else f"{count:,} {noun}s"


Sentence = Callable[[Mapping[str, Any]], str]


def _fixed(text: str) -> Sentence:
    return lambda _: text


_DAY = _fixed("A day is written as year, month and day: 2026-03-02.")

# One table from pydantic's error types to our stable codes and sentences.
_TYPES: dict[str, tuple[str, Sentence]] = {
    "string_type": ("wrong_type", _fixed("This must be a text.")),
    "string_unicode": ("wrong_type", _fixed("This must be a readable text.")),
    "int_type": ("wrong_type", _fixed("This must be a whole number.")),
    "int_parsing": ("wrong_type", _fixed("This must be a whole number.")),
    "int_from_float": ("wrong_type", _fixed("This must be a whole number.")),
    "float_type": ("wrong_type", _fixed("This must be a number.")),
    "float_parsing": ("wrong_type", _fixed("This must be a number.")),
    "finite_number": ("wrong_type", _fixed("This must be a finite number.")),
    "bool_type": ("wrong_type", _fixed("This must be true or false.")),
    "bool_parsing": ("wrong_type", _fixed("This must be true or false.")),
    "date_type": ("wrong_type", _DAY),
    "date_parsing": ("wrong_type", _DAY),
    "date_from_datetime_parsing": ("wrong_type", _DAY),
    "date_from_datetime_inexact": ("wrong_type", _DAY),
    "list_type": ("wrong_type", _fixed("This must be a list.")),
    "tuple_type": ("wrong_type", _fixed("This must be a list.")),
    "dict_type": ("wrong_type", _fixed("This must be an object with named fields.")),
    "model_type": ("wrong_type", _fixed("This must be an object with named fields.")),
    "model_attributes_type": ("wrong_type", _fixed("This must be an object with named fields.")),
}
_SENTENCES: dict[str, tuple[str, Sentence]] = _TYPES | {
    "missing": ("missing", _fixed("This field is missing.")),
    "extra_forbidden": ("unknown_field", _fixed("There is no such field; remove it.")),
    "literal_error": ("not_a_choice", lambda c: f"This must be one of {c['expected']}."),
    "enum": ("not_a_choice", lambda c: f"This must be one of {c['expected']}."),
    "greater_than": ("too_small", lambda c: f"This must be more than {c['gt']:g}."),
    "greater_than_equal": ("too_small", lambda c: f"This must be {c['ge']:g} or more."),
    "less_than": ("too_large", lambda c: f"This must be less than {c['lt']:g}."),
    "less_than_equal": ("too_large", lambda c: f"This must be {c['le']:g} or less."),
    "string_too_short": (
        "too_short",
        lambda c: f"Write at least {plural(c['min_length'], 'character')}.",
    ),
    "string_too_long": (
        "too_long",
        lambda c: f"Write at most {plural(c['max_length'], 'character')}.",
    ),
    "too_short": (
        "too_few",
        lambda c: (
            f"At least {plural(c['min_length'], 'entry')} must be given, not {c['actual_length']}."
        ),
    ),
    "too_long": (
        "too_many",
        lambda c: f"At most {plural(c['max_length'], 'entry')} can be given.",
    ),
    "string_pattern_mismatch": (
        "wrong_form",
        lambda c: (
            "Use only letters a-z"
            f"{', A-Z' if 'A-Z' in c['pattern'] else ' (small, a letter first)'},"
            " digits, hyphens and underscores."
        ),
    ),
    "null": ("null", _fixed("This field may not be null.")),
    "nul_character": ("null_characters", _fixed("Null characters are not allowed.")),
    # Our own checks say what is wrong in their own words.
    "value_error": ("invalid", lambda c: str(c["error"])),
}
_UNKNOWN: tuple[str, Sentence] = ("invalid", lambda c: f"{c['msg']}.")
