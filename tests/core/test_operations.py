"""What a handler declares is what is checked, answered and described."""

from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import import_module
from typing import Annotated, Any, Literal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from pydantic import Field
from rest_framework.parsers import MultiPartParser
from rest_framework.test import APIRequestFactory, force_authenticate
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.operations import operation
from annotate.core.schemas import Changes, Count, Schema, Text, Upload
from annotate.people.models import User

ASKER = User(id=7, username="ada")
requests = APIRequestFactory()


class Tag(Schema):
    name: Annotated[str, Text(20)]
    weight: Count = 1


class NewThing(Schema):
    name: Annotated[str, Text(10)]
    kind: Literal["red", "blue"] = "red"
    tags: Annotated[list[Tag], Field(max_length=3)] = []


class Thing(Schema):
    name: str
    created_at: datetime
    project: int


class ThingQuery(Schema):
    order: Literal["name", "age"] = "name"
    tag: list[Annotated[str, Text(20)]] = []


class ThingChanges(Changes):
    nullable = frozenset({"owner"})
    name: Annotated[str, Text(10)] | None = None
    owner: int | None = None


class WithFile(Schema):
    file: Upload
    note: Annotated[str, Text(20, min_length=0)] = ""


def project_of(user: User, project_id: int) -> str:
    if project_id != 1:
        raise errors.NotFound
    return f"{user.username}@{project_id}"


class ThingApi(APIView):
    @operation("thingsCreate", allow=project_of, status=201)
    def post(self, granted: str, body: NewThing) -> Thing:
        at = datetime(2026, 3, 2, 9, tzinfo=UTC)
        return Thing(name=f"{body.name} by {granted}", created_at=at, project=len(body.tags))

    @operation("thingsList")
    def get(self, query: ThingQuery, project_id: int) -> list[str]:
        return [query.order, *query.tag, str(project_id)]

    @operation("thingsUpdate")
    def patch(self, body: ThingChanges, project_id: int) -> dict[str, Any]:
        return body.sent()

    @operation("thingsDelete", allow=project_of)
    def delete(self) -> None:
        return None


class FileApi(APIView):
    parser_classes = [MultiPartParser]

    @operation("filesAdd", media_type="multipart/form-data")
    def post(self, body: WithFile) -> str:
        return f"{body.file.name} {body.note}"

    @operation("filesRead", responses={(200, "text/plain"): bytes})
    def get(self) -> HttpResponse:
        return HttpResponse("as it is", content_type="text/plain")


def ask(method: str, path: str = "/", sent: Any = None, project_id: int = 1) -> Any:
    request = getattr(requests, method)(path, sent, format="json")
    force_authenticate(request, ASKER)
    return ThingApi.as_view()(request, project_id=project_id)


def problems(response: Any) -> list[tuple[str, str]]:
    assert response.status_code == 422
    return [(field["path"], field["code"]) for field in response.data["error"]["fields"]]


def test_a_handler_gets_what_it_asks_for_and_its_answer_is_sent() -> None:
    response = ask("post", sent={"name": " chair ", "tags": [{"name": "oak"}]})
    assert response.status_code == 201
    assert response.value() == {
        "name": "chair by ada@1",
        "created_at": "2026-03-02T09:00:00Z",
        "project": 1,
    }


def test_a_field_nobody_knows_is_refused_with_the_one_that_was_meant() -> None:
    response = ask("post", sent={"name": "chair", "tgas": []})
    assert problems(response) == [("tgas", "unknown_field")]
    assert "did you mean “tags”?" in response.data["error"]["fields"][0]["message"]


def test_the_hint_knows_the_fields_of_what_is_nested() -> None:
    response = ask("post", sent={"name": "chair", "tags": [{"name": "oak", "wieght": 2}]})
    assert problems(response) == [("tags[0].wieght", "unknown_field")]
    assert "“weight”" in response.data["error"]["fields"][0]["message"]


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({}, ("name", "missing")),
        ({"name": ""}, ("name", "too_short")),
        ({"name": "   "}, ("name", "too_short")),
        ({"name": "x" * 11}, ("name", "too_long")),
        ({"name": "a\x00b"}, ("name", "null_characters")),
        ({"name": "a", "kind": "green"}, ("kind", "not_a_choice")),
        ({"name": "a", "tags": [{"name": "b"}] * 4}, ("tags", "too_many")),
        ({"name": "a", "tags": [{"name": "b", "weight": -1}]}, ("tags[0].weight", "too_small")),
        ({"name": "a", "tags": [{"name": "b", "weight": 2**63}]}, ("tags[0].weight", "too_large")),
        ([], ("", "wrong_type")),
    ],
)
def test_each_wrong_field_is_named(sent: Any, expected: tuple[str, str]) -> None:
    assert problems(ask("post", sent=sent)) == [expected]


def test_strangers_learn_nothing_from_how_their_request_is_refused() -> None:
    with_garbage = ask("post", sent={"nonsense": 1}, project_id=2)
    assert with_garbage.status_code == 404


def test_a_query_is_typed_and_lists_are_repeated_names() -> None:
    assert ask("get", "/?tag=a&tag=b").value() == ["name", "a", "b", "1"]


def test_a_parameter_nobody_knows_is_refused_with_a_hint() -> None:
    response = ask("get", "/?ordre=age")
    assert problems(response) == [("ordre", "unknown_field")]
    assert "“order”" in response.data["error"]["fields"][0]["message"]


def test_an_operation_without_parameters_takes_none() -> None:
    assert problems(ask("delete", "/?force=1")) == [("force", "unknown_field")]


def test_what_is_left_out_of_a_change_is_told_from_what_is_sent() -> None:
    assert ask("patch", sent={"owner": None}).value() == {"owner": None}
    assert ask("patch", sent={}).value() == {}


def test_null_is_no_value_of_a_field_that_cannot_be_empty() -> None:
    assert problems(ask("patch", sent={"name": None})) == [("name", "null")]


def test_nothing_is_answered_with_204() -> None:
    assert ask("delete").status_code == 204


def test_files_come_as_a_form() -> None:
    file = SimpleUploadedFile("photo.png", b"123")
    request = requests.post("/", {"file": file, "note": "new"}, format="multipart")
    force_authenticate(request, ASKER)
    answer: Any = FileApi.as_view()(request)
    assert answer.value() == "photo.png new"


def test_an_answer_of_its_own_is_sent_as_it_is() -> None:
    request = requests.get("/")
    force_authenticate(request, ASKER)
    assert FileApi.as_view()(request).content == b"as it is"


def test_a_handler_that_asks_for_another_grant_than_it_is_given_fails_at_import() -> None:
    with pytest.raises(TypeError, match="granted"):

        class Wrong(APIView):
            @operation("wrong", allow=project_of)
            def get(self, granted: int) -> None: ...


def schemas_below(schema: type[Schema]) -> Iterator[type[Schema]]:
    for each in schema.__subclasses__():
        yield each
        yield from schemas_below(each)


def test_every_schema_can_be_built() -> None:
    """Each is built at its first use: one that cannot be would fail a request, and no start."""
    import_module("annotate.config.urls")
    known = [each for each in schemas_below(Schema) if each.__module__.startswith("annotate.")]
    assert len(known) > 500
    for schema in known:
        schema.model_rebuild()
    assert all(schema.__pydantic_complete__ for schema in known)
