"""The ways in: one adapter per platform, found by name in one table.

To add one: a module here with a subclass of `base.Adapter`, its name in `base.AdapterName`, an
entry in `ALL`, a stand-in of the platform in tests/crowd/stand_ins, and a paragraph in
docs/guide/crowd.md.
"""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticUndefined

from annotate.core import errors
from annotate.crowd.adapters.base import Adapter, AdapterField, FieldType
from annotate.crowd.adapters.invite import InviteAdapter
from annotate.crowd.adapters.link import LinkAdapter
from annotate.crowd.adapters.mturk import MTurkAdapter
from annotate.crowd.adapters.prolific import ProlificAdapter
from annotate.kinds.problems import problems_of
from annotate.messages import Message

ALL: dict[str, Adapter] = {
    adapter.name: adapter
    for adapter in (InviteAdapter(), LinkAdapter(), ProlificAdapter(), MTurkAdapter())
}
_TYPES: dict[str, FieldType] = {
    "integer": "integer",
    "number": "number",
    "boolean": "boolean",
    "string": "text",
}


def get(name: str) -> Adapter:
    """Raises Invalid naming those there are."""
    if name not in ALL:
        message = Message("unknown_adapter", name=name, names=list(ALL))
        raise errors.Invalid.field("adapter", message)
    return ALL[name]


def fields_of(adapter: Adapter) -> list[AdapterField]:
    """What can be set for a channel of this adapter, its secrets last."""
    return [
        *_fields(adapter.settings_model, secret=False),
        *_fields(adapter.secrets_model, secret=True),
    ]


def _fields(model: type[BaseModel], *, secret: bool) -> Iterator[AdapterField]:
    for name, field in model.model_fields.items():
        default = None if field.default is PydanticUndefined else field.default
        type_ = _type(model, name)
        choices = get_args(field.annotation) if type_ == "choice" else ()
        yield AdapterField(
            name=name,
            type="secret" if secret else type_,
            title=field.title or name,
            help=field.description or "",
            required=field.is_required(),
            secret=secret,
            default=str(default) if type_ == "money" else default,
            choices=list(map(str, choices)),
        )


def _type(model: type[BaseModel], name: str) -> FieldType:
    shape = model.model_json_schema(mode="serialization")["properties"][name]
    shapes = shape.get("anyOf", [shape])
    if name in ("pay_rate", "bonus"):
        return "money"
    if name.endswith("_url"):
        return "url"
    if (shapes[0].get("minimum"), shapes[0].get("maximum")) == (0, 1):
        return "share"
    return "choice" if "enum" in shape else _TYPES.get(shapes[0].get("type", "string"), "text")


def parse_settings(adapter: Adapter, raw: Mapping[str, Any]) -> Any:
    """Typed; raises Invalid naming each field that is wrong as `settings.<field>`."""
    return _parsed(adapter.settings_model, raw)


def parse_secrets(adapter: Adapter, raw: Mapping[str, Any]) -> Any:
    """As `parse_settings`."""
    return _parsed(adapter.secrets_model, raw)


def _parsed(model: type[BaseModel], raw: Mapping[str, Any]) -> Any:
    try:
        return model.model_validate(dict(raw))
    except ValidationError as wrong:
        # The messages never repeat a value: one of these may be a secret.
        fields = [
            errors.FieldError.of(problem, f"settings.{problem.path}".rstrip("."))
            for problem in problems_of(wrong)
        ]
        message = Message("channel_settings_refused")
        raise errors.Invalid(message, code="invalid", fields=fields) from None
