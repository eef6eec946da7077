"""What the client says of the API is what the API's schema says."""

import re
from dataclasses import MISSING, fields
from typing import Any

import pytest
import yaml

from annotate_client import learning, models, releases, reports, studies, values
from annotate_client.operations import OPERATIONS
from annotate_client.shapes import Shape
from tests.architecture.sources import ROOT
from tests.client import operations_table

Json = dict[str, Any]
SCHEMA: Json = yaml.load(
    (ROOT / "docs" / "reference" / "openapi.yaml").read_text(), Loader=yaml.CSafeLoader
)
COMPONENTS: Json = SCHEMA["components"]["schemas"]
SHAPES = [
    each
    for module in (learning, models, releases, reports, studies, values)
    for each in vars(module).values()
    if isinstance(each, type) and issubclass(each, Shape) and each.__module__ == module.__name__
]


def described() -> dict[str, tuple[str, str, Json]]:
    """Every operation of the schema by its name: method, path, and all that is said of it."""
    return {
        each["operationId"]: (method.upper(), path, each)
        for path, methods in SCHEMA["paths"].items()
        for method, each in methods.items()
        if isinstance(each, dict)
    }


DESCRIBED = described()


def properties(schema: Json) -> Json:
    name = schema.get("$ref", "").rpartition("/")[2]
    found: Json = COMPONENTS[name] if name else schema
    return found


def test_the_client_knows_every_operation_of_the_schema() -> None:
    """When this fails, run `make schema`."""
    assert operations_table.TABLE.read_text() == operations_table.as_text()
    assert OPERATIONS.keys() == DESCRIBED.keys()


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_is_in_the_schema_as_it_is_declared(name: str) -> None:
    known = OPERATIONS[name]
    method, path, said = DESCRIBED[name]
    assert (known.method, f"/api/v1{known.path}") == (method, path)
    parameters = said.get("parameters", [])
    assert set(known.query) <= {each["name"] for each in parameters if each["in"] == "query"}
    slots = {each["name"] for each in parameters if each["in"] == "path"}
    assert set(re.findall(r"\{(\w+)\}", known.path)) == slots


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_field_of_a_body_is_in_the_schema(name: str) -> None:
    known = OPERATIONS[name]
    content: Json = DESCRIBED[name][2].get("requestBody", {}).get("content", {})
    assert (content == {}) == (known.body == ())
    for media_type, each in content.items():
        assert media_type == ("multipart/form-data" if known.form else "application/json")
        body = properties(each["schema"])
        assert set(body.get("required", [])) <= set(known.body)
        assert set(known.body) <= body["properties"].keys()


@pytest.mark.parametrize("shape", SHAPES)
def test_every_value_has_the_parts_that_the_schema_promises(shape: type[Shape]) -> None:
    component = COMPONENTS[shape.schema]
    mine = {each.name: each for each in fields(shape) if each.name != "raw"}
    assert mine.keys() <= component["properties"].keys()
    needed = {name for name, each in mine.items() if each.default is MISSING}
    assert needed <= set(component["required"])


def test_no_post_is_sent_again_unless_the_server_recognises_it() -> None:
    """Catches a POST that is called repeatable by a slip: it would be done twice."""
    again = {name for name, each in OPERATIONS.items() if each.repeatable}
    assert again == {
        *("connectionsHealth", "guidelinesMarkRead", "heartbeat", "seedingSkip", "seedsImport"),
        *("submit", "uploadsThere"),
    }
