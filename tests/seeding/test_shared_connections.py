"""Connections of the installation: admins keep them, leads use them and are told no secret."""

import json
from typing import Any, ClassVar

import pytest
from pydantic import Field
from rest_framework.test import APIClient

from annotate import backends
from annotate.backends import Backend, Secret
from annotate.core.jobs import services as job_services
from annotate.core.models import Job
from annotate.images import services as images
from annotate.learning.services import training
from annotate.projects.models import AuditEvent, Project
from annotate.seeding.models import Connection, ModelVersion, SharedConnection
from annotate.seeding.selectors.connections import SECRETS, configured
from annotate.seeding.services import connections, shared
from tests.conftest import Cast, NewProject, client_of
from tests.images.pictures import jpeg
from tests.seeding.settable import KEY, SETTABLE, SettableCaptioner
from tests.seeding.settable import Settings as Usual

pytestmark = pytest.mark.django_db

ADMIN = "/api/v1/admin/connections"
WHERE = "https://models.example.org/v1"


class Settings(Usual):
    places: ClassVar[frozenset[str]] = frozenset({"address"})

    address: str = Field(title="Address", description="Where it is.")


class Telling(SettableCaptioner):
    """Signs with its settings, as back ends do."""

    def __init__(self, configured: backends.Configured) -> None:
        super().__init__(configured)
        self._told = configured.described()

    @property
    def parameters(self) -> dict[str, Any]:
        return self._told


PLACED = Backend(
    name="settable",
    version="1",
    title="Settable",
    description=SETTABLE.description,
    settings=Settings,
    secrets=(Secret(name="api_key", title="Key", help="Of the server."),),
    make_captioner=Telling,
)


@pytest.fixture(autouse=True)
def placed(monkeypatch: pytest.MonkeyPatch) -> Backend:
    monkeypatch.setitem(backends._LOADERS, "settable", lambda: PLACED)
    return PLACED


@pytest.fixture
def admin(people: Cast) -> APIClient:
    return client_of(people.admin)


@pytest.fixture
def lead(people: Cast) -> APIClient:
    return client_of(people.owner)


def body(**changes: Any) -> dict[str, Any]:
    settings = {"model": "cat-9b", "address": WHERE, **changes.pop("settings", {})}
    base = {"name": "House", "backend": "settable", "secrets": {"api_key": KEY}}
    return {**base, "settings": settings, **changes}


def made(admin: APIClient, **changes: Any) -> dict[str, Any]:
    answer = admin.post(ADMIN, json.dumps(body(**changes)), content_type="application/json")
    assert answer.status_code == 201, answer.content
    return dict(answer.json())


def change(admin: APIClient, kept: dict[str, Any], **changes: Any) -> Any:
    return admin.patch(f"{ADMIN}/{kept['id']}", changes, format="json")


def offers(project: Project) -> str:
    return f"/api/v1/projects/{project.pk}/offered-connections"


def take(lead: APIClient, project: Project, kept: dict[str, Any]) -> dict[str, Any]:
    answer = lead.post(f"{offers(project)}/{kept['id']}")
    assert answer.status_code == 201, answer.content
    return dict(answer.json())


def work() -> None:
    for job in Job.objects.filter(name=shared.FOLLOW, state="queued").order_by("pk"):
        job_services.run(job.pk)


def test_a_key_is_sealed_and_never_told_even_to_admins(admin: APIClient) -> None:
    kept = made(admin)
    assert kept["has_secrets"] == {"api_key": True}
    assert KEY not in json.dumps([kept, admin.get(ADMIN).json()])
    row = SharedConnection.objects.get()
    assert KEY not in row.secrets
    assert SECRETS.unseal(row.secrets) == {"api_key": KEY}
    assert KEY not in json.dumps(list(AuditEvent.objects.values_list("data", flat=True)))


def test_a_wrong_field_is_named_and_a_name_is_given_once(admin: APIClient) -> None:
    wrong = admin.post(ADMIN, body(settings={"words": 99}), format="json").json()
    assert wrong["error"]["fields"][0]["path"] == "settings.words"
    made(admin)
    again = admin.post(ADMIN, body(), format="json").json()
    assert [field["path"] for field in again["error"]["fields"]] == ["name"]


def test_a_lead_uses_it_without_entering_or_seeing_address_and_key(
    admin: APIClient, lead: APIClient, project: Project
) -> None:
    kept = made(admin)
    offered = lead.get(offers(project)).json()
    assert [(each["name"], each["connection"]) for each in offered] == [("House", None)]
    taken = take(lead, project, kept)
    assert (taken["shared"], taken["serving"]["label"], taken["has_secrets"]) == (True, "M0", {})
    assert taken["settings"]["model"] == "cat-9b"  # what it says is theirs to know
    image = images.add_image(project=project, data=jpeg(24, 16, seed=3), name="p.jpg")
    base = f"/api/v1/projects/{project.pk}"
    at = f"{base}/connections/{taken['id']}"
    trial = lead.post(f"{at}/try", {"image": image.pk}, format="json").json()
    job_services.run(trial["job"]["id"])
    tried = lead.get(f"{base}/trials/{trial['id']}").json()
    assert tried["result"]["caption"] == "cat-9b cat-9b cat-9b"
    assert tried["result"]["provenance"][0]["parameters"]["model"] == "cat-9b"
    health = lead.post(f"{at}/health").json()
    assert health["available"] is True
    told = [offered, taken, tried, health, lead.get(at).json()]
    told += [lead.get(f"{base}/connections").json(), lead.get(f"{at}/versions").json()]
    told += [lead.get(f"{base}/audit").json()]
    assert KEY not in json.dumps(told)
    assert "models.example.org" not in json.dumps(told)


def test_taking_it_twice_gives_the_same(
    admin: APIClient, lead: APIClient, project: Project
) -> None:
    kept = made(admin)
    assert take(lead, project, kept)["id"] == take(lead, project, kept)["id"]
    assert lead.get(offers(project)).json()[0]["connection"] is not None


def test_a_name_that_the_project_has_already_gets_a_number(
    admin: APIClient, lead: APIClient, project: Project
) -> None:
    assert take(lead, project, made(admin, name="classical"))["name"] == "classical-2"


def test_nobody_changes_it_through_a_project(
    admin: APIClient, lead: APIClient, project: Project
) -> None:
    taken = take(lead, project, made(admin))
    at = f"/api/v1/projects/{project.pk}/connections/{taken['id']}"
    for client in (lead, admin):
        for changes in ({"name": "Mine"}, {"settings": {"words": 4}}, {"secrets": {"api_key": ""}}):
            answer = client.patch(at, changes, format="json")
            assert (answer.status_code, answer.json()["error"]["code"]) == (
                409,
                "shared_connection_fixed",
            )
        registered = client.post(f"{at}/versions", {"model": "dearer"}, format="json")
        assert registered.status_code == 409
    assert ModelVersion.objects.filter(connection=taken["id"]).count() == 1


def test_it_is_trained_in_no_project(admin: APIClient, lead: APIClient, project: Project) -> None:
    taken = take(lead, project, made(admin))
    assert taken["learns"] is False
    with pytest.raises(training.CannotLearn):
        training.trainer_of(Connection.objects.get(pk=taken["id"]))


def test_what_an_admin_changes_serves_in_every_project_as_a_new_version(
    admin: APIClient, lead: APIClient, project: Project, new_project: NewProject
) -> None:
    kept, other = made(admin), new_project()
    mine, theirs = take(lead, project, kept), take(admin, other, kept)
    assert change(admin, kept, settings={"words": 2, "timeout": 9}).status_code == 200
    work()
    for taken in (mine, theirs):
        connection = Connection.objects.get(pk=taken["id"])
        serving = connections.serving(connection)
        assert (serving.label, serving.settings["words"]) == ("M1", 2)
        first = connection.versions.get(number=0)
        assert (first.settings["words"], first.settings["timeout"]) == (3, 9)
        assert "address" not in serving.settings
    work()
    shared.follow({"shared_id": kept["id"], "keys": ["words"], "actor": 0}, _Silent())
    assert ModelVersion.objects.filter(connection=mine["id"]).count() == 2


class _Silent:
    job_id, scope = 0, ""

    def report(self, *_: object) -> None: ...

    def renew(self) -> None: ...


def test_a_new_address_holds_for_all_versions_at_once_and_makes_none(
    admin: APIClient, lead: APIClient, project: Project
) -> None:
    kept = made(admin)
    taken = take(lead, project, kept)
    refused = change(admin, kept, settings={"address": "https://new.example.org/v1"})
    assert refused.json()["error"]["fields"][0]["path"] == "secrets.api_key"
    moved = change(
        admin,
        kept,
        settings={"address": "https://new.example.org/v1"},
        secrets={"api_key": "another-key"},
    )
    assert moved.status_code == 200, moved.content
    assert not Job.objects.filter(name=shared.FOLLOW).exists()
    version = connections.serving(Connection.objects.get(pk=taken["id"]))
    ready = configured(version)
    assert (version.label, ready.secrets) == ("M0", {"api_key": "another-key"})
    assert ready.settings.model_dump()["address"] == "https://new.example.org/v1"


def test_a_disabled_one_answers_in_no_project_and_is_offered_to_none(
    admin: APIClient, lead: APIClient, project: Project
) -> None:
    kept = made(admin)
    taken = take(lead, project, kept)
    change(admin, kept, disabled=True)
    assert lead.get(offers(project)).json() == []
    assert lead.post(f"{offers(project)}/{kept['id']}").status_code == 404
    at = f"/api/v1/projects/{project.pk}/connections/{taken['id']}"
    assert lead.get(at).json()["disabled"] is True
    health = lead.post(f"{at}/health").json()
    assert (health["available"], health["reason"]["message_code"]) == (
        False,
        "shared_connection_disabled",
    )
    change(admin, kept, disabled=False)
    assert lead.post(f"{at}/health").json()["available"] is True
    verbs = AuditEvent.objects.filter(project=None).order_by("pk").values_list("verb", flat=True)
    assert list(verbs)[-2:] == ["shared_connection.disabled", "shared_connection.enabled"]


def test_one_in_use_is_not_deleted_and_the_projects_are_named(
    admin: APIClient, lead: APIClient, project: Project
) -> None:
    kept = made(admin)
    taken = take(lead, project, kept)
    refused = admin.delete(f"{ADMIN}/{kept['id']}")
    assert (refused.status_code, refused.json()["error"]["code"]) == (
        409,
        "shared_connection_in_use",
    )
    assert project.name in refused.json()["error"]["message"]
    shown = admin.get(f"{ADMIN}/{kept['id']}").json()
    assert [each["id"] for each in shown["projects"]] == [project.pk]
    at = f"/api/v1/projects/{project.pk}/connections/{taken['id']}"
    assert lead.delete(at).status_code == 204
    assert admin.delete(f"{ADMIN}/{kept['id']}").status_code == 204
    row = SharedConnection.objects.get()
    assert (row.secrets, row.secrets_for, row.deleted_at is None) == ("", [], False)
    assert admin.get(ADMIN).json() == []
    assert "models.example.org" not in json.dumps(lead.get(at).json())
    made(admin)  # the name is free again


def test_one_put_away_comes_back_with_what_was_changed_meanwhile(
    admin: APIClient, lead: APIClient, project: Project
) -> None:
    kept = made(admin)
    taken = take(lead, project, kept)
    lead.delete(f"/api/v1/projects/{project.pk}/connections/{taken['id']}")
    change(admin, kept, settings={"model": "dog-1b"})
    work()
    again = take(lead, project, kept)
    assert (again["id"], again["settings"]["model"], again["serving"]["label"]) == (
        taken["id"],
        "dog-1b",
        "M1",
    )


def test_a_server_of_the_installation_is_not_named_where_it_cannot_be_reached(
    admin: APIClient, lead: APIClient, project: Project
) -> None:
    settings = {"base_url": "https://127.0.0.1:9/v1", "model": "m"}
    kept = admin.post(
        ADMIN,
        {"name": "Far", "backend": "openai", "settings": settings, "secrets": {}},
        format="json",
    ).json()
    taken = take(lead, project, kept)
    at = f"/api/v1/projects/{project.pk}/connections/{taken['id']}"
    told = lead.post(f"{at}/health").json()
    assert told["available"] is False
    assert "127.0.0.1" not in json.dumps(told)
    assert "127.0.0.1" in json.dumps(admin.post(f"{ADMIN}/{kept['id']}/health").json())
