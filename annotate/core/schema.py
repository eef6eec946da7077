"""The OpenAPI schema: every operation declares the one error shape, every kind its own two."""

from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from annotate import kinds
from annotate.core.openapi import Untitled

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
