"""How answers are read into typed values.

A value has what people read often under its own name, and in `raw` the whole answer as the server
gave it. What a newer server adds is in `raw` and disturbs nobody.
"""

import types
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from datetime import date, datetime
from typing import Any, ClassVar, TypeVar, Union, get_args, get_origin, get_type_hints

from annotate_client.errors import UnknownServer

ShapeT = TypeVar("ShapeT", bound="Shape")


@dataclass(frozen=True, kw_only=True)
class Shape:
    """Base of all values that the server gives."""

    # What the value is called in the schema of the API.
    schema: ClassVar[str]

    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)


def read(kind: type[ShapeT], answer: Any) -> ShapeT:
    """An answer as a typed value.

    Raises:
        UnknownServer: something is missing that this client cannot do without.
    """
    if not isinstance(answer, Mapping):
        raise _unlike(kind, "it is no object")
    values: dict[str, Any] = {"raw": answer}
    hints = get_type_hints(kind)
    for each in fields(kind):
        if each.name == "raw":
            continue
        if each.name in answer:
            values[each.name] = _value(hints[each.name], answer[each.name])
        elif each.default is MISSING and each.default_factory is MISSING:
            raise _unlike(kind, f"it has no {each.name}")
    return kind(**values)


def _value(kind: Any, given: Any) -> Any:
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return None if given is None else _value(parts[0], given)
    if origin is tuple:
        return tuple(_value(parts[0], each) for each in given)
    if isinstance(kind, type) and issubclass(kind, Shape):
        return read(kind, given)
    if kind is datetime:
        return datetime.fromisoformat(given)
    return date.fromisoformat(given) if kind is date else given


def _unlike(kind: type[Shape], why: str) -> UnknownServer:
    return UnknownServer(
        f"The server's {kind.schema} is not as this client knows it: {why}.\n"
        "What to do: install the annotate-client that belongs to the server."
    )
