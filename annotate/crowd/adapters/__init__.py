"""The ways in: one adapter per platform, found by name in one table.

To add one: a module here with a subclass of `base.Adapter`, its name in `base.AdapterName`, an
entry in `ALL`, a stand-in of the platform in tests/crowd/stand_ins, and a paragraph in
docs/guide/crowd.md.
"""

from collections.abc import Mapping
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
    """Return the adapter of this name, or raise Invalid naming those there are."""
    try:
        return ALL[name]
    except KeyError:
        message = Message("unknown_adapter", name=name, names=list(ALL))
        raise errors.Invalid.field("adapter", message) from None


def fields_of(adapter: Adapter) -> list[AdapterField]:
    """Return what can be set for a channel of this adapter, its secrets last."""
    return [
        *_fields(adapter.settings_model, secret=False),
        *_fields(adapter.secrets_model, secret=True),
    ]


def _fields(model: type[BaseModel], *, secret: bool) -> list[AdapterField]:
    found = []
    for name, field in model.model_fields.items():
        default = None if field.default is PydanticUndefined else field.default
        found.append(
            AdapterField(
                name=name,
                type="secret" if secret else _type(model, name),
                title=field.title or name,
                help=field.description or "",
                required=field.is_required(),
                secret=secret,
                default=str(default) if _type(model, name) == "money" else default,
                choices=[str(choice) for choice in get_args(field.annotation)]
                if _type(model, name) == "choice"
                else [],
            )
        )
    return found


def _type(model: type[BaseModel], name: str) -> FieldType:
    shape = model.model_json_schema(mode="serialization")["properties"][name]
    shapes = shape.get("anyOf", [shape])
    if name in ("pay_rate", "bonus"):
        return "money"
    if name.endswith("_url"):
        return "url"
    return "choice" if "enum" in shape else _TYPES.get(shapes[0].get("type", "string"), "text")


def parse_settings(adapter: Adapter, raw: Mapping[str, Any]) -> Any:
    """Return the settings of a channel as a typed object.

    Raises:
        Invalid: each field that is wrong is named `settings.<field>`.
    """
    return _parsed(adapter.settings_model, raw)


def parse_secrets(adapter: Adapter, raw: Mapping[str, Any]) -> Any:
    """Return the secrets of a channel as a typed object, or say which is wrong."""
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
        raise errors.Invalid(
            Message("channel_settings_refused"), code="invalid", fields=fields
        ) from None
