"""What the Python client is told of the API, made from its schema.

`make schema` writes it to the client; a test holds it to the schema.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "docs" / "reference" / "openapi.yaml"
TABLE = ROOT / "client" / "src" / "annotate_client" / "operations.json"
BASE = "/api/v1"
Json = dict[str, Any]


def as_text() -> str:
    """The table: a line for each operation, by the alphabet."""
    schema = yaml.load(SCHEMA.read_text(), Loader=yaml.CSafeLoader)
    lines = [
        f"{json.dumps(name)}: {json.dumps(told)}"
        for name, told in sorted(_operations(schema).items())
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _operations(schema: Json) -> dict[str, list[Any]]:
    return {
        operation["operationId"]: _told(schema, method, path, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if isinstance(operation, dict)
    }


def _told(schema: Json, method: str, path: str, operation: Json) -> list[Any]:
    """Method, path below the base, names of the query, names of the body, whether it is a form."""
    given = operation.get("parameters", [])
    query = sorted(each["name"] for each in given if each["in"] == "query")
    content = operation.get("requestBody", {}).get("content", {})
    body = {name for each in content.values() for name in _fields(schema, each["schema"])}
    if twice := body & {each["name"] for each in given}:
        raise ValueError(f"{method} {path} has {twice} both in its address and in its body.")
    is_form = "multipart/form-data" in content
    return [method.upper(), path.removeprefix(BASE), query, sorted(body), is_form]


def _fields(schema: Json, component: Json) -> Iterator[str]:
    """The names of the fields of a component, of each of its forms where it has several."""
    name = component.get("$ref", "").rpartition("/")[2]
    found = schema["components"]["schemas"][name] if name else component
    yield from found.get("properties", {})
    for form in (*found.get("oneOf", ()), *found.get("anyOf", ()), *found.get("allOf", ())):
        yield from _fields(schema, form)


if __name__ == "__main__":
    TABLE.write_text(as_text(), encoding="utf-8")
