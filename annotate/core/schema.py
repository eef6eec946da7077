"""The OpenAPI schema: every operation also declares the one error shape."""

from typing import Any

_STRING = {"type": "string"}
ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message", "remedy", "retry", "fields", "details"],
            "properties": {
                "code": _STRING,
                "message": _STRING,
                "remedy": {"type": "string", "nullable": True},
                "retry": {"type": "boolean"},
                "fields": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["path", "code", "message"],
                        "properties": {"path": _STRING, "code": _STRING, "message": _STRING},
                    },
                },
                "details": {"type": "object", "additionalProperties": True},
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
