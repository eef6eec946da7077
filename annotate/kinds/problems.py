"""What is wrong with a value, in words for the person who typed it."""

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from annotate.messages import Message, params_json

# Of one value: nobody reads more, and a hostile value must not make a huge answer.
MAX_PROBLEMS = 200
_CONFIG = ConfigDict(frozen=True, extra="forbid", json_schema_serialization_defaults_required=True)


class Fix(BaseModel):
    """Other words for the characters at ``span``, by which a problem is removed."""

    model_config = _CONFIG

    span: tuple[int, int]
    text: str


class Problem(BaseModel):
    """One thing that is wrong: where, what and what to do.

    ``path`` is where in the JSON value, as in ``objects[2].box.width``; empty for the whole value.
    ``span`` are character offsets in the text at ``path``. Advice does not keep anyone from
    submitting. ``code`` is for programs; ``message_code`` names the entry of the catalogue that
    ``message`` is in English, with ``params`` for its slots. ``fix`` is there where the text at
    ``path`` can be corrected plainly.
    """

    model_config = _CONFIG

    code: str
    path: str
    message: str
    message_code: str | None = None
    severity: Literal["error", "advice"] = "error"
    span: tuple[int, int] | None = None
    params: dict[str, JsonValue] = Field(default_factory=dict)
    fix: Fix | None = None

    @classmethod
    def about(
        cls,
        path: str,
        message: Message,
        *,
        code: str | None = None,
        severity: Literal["error", "advice"] = "error",
        span: tuple[int, int] | None = None,
        fix: Fix | None = None,
    ) -> "Problem":
        """What a message says of the value at a path; `code` is that of the message if left out."""
        return cls(
            code=code or message.code,
            path=path,
            message=str(message),
            message_code=message.code,
            severity=severity,
            span=span,
            params=params_json(message.params),
            fix=fix,
        )


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
    problems = []
    for detail in error.errors(include_url=False)[:MAX_PROBLEMS]:
        context: Mapping[str, Any] = detail.get("ctx", {}) | {"msg": detail["msg"]}
        # Of a text that was cleaned first, Pydantic no longer says that it is a text.
        is_text = detail["type"] == "too_long" and context.get("field_type") == "Value"
        code, word = _WORDS.get("string_too_long" if is_text else detail["type"], _UNKNOWN)
        message = word(context)
        if code == "unknown_field" and model is not None:
            message = _unknown_field(str(detail["loc"][-1]), _fields_at(model, detail["loc"][:-1]))
        path = json_path(detail["loc"])
        if isinstance(message, Message):
            own = message.code if code == "invalid" else code
            problems.append(Problem.about(path, message, code=own))
        else:
            problems.append(Problem(code=code, path=path, message=message))
    return problems


def _unknown_field(name: str, known: Iterable[str]) -> Message:
    """Say that there is no such field, and which was probably meant.

    >>> str(_unknown_field("setings", ["name", "settings"]))
    'There is no field “setings”; did you mean “settings”?'
    """
    close = get_close_matches(name, list(known), n=1)
    if close:
        return Message("unknown_field_meant", name=name, meant=close[0])
    return Message("unknown_field_named", name=name)


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


Words = Callable[[Mapping[str, Any]], Message | str]


def _fixed(code: str) -> Words:
    return lambda _: Message(code)


def _counted(code: str, name: str) -> Words:
    return lambda context: Message(code, count=context[name])


def _bounded(code: str, name: str) -> Words:
    # The limit of an amount of money is a Decimal, which JSON does not know.
    return lambda context: Message(
        code, limit=context[name] if isinstance(context[name], int) else float(context[name])
    )


def _own_words(context: Mapping[str, Any]) -> Message | str:
    """What a check of ours says: it raises ``ValueError(Message(...))``."""
    error = context["error"]
    message = error.args[0] if error.args else ""
    return message if isinstance(message, Message) else str(error)


# One table from Pydantic's types of errors to our codes, and to messages of the catalogue.
_TYPES: dict[str, str] = {
    "string_type": "must_be_text",
    "string_unicode": "must_be_readable_text",
    "int_type": "must_be_whole_number",
    "int_parsing": "must_be_whole_number",
    "int_from_float": "must_be_whole_number",
    "float_type": "must_be_number",
    "float_parsing": "must_be_number",
    "finite_number": "must_be_finite_number",
    "bool_type": "must_be_true_or_false",
    "bool_parsing": "must_be_true_or_false",
    "date_type": "must_be_day",
    "date_parsing": "must_be_day",
    "date_from_datetime_parsing": "must_be_day",
    "date_from_datetime_inexact": "must_be_day",
    "list_type": "must_be_list",
    "tuple_type": "must_be_list",
    "dict_type": "must_be_object",
    "model_type": "must_be_object",
    "model_attributes_type": "must_be_object",
}
_WORDS: dict[str, tuple[str, Words]] = {
    **{name: ("wrong_type", _fixed(code)) for name, code in _TYPES.items()},
    "missing": ("missing", _fixed("missing_field")),
    "extra_forbidden": ("unknown_field", _fixed("unknown_field")),
    "literal_error": ("not_a_choice", lambda c: Message("not_a_choice", choices=c["expected"])),
    "enum": ("not_a_choice", lambda c: Message("not_a_choice", choices=c["expected"])),
    "greater_than": ("too_small", _bounded("must_be_more_than", "gt")),
    "greater_than_equal": ("too_small", _bounded("must_be_at_least", "ge")),
    "less_than": ("too_large", _bounded("must_be_less_than", "lt")),
    "less_than_equal": ("too_large", _bounded("must_be_at_most", "le")),
    "string_too_short": ("too_short", _counted("string_too_short", "min_length")),
    "string_too_long": ("too_long", _counted("string_too_long", "max_length")),
    "too_short": (
        "too_few",
        lambda c: Message("too_few_entries", count=c["min_length"], actual=c["actual_length"]),
    ),
    "too_long": ("too_many", _counted("too_many_entries", "max_length")),
    "string_pattern_mismatch": (
        "wrong_form",
        lambda c: Message("identifier_form" if "A-Z" in c["pattern"] else "slug_form"),
    ),
    "null": ("null", _fixed("null_field")),
    "nul_character": ("null_characters", _fixed("null_characters")),
    "value_error": ("invalid", _own_words),
}
_UNKNOWN: tuple[str, Words] = ("invalid", lambda c: f"{c['msg']}.")
