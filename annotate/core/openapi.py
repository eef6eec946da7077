"""The types of `annotate.core.schemas` in the OpenAPI document.

All of them are described in one call, so that Pydantic itself sees to names: one component for a
class, two (`…-Input`, `…-Output`) only where what may be sent differs from what is answered.
"""

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Literal

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import DefsRef, GenerateJsonSchema, JsonSchemaMode, models_json_schema

from annotate import kinds

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
    # Webhooks are declared once for the process: the next document fills in the same placeholders.
    asking = {name: deepcopy(result.get(name, {})) for name in ("paths", "webhooks")}
    result |= asking if result.get("webhooks") else {"paths": asking["paths"]}
    named = set(_named(asking))
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
    _replace(asking, by_number)
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


_STRING = {"type": "string"}
_OPTIONAL = {"type": ["string", "null"]}
_OBJECT = {"type": "object", "additionalProperties": True}
ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": [
                *("code", "message", "message_code", "remedy", "remedy_code", "params"),
                *("retry", "fields", "details"),
            ],
            "properties": {
                "code": _STRING,
                "message": _STRING,
                "message_code": _OPTIONAL,
                "remedy": _OPTIONAL,
                "remedy_code": _OPTIONAL,
                "params": _OBJECT,
                "retry": {"type": "boolean"},
                "fields": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["path", "code", "message", "message_code", "params"],
                        "properties": {
                            "path": _STRING,
                            "code": _STRING,
                            "message": _STRING,
                            "message_code": _OPTIONAL,
                            "params": _OBJECT,
                        },
                    },
                },
                "details": _OBJECT,
            },
        }
    },
}
_ANSWER = {
    "description": "Any refusal, in the one error shape.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
}


def add_error_answers(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Give every operation a `default` answer of the shape `Error` (a drf-spectacular hook)."""
    result.setdefault("components", {}).setdefault("schemas", {})["Error"] = ERROR
    for path in result["paths"].values():
        for operation in path.values():
            operation["responses"]["default"] = _ANSWER
    return result


def add_kinds(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Publish what each kind answers and can be set to (a drf-spectacular hook).

    No operation refers to these: which one applies is said by the kind of a stage. A client looks
    them up by that name, in `AnswersByKind` and `SettingsByKind`. Raises `ValueError` where two
    models with other fields share a name.
    """
    registered = {name: kinds.get(name) for name in kinds.names()}
    answers = {name: kind.Answer for name, kind in registered.items()}
    settings = {name: kind.Settings for name, kind in registered.items()}
    designs = kinds.designs()
    results = {name: design.Results for name, design in designs.items()}
    cases = [design.CaseAnswer for design in designs.values()]
    components = {
        **_components([*answers.values(), *settings.values(), *results.values(), *cases]),
        "StudyResults": _results_by_design(results),
        "CaseAnswer": {"oneOf": [_ref(model) for model in dict.fromkeys(cases)]},
        "AnswersByKind": _by_kind("The answer to a task, by its kind.", answers),
        "SettingsByKind": _by_kind("The settings of a stage, by its kind.", settings),
    }
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    twice = sorted(
        name
        for name, schema in components.items()
        if "__" in name or _types(schemas.get(name, schema)) != _types(schema)
    )
    if twice:
        raise ValueError(f"Two models of the schema have one name: {', '.join(twice)}.")
    schemas.update(components)
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def _types(schema: dict[str, Any]) -> dict[str, Any]:
    return {name: field.get("type") for name, field in schema.get("properties", {}).items()}


def _by_kind(description: str, models: dict[str, type[BaseModel]]) -> dict[str, Any]:
    return {
        "type": "object",
        "description": description,
        "required": list(models),
        "properties": {name: _ref(model) for name, model in models.items()},
    }


def _ref(model: type[BaseModel]) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{model.__name__}"}


def _results_by_design(models: dict[str, type[BaseModel]]) -> dict[str, Any]:
    return {
        "oneOf": [_ref(model) for model in models.values()],
        "discriminator": {
            "propertyName": "design",
            "mapping": {name: _ref(model)["$ref"] for name, model in models.items()},
        },
    }


def _components(models: list[type[BaseModel]]) -> dict[str, Any]:
    """The models and whatever they are made of, as they are sent: with every field."""
    mode: Literal["serialization"] = "serialization"
    _, schema = models_json_schema(
        [(model, mode) for model in dict.fromkeys(models)],
        ref_template="#/components/schemas/{model}",
        schema_generator=Untitled,
    )
    components: dict[str, Any] = schema["$defs"]
    for component in components.values():
        component.pop("title", None)
        if component.get("properties"):
            component["required"] = list(component["properties"])
    return components
