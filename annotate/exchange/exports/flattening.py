"""Any answer as a list of fields, so that a table can hold it whatever its kind."""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

Type = Literal["string", "number", "boolean", "null", "list", "object"]


class Field(NamedTuple):
    """One value of an answer and where it stands: `text`, `votes.grammatical`, `objects[0].label`.

    `value` is a string as it is, and everything else as JSON writes it; lists and objects are named
    only where nothing is in them.
    """

    path: str
    type: Type
    value: str | int | float


def flattened(value: Any, path: str = "") -> Iterator[Field]:
    """Every value of an answer, in order.

    >>> [field.path for field in flattened({"votes": {"true": True}, "comment": ""})]
    ['votes.true', 'comment']
    >>> [*flattened({"ranks": [2, None]})][1]
    Field(path='ranks[1]', type='null', value='null')
    """
    match value:
        case dict() if value:
            for key, part in value.items():
                yield from flattened(part, f"{path}.{key}" if path else key)
        case list() if value:
            for place, part in enumerate(value):
                yield from flattened(part, f"{path}[{place}]")
        case dict():
            yield Field(path, "object", "{}")
        case list():
            yield Field(path, "list", "[]")
        case bool():
            yield Field(path, "boolean", "true" if value else "false")
        case None:
            yield Field(path, "null", "null")
        case str():
            yield Field(path, "string", value)
        case _:
            yield Field(path, "number", value)
