"""The committed description of the API is the API."""

import io
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
import yaml
from django.core.management import call_command
from rest_framework.test import APIClient

from annotate import kinds
from annotate.core.jobs import services as job_services
from annotate.projects import services as project_services
from annotate.projects.models import Project
from annotate.workflow.models import Sample
from tests.architecture.sources import ROOT
from tests.conftest import Cast, add_samples, client_of
from tests.kinds.examples import EXAMPLES
from tests.workflow.acts import TREE, claim, describe, mark, seed

COMMITTED = ROOT / "docs" / "reference" / "openapi.yaml"


def generated() -> str:
    out = io.StringIO()
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=out)
    return out.getvalue()


def test_the_committed_schema_is_the_one_the_code_makes() -> None:
    """Catches a change of the API without its description - and so without the typed client."""
    text = generated()
    assert text == COMMITTED.read_text(), "the API changed: run 'make schema' and commit the result"


def test_the_second_description_of_a_process_is_the_first() -> None:
    """Catches placeholders that are filled in where they are declared, and so only once."""
    assert generated() == generated()


@cache
def committed() -> dict[str, Any]:
    """Return the committed description; to read it takes longer than any request."""
    found: dict[str, Any] = yaml.load(COMMITTED.read_text(), Loader=yaml.CSafeLoader)
    return found


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in committed()["paths"].items():
        for method, operation in methods.items():
            yield f"{method} {path}", operation


def test_every_operation_has_a_name_of_its_own_and_the_error_shape() -> None:
    found = dict(operations())
    names = [operation["operationId"] for operation in found.values()]
    assert len(names) == len(set(names)) > 50
    without = [name for name, each in found.items() if "default" not in each["responses"]]
    assert without == []


def strict(value: Any) -> Any:
    """Turn an OpenAPI 3.0 schema into a JSON schema that allows no key it does not name."""
    if isinstance(value, list):
        return [strict(each) for each in value]
    if not isinstance(value, dict):
        return value
    out = {key: strict(each) for key, each in value.items()}
    if out.get("type") == "object" and "properties" in out:
        out.setdefault("additionalProperties", False)
    if out.pop("nullable", False):
        return {"anyOf": [out, {"type": "null"}]}
    return out


@cache
def components() -> Any:
    return strict(committed()["components"])


def checked(client: APIClient, method: str, path: str, template: str, **sent: Any) -> Any:
    """Send a request and hold its answer against the schema; return the answer's body."""
    schema = committed()
    answer = getattr(client, method)(f"/api/v1/{path}", **sent)
    assert answer.status_code < 300, answer.content
    described = schema["paths"][f"/api/v1/{template}"][method]["responses"]
    content = described[str(answer.status_code)]["content"]["application/json"]["schema"]
    root = {**strict(content), "components": components()}
    jsonschema.Draft202012Validator(root).validate(answer.json())
    return answer.json()


@pytest.mark.parametrize("name", kinds.names())
def test_what_a_kind_sends_is_what_the_schema_says_under_its_name(name: str) -> None:
    kind, root = kinds.get(name), components()
    answers = [kind.dump(kind.parse(raw)) for raw in EXAMPLES[name].disagreeing]
    settings = kind.parse_settings({}).model_dump(mode="json")
    for where, values in (("AnswersByKind", answers), ("SettingsByKind", [settings])):
        part = root["schemas"][where]["properties"][name]
        for value in values:
            jsonschema.Draft202012Validator({**part, "components": root}).validate(value)


@pytest.fixture
def busy(people: Cast, project: Project) -> Sample:
    """A project in which everything that can be shown is there to be shown."""
    samples = add_samples(project, 4)
    for sample in samples:
        seed(sample, "A red kite")
    first = mark(project, people.ada, TREE)
    describe(project, people.ben, "A blue kite in the sky", scratch="Poor")
    claim(project, people.cleo)
    job_services.start(name="seeding.chunk", scope=project.scope, payload={})
    project_services.invite(
        project=project, actor=people.owner, role="annotator", expires_in_days=3, uses=2
    )
    project_services.invite_by_name(
        project=project, actor=people.owner, usernames=["nobody"], role="lead"
    )
    return first.sample


READ = [
    "recipes",
    "projects",
    "projects/{project_id}",
    "projects/{project_id}/members",
    "projects/{project_id}/capacity",
    "projects/{project_id}/invitations",
    "projects/{project_id}/named-invitations",
    "projects/{project_id}/mailed-invitations",
    "projects/{project_id}/suggested-people",
    "me/invitations",
    "projects/{project_id}/guidelines",
    "projects/{project_id}/guidelines/{version}",
    "projects/{project_id}/audit",
    "projects/{project_id}/samples",
    "projects/{project_id}/images",
    "projects/{project_id}/seeding",
    "projects/{project_id}/overview",
    "projects/{project_id}/jobs",
    "projects/{project_id}/imports",
    "projects/{project_id}/exports",
    "projects/{project_id}/releases",
    "projects/{project_id}/releases/preview",
    "projects/{project_id}/releases/datasheet",
    "samples/{sample_id}",
    "session",
    "work",
    "history",
    "me/tokens",
]


@pytest.mark.django_db
@pytest.mark.parametrize("template", READ)
def test_what_a_lead_is_answered_is_what_the_schema_says(
    people: Cast, project: Project, busy: Sample, template: str
) -> None:
    """Catches a key that the typed client knows nothing of, and one that it waits for in vain."""
    path = template.format(project_id=project.pk, version=1, sample_id=busy.pk)
    checked(client_of(people.owner), "get", path, template)


@pytest.mark.django_db
def test_what_an_annotator_is_answered_is_what_the_schema_says(
    people: Cast, project: Project, busy: Sample
) -> None:
    client = client_of(people.ben)
    one = "assignments/{assignment_id}"
    json: dict[str, Any] = {"format": "json"}
    template = "projects/{project_id}/claim"
    path = template.format(project_id=project.pk)
    number = checked(client, "post", path, template, data={}, **json)["assignment"]["id"]
    at = f"assignments/{number}"
    answer = {"objects": [TREE]}
    draft = {"version": 0, "answer": answer, "scratch_reason": "Poor"}
    checked(client, "put", f"{at}/draft", f"{one}/draft", data=draft, **json)
    checked(client, "get", at, one)
    checked(client, "get", "work", "work")
    life = {"active_seconds": 1}
    checked(client, "post", f"{at}/heartbeat", f"{one}/heartbeat", data=life, **json)
    final = {"key": "11111111-2222-4333-8444-555555555555", "answer": answer}
    checked(client, "post", f"{at}/submit", f"{one}/submit", data=final, **json)
    checked(client, "get", "history", "history")
    checked(client, "get", f"history/{number}", "history/{assignment_id}")
    checked(client, "get", "projects", "projects")


@pytest.mark.django_db
def test_every_error_is_what_the_schema_says(people: Cast, project: Project) -> None:
    schema = committed()
    error = {**strict(schema["components"]["schemas"]["Error"])}
    client = client_of(people.ada)
    for path in ("nowhere", f"projects/{project.pk}/overview", "projects/999999"):
        jsonschema.validate(client.get(f"/api/v1/{path}").json(), error)
