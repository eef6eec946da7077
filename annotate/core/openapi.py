"""The types of `annotate.core.schemas` in the OpenAPI document.

All of them are described in one call, so that Pydantic itself sees to names: one component for a
class, two (`…-Input`, `…-Output`) only where what may be sent differs from what is answered.
"""

import re
from collections.abc import Iterator
from typing import Any, Literal

from pydantic import TypeAdapter
from pydantic.json_schema import DefsRef, GenerateJsonSchema, JsonSchemaMode

Mode = Literal["validation", "serialization"]

_PREFIX = "#/components/schemas/annotate-operation-"
_REFERENCE = "#/components/schemas/{model}"
# What stands behind each placeholder: the same type is asked for by many operations.
_asked: dict[tuple[Any, Mode], int] = {}


class Untitled(GenerateJsonSchema):
    """Leaves out titles that only repeat the names of fields."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


class _Names(Untitled):
    """Names a class inside a class by both: `Project.State` is `ProjectState`."""

    def get_defs_ref(self, core_mode_ref: tuple[Any, JsonSchemaMode]) -> DefsRef:
        core_ref, mode = core_mode_ref
        joined = re.sub(r"\.([A-Z]\w*)\.([A-Z]\w*):", r".\1\2:", str(core_ref))
        defs_ref = super().get_defs_ref((joined, mode))  # type: ignore[arg-type]
        self.core_to_defs_refs[core_mode_ref] = defs_ref
        return defs_ref


def reference(annotation: Any, mode: Mode) -> dict[str, str]:
    """What stands for a type in an operation until the whole document is made."""
    number = _asked.setdefault((annotation, mode), len(_asked))
    return {"$ref": f"{_PREFIX}{number}"}


def add_schemas(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Put every type that operations name into the document (a drf-spectacular hook)."""
    named = set(_named(result["paths"]))
    inputs = [
        (number, mode, TypeAdapter(kind))
        for (kind, mode), number in _asked.items()
        if number in named
    ]
    if not inputs:
        return result
    by_key, document = TypeAdapter.json_schemas(
        inputs, ref_template=_REFERENCE, schema_generator=_Names
    )
    components = result.setdefault("components", {}).setdefault("schemas", {})
    for name, schema in document.get("$defs", {}).items():
        schema.pop("title", None)
        components[name] = schema
    by_number = {number: schema for (number, _), schema in by_key.items()}
    _replace(result["paths"], by_number)
    result["components"]["schemas"] = dict(sorted(components.items()))
    return result


def _named(node: Any) -> Iterator[int]:
    """The numbers of the types that the document asks for."""
    for child in node.values() if isinstance(node, dict) else node:
        if isinstance(child, dict) and str(child.get("$ref", "")).startswith(_PREFIX):
            yield int(child["$ref"].removeprefix(_PREFIX))
        elif isinstance(child, dict | list):
            yield from _named(child)


def _replace(node: Any, by_number: dict[int, Any]) -> None:
    """Put types in the place of what `reference` left behind."""
    children = node.items() if isinstance(node, dict) else enumerate(node)
    for key, child in list(children):
        if isinstance(child, dict) and str(child.get("$ref", "")).startswith(_PREFIX):
            node[key] = by_number[int(child["$ref"].removeprefix(_PREFIX))]
        elif isinstance(child, dict | list):
            _replace(child, by_number)


def without_definitions(schema: Any, definitions: dict[str, Any]) -> Any:
    """A schema with what it refers to written out: a parameter cannot refer to components."""
    if isinstance(schema, list):
        return [without_definitions(part, definitions) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return without_definitions(definitions[schema["$ref"].rsplit("/", 1)[-1]], definitions)
    return {key: without_definitions(part, definitions) for key, part in schema.items()}
