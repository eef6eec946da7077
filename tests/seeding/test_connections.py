"""Connections: settings that are checked by name, secrets that are written and never read."""

import json
import logging
from typing import Any

import pytest
from pytest_django import Settings
from rest_framework.test import APIClient

from annotate import backends
from annotate.backends import Backend
from annotate.core import secret_store
from annotate.learning.models import LoopEvent
from annotate.projects.models import AuditEvent, Project
from annotate.seeding.models import Connection
from annotate.seeding.selectors.connections import SECRETS, configured
from annotate.seeding.services import connections
from tests.conftest import Cast, NewProject, client_of
from tests.seeding.settable import KEY

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("settable")]


@pytest.fixture
def lead(people: Cast) -> APIClient:
    return client_of(people.owner)


def address(project: Project, *more: object) -> str:
    return "/".join(["/api/v1/projects", str(project.pk), "connections", *map(str, more)])


def connect(lead: APIClient, project: Project, **changes: Any) -> Any:
    settings = {"model": "cat-9b", **changes.pop("settings", {})}
    body = {"name": "Ours", "backend": "settable", "settings": settings, **changes}
    return lead.post(address(project), json.dumps(body), content_type="application/json")


def made(lead: APIClient, project: Project, **changes: Any) -> dict[str, Any]:
    answer = connect(lead, project, **changes)
    assert answer.status_code == 201, answer.content
    return dict(answer.json())


def change(lead: APIClient, project: Project, connection: dict[str, Any], **body: Any) -> Any:
    return lead.patch(address(project, connection["id"]), body, format="json")


def fields(answer: Any) -> list[tuple[str, str]]:
    assert answer.status_code == 422, answer.content
    return [(field["path"], field["code"]) for field in answer.json()["error"]["fields"]]


def test_every_project_has_the_built_in_back_ends(lead: APIClient, project: Project) -> None:
    shown = {each["name"]: each for each in lead.get(address(project)).json()}
    assert {"classical", "tesseract"} <= set(shown)
    assert shown["classical"]["built_in"] is True
    assert shown["classical"]["serving"]["label"] == "M0"
    assert shown["classical"]["assigned_roles"] == ["detector", "captioner"]
    assert shown["tesseract"]["assigned_roles"] == ["ocr"]
    assert len(lead.get(address(project)).json()) == len(shown)


def test_back_ends_say_what_can_be_set(lead: APIClient, project: Project) -> None:
    told = lead.get(f"/api/v1/projects/{project.pk}/backends").json()
    shown = {each["name"]: each for each in told}["settable"]
    assert shown["available"] is True  # though it has no usual settings
    assert shown["settings_schema"]["required"] == ["model"]
    assert shown["secrets"] == [
        {"name": "api_key", "title": "Key", "help": "Of the server.", "required": False}
    ]


def test_every_setting_of_every_back_end_can_be_asked_for_in_a_form(
    lead: APIClient, project: Project
) -> None:
    for backend in lead.get(f"/api/v1/projects/{project.pk}/backends").json():
        for schema in (backend["settings_schema"], backend["training_schema"] or {}):
            for name, field in schema.get("properties", {}).items():
                assert field.get("title"), (backend["name"], name)
                assert field.get("description", "").endswith("."), (backend["name"], name)


def test_what_was_set_is_the_first_version(lead: APIClient, project: Project) -> None:
    shown = made(lead, project, settings={"words": 2})
    assert shown["settings"] == {"model": "cat-9b", "words": 2, "timeout": 5.0}
    assert (shown["serving"]["label"], shown["versions"]) == ("M0", 1)
    assert (shown["roles"], shown["built_in"], shown["assigned_roles"]) == (
        ["captioner"],
        False,
        [],
    )
    assert LoopEvent.objects.count() == 0


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"settings": {"words": 10}}, ("settings.words", "too_large")),
        ({"settings": {"colour": "red"}}, ("settings.colour", "unknown_field")),
        ({"settings": {"model": ""}}, ("settings.model", "too_short")),
        ({"settings": {"model": "a\x00b"}}, ("settings.model", "not_text")),
        ({"settings": {"model": "a\ud800"}}, ("settings.model", "wrong_type")),
        ({"secrets": {"token": "x"}}, ("secrets.token", "unknown_secret")),
        ({"secrets": {"api_key": "a\nb"}}, ("secrets.api_key", "not_a_key")),
        ({"secrets": {"api_key": "schlüssel"}}, ("secrets.api_key", "not_a_key")),
        ({"backend": "oracle"}, ("backend", "unknown_backend")),
        ({"name": "classical"}, ("name", "taken")),
        ({"name": " "}, ("name", "too_short")),
    ],
)
def test_what_will_not_do_is_named(
    lead: APIClient, project: Project, changes: dict[str, Any], wrong: tuple[str, str]
) -> None:
    found = fields(connect(lead, project, **changes))
    assert found == [wrong]
    assert Connection.objects.filter(backend="settable").count() == 0


def test_a_secret_is_encrypted_and_never_shown(
    lead: APIClient, project: Project, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    answer = connect(lead, project, secrets={"api_key": KEY})
    connection = Connection.objects.get(name="Ours")
    assert answer.json()["has_secrets"] == {"api_key": True}
    version = connections.serving(connection)
    assert configured(version).secrets == {"api_key": KEY}
    listed = lead.get(address(project)).content.decode()
    audits = str(list(AuditEvent.objects.values_list("target", "data")))
    for text in (answer.content.decode(), listed, connection.secrets, audits, caplog.text):
        assert KEY not in text
    assert KEY not in repr(configured(version))


def test_secrets_that_are_not_named_stay(lead: APIClient, project: Project) -> None:
    shown = made(lead, project, secrets={"api_key": KEY})
    kept = change(lead, project, shown, name="Renamed", secrets={}).json()
    assert (kept["name"], kept["has_secrets"]) == ("Renamed", {"api_key": True})
    gone = change(lead, project, shown, secrets={"api_key": None}).json()
    assert gone["has_secrets"] == {"api_key": False}


def test_secrets_of_another_key_are_asked_for_again(
    lead: APIClient, project: Project, settings: Settings
) -> None:
    shown = made(lead, project, secrets={"api_key": KEY})
    sealed = secret_store.SecretStore("something else").seal({"api_key": KEY})
    Connection.objects.filter(pk=shown["id"]).update(secrets=sealed)
    health = lead.post(address(project, shown["id"], "health")).json()
    assert health["available"] is False
    assert "cannot be read" in health["reason"]["message"]
    again = change(lead, project, shown, secrets={"api_key": KEY}).json()
    assert again["has_secrets"] == {"api_key": True}
    assert lead.post(address(project, shown["id"], "health")).json()["available"] is True


def test_vaults_of_two_purposes_do_not_open_each_other() -> None:
    sealed = secret_store.SecretStore("annotate.crowd.credentials").seal({"a": "b"})
    with pytest.raises(secret_store.Unreadable):
        SECRETS.unseal(sealed)


def test_other_settings_make_a_version_that_serves(lead: APIClient, project: Project) -> None:
    shown = made(lead, project)
    changed = change(lead, project, shown, settings={"words": 4}).json()
    assert (changed["serving"]["label"], changed["versions"]) == ("M1", 2)
    listed = lead.get(address(project, shown["id"], "versions")).json()
    assert [(each["label"], each["state"], each["source"]) for each in listed] == [
        ("M1", "serving", "settings"),
        ("M0", "retired", "base"),
    ]
    assert listed[0]["base"]["label"] == "M0"
    assert [each["settings"]["words"] for each in listed] == [4, 3]


def test_the_same_settings_make_no_version(lead: APIClient, project: Project) -> None:
    shown = made(lead, project)
    assert change(lead, project, shown, settings=shown["settings"]).json()["versions"] == 1


def test_how_it_is_reached_makes_no_version_and_holds_for_all(
    lead: APIClient, project: Project
) -> None:
    """Catches a time limit that makes new seeds for thousands of samples."""
    shown = made(lead, project)
    change(lead, project, shown, settings={"words": 4})
    changed = change(lead, project, shown, settings={"timeout": 60}).json()
    assert (changed["versions"], changed["settings"]["timeout"]) == (2, 60)
    back = lead.post(address(project, shown["id"], "rollback"), {}, format="json").json()
    assert (back["label"], back["settings"]["timeout"]) == ("M0", 60)


def test_a_model_made_elsewhere_is_registered_by_its_name(
    lead: APIClient, project: Project
) -> None:
    shown = made(lead, project, settings={"words": 2})
    listed = address(project, shown["id"], "versions")
    answer = lead.post(listed, {"model": "cat-9b-lora-3", "notes": "8 epochs"}, format="json")
    version = answer.json()
    assert (answer.status_code, version["state"], version["source"]) == (
        201,
        "trained",
        "registered",
    )
    assert version["settings"] == {"model": "cat-9b-lora-3", "words": 2, "timeout": 5.0}
    promote = f"/api/v1/projects/{project.pk}/versions/{version['id']}/promote"
    assert lead.post(promote).json()["state"] == "serving"
    assert lead.get(address(project, shown["id"])).json()["serving"]["label"] == "M1"
    nameless = lead.post(listed, {"model": " ", "notes": ""}, format="json")
    assert [path for path, _ in fields(nameless)] == ["model"]


def test_health_says_why_not(lead: APIClient, project: Project) -> None:
    shown = made(lead, project, secrets={"api_key": "wrong"})
    health = lead.post(address(project, shown["id"], "health")).json()
    assert (health["available"], health["reason"]["message"]) == (False, "It wants another key.")


def test_what_is_put_away_is_offered_no_more(lead: APIClient, project: Project) -> None:
    shown = made(lead, project)
    assert lead.delete(address(project, shown["id"])).status_code == 204
    assert "Ours" not in {each["name"] for each in lead.get(address(project)).json()}
    assert lead.get(address(project, shown["id"])).json()["archived_at"] is not None
    assert change(lead, project, shown, name="Back").status_code == 409
    promote = f"/api/v1/projects/{project.pk}/versions/{shown['serving']['id']}/promote"
    assert lead.post(promote).json()["error"]["code"] == "connection_archived"
    assert fields(connect(lead, project)) == [("name", "taken")]


def test_what_is_built_in_or_in_use_is_not_put_away(lead: APIClient, project: Project) -> None:
    shown = made(lead, project)
    path = f"/api/v1/projects/{project.pk}/model-assignment"
    assert lead.put(path, {"captioner": shown["id"]}, format="json").status_code == 200
    refused = lead.delete(address(project, shown["id"]))
    assert refused.json()["error"]["code"] == "connection_in_use"
    classical = next(e for e in lead.get(address(project)).json() if e["name"] == "classical")
    assert lead.delete(address(project, classical["id"])).status_code == 409


def test_a_back_end_that_is_gone_leaves_its_connection_readable(
    lead: APIClient, project: Project, monkeypatch: pytest.MonkeyPatch, settable: Backend
) -> None:
    shown = made(lead, project)
    monkeypatch.delitem(backends._LOADERS, "settable")
    left = lead.get(address(project, shown["id"])).json()
    assert (left["title"], left["roles"]) == ("settable", [])
    assert lead.post(address(project, shown["id"], "health")).json()["available"] is False


def test_names_are_free_in_every_project(
    lead: APIClient, project: Project, new_project: NewProject
) -> None:
    made(lead, project)
    made(lead, new_project(name="Another"))
