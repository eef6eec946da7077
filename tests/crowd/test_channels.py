"""Channels: settings that are checked by name, and secrets that are written and never read."""

import json
import logging
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from pytest_django import Settings
from rest_framework.test import APIClient

from annotate.crowd import adapters, secret_store
from annotate.crowd.models import Channel, Participation
from annotate.crowd.selectors.channels import secrets_of
from annotate.projects.models import AuditEvent, Project
from tests.conftest import Cast, NewProject, client_of

pytestmark = pytest.mark.django_db
TOKEN = "prolific-token-that-nobody-may-see"


@pytest.fixture
def owner(people: Cast) -> APIClient:
    return client_of(people.owner)


def post(owner: APIClient, work: Project, **body: Any) -> Any:
    address = f"/api/v1/projects/{work.pk}/channels"
    # As escaped text, which can carry what UTF-8 cannot.
    return owner.post(address, json.dumps(body), content_type="application/json")


def study(**settings: Any) -> dict[str, Any]:
    return {
        "name": "Study",
        "adapter": "prolific",
        "settings": {"code_completed": "C", **settings},
    }


def test_a_project_knows_that_it_has_channels(owner: APIClient, work: Project) -> None:
    """Each claim and submission asks; where there are none, nobody is looked for on a visit."""
    assert not Project.objects.get(pk=work.pk).has_channels
    assert post(owner, work, **study()).status_code == 201
    assert Project.objects.get(pk=work.pk).has_channels


def test_projects_that_had_channels_before_know_it_after_the_migration(
    owner: APIClient, work: Project, new_project: NewProject
) -> None:
    other = new_project(name="Without channels")
    post(owner, work, **study())
    Project.objects.update(has_channels=False)
    migration = import_module("annotate.crowd.migrations.0003_projects_with_channels")
    migration.note_channels(apps, None)
    assert list(Project.objects.filter(has_channels=True)) == [work]
    assert not Project.objects.get(pk=other.pk).has_channels


def test_every_adapter_says_what_can_be_set(owner: APIClient) -> None:
    shown = {each["name"]: each for each in owner.get("/api/v1/crowd/adapters").json()}
    assert set(shown) == {"invite", "link", "prolific", "mturk"}
    assert "closes Mechanical Turk" in shown["mturk"]["notice"]
    for adapter in shown.values():
        for field in adapter["fields"]:
            assert field["title"]
            assert field["help"].endswith("."), field
    secret = {f["name"] for f in shown["prolific"]["fields"] if f["secret"]}
    assert secret == {"api_token", "webhook_secret"}
    required = {f["name"] for f in shown["prolific"]["fields"] if f["required"]}
    assert required == {"code_completed"}


def test_shares_are_named_as_such_so_that_forms_ask_for_percent(owner: APIClient) -> None:
    shown = {each["name"]: each for each in owner.get("/api/v1/crowd/adapters").json()}
    shares = {field["name"] for field in shown["mturk"]["fields"] if field["type"] == "share"}
    assert shares == {"pay_from_share", "bonus_from_share", "vouched_approval_rate"}


def test_a_channel_has_an_address_and_says_what_to_enter_there(
    owner: APIClient, work: Project
) -> None:
    made = post(owner, work, **study(places=10, pay_rate="0.60", pay_currency="GBP")).json()
    assert made["settings"]["pay_rate"] == "0.60"
    assert made["counts"] == {"arrived": 0, "working": 0, "submitted": 0, "returned": 0}
    slug = Channel.objects.get().slug
    assert len(slug) >= 24
    assert made["entry_url"] == f"http://testserver/enter/{slug}"
    assert made["webhook_url"] == f"http://testserver/api/v1/crowd/webhooks/{slug}"
    (document,) = made["setup"]
    assert document["text"] == (
        f"http://testserver/enter/{slug}?PROLIFIC_PID={{{{%PROLIFIC_PID%}}}}"
        "&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
    )
    turk = post(owner, work, name="Turk", adapter="mturk").json()
    question, requirements = turk["setup"]
    assert "<ExternalURL>https://testserver/enter/" in question["text"]
    assert json.loads(requirements["text"]) == []


HTTPS = "https_address_wanted"


@pytest.mark.parametrize(
    ("adapter", "settings", "path", "code"),
    [
        ("prolific", {}, "settings.code_completed", "missing"),
        ("link", {"colour": "red"}, "settings.colour", "unknown_field"),
        (
            "link",
            {"completion_url": "http://a.b"},
            "settings.completion_url",
            "https_address_wanted",
        ),
        (
            "link",
            {"completion_url": "javascript:x"},
            "settings.completion_url",
            "https_address_wanted",
        ),
        (
            "link",
            {"completion_url": "https://u:p@a.b"},
            "settings.completion_url",
            "https_address_wanted",
        ),
        ("link", {"session_parameter": "a b"}, "settings.session_parameter", "wrong_form"),
        ("link", {"session_parameter": "participant"}, "settings", "parameters_alike"),
        ("link", {"pay_rate": "-1"}, "settings.pay_rate", "too_small"),
        ("link", {"pay_rate": "0.001"}, "settings.pay_rate", "invalid"),
        ("link", {"pay_rate": "NaN"}, "settings.pay_rate", "wrong_type"),
        ("link", {"pay_currency": "pound"}, "settings.pay_currency", "currency_wanted"),
        ("link", {"code_completed": "a\u0000b"}, "settings.code_completed", "line_not_printable"),
        ("link", {"code_completed": "\ud800"}, "settings.code_completed", "wrong_type"),
        ("link", {"places": 1.5}, "settings.places", "wrong_type"),
        ("invite", {"days": 0}, "settings.days", "too_small"),
        ("invite", {"vouched_locale": "english"}, "settings.vouched_locale", "locale_wanted"),
        ("mturk", {"environment": "moon"}, "settings.environment", "not_a_choice"),
        ("mturk", {"access_key_id": "AKID"}, "settings", "both_keys_or_none"),
        ("prolific", {"code_completed": "C", "api_token": 7}, "settings.api_token", "wrong_type"),
    ],
)
def test_a_setting_that_cannot_be_is_named(
    owner: APIClient, work: Project, adapter: str, settings: Any, path: str, code: str
) -> None:
    answer = post(owner, work, name="x", adapter=adapter, settings=settings)
    assert answer.status_code == 422, answer.content
    (field,) = answer.json()["error"]["fields"]
    assert (field["path"], field["code"]) == (path, code)


def test_the_stage_must_be_one_of_the_project(owner: APIClient, work: Project) -> None:
    refused = post(owner, work, name="x", adapter="link", stage="nowhere")
    assert refused.json()["error"]["fields"][0]["code"] == "unknown_stage"
    assert post(owner, work, name="x", adapter="link", stage="caption").json()["stage"] == "caption"


def test_secrets_are_written_and_never_shown(
    owner: APIClient, work: Project, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    answer = post(owner, work, **study(api_token=TOKEN))
    channel = Channel.objects.get()
    address = f"/api/v1/projects/{work.pk}/channels/{channel.pk}"
    listed = owner.get(f"/api/v1/projects/{work.pk}/channels")
    changed = owner.patch(address, {"settings": {"webhook_secret": TOKEN}}, format="json")
    wrong = owner.patch(address, {"settings": {"api_token": TOKEN + "\n!"}}, format="json")
    assert (answer.status_code, changed.status_code, wrong.status_code) == (201, 200, 422)
    for shown in (answer, listed, owner.get(address), changed, wrong):
        assert TOKEN not in shown.content.decode()
    assert answer.json()["has_credentials"] is True
    assert TOKEN not in str(Channel.objects.values().get())
    assert TOKEN not in str(list(AuditEvent.objects.values()))
    assert TOKEN not in caplog.text


def test_a_secret_stays_until_it_is_replaced_or_taken_away(owner: APIClient, work: Project) -> None:
    post(owner, work, **study(api_token=TOKEN))
    channel = Channel.objects.get()
    address = f"/api/v1/projects/{work.pk}/channels/{channel.pk}"

    def change(**settings: Any) -> Any:
        assert owner.patch(address, {"settings": settings}, format="json").status_code == 200
        return secrets_of(Channel.objects.get())

    assert change(places=3).api_token == TOKEN
    both = change(webhook_secret="w")
    assert (both.api_token, both.webhook_secret) == (TOKEN, "w")
    assert change(api_token="new").api_token == "new"
    assert change(api_token=None).api_token is None
    assert change(webhook_secret="").webhook_secret is None
    assert Channel.objects.get().settings["places"] == 3
    assert owner.get(address).json()["has_credentials"] is False


def test_secrets_of_another_key_are_asked_for_again(
    owner: APIClient, work: Project, settings: Settings
) -> None:
    post(owner, work, **study(api_token=TOKEN))
    address = f"/api/v1/projects/{work.pk}/channels/{Channel.objects.get().pk}"
    owner_session = settings.SECRET_KEY
    sealed = Channel.objects.get().credentials
    settings.SECRET_KEY = "another key of the installation"
    with pytest.raises(secret_store.Unreadable):
        secret_store.unseal(sealed)
    settings.SECRET_KEY = owner_session
    Channel.objects.update(credentials=sealed[:-8] + "AAAAAAA=")
    answer = owner.patch(address, {"settings": {"api_token": "n"}}, format="json")
    assert answer.json()["error"]["code"] == "secrets_unreadable"
    both = {"settings": {"api_token": "n", "webhook_secret": None}}
    assert owner.patch(address, both, format="json").status_code == 200


def test_two_texts_of_one_secret_look_different() -> None:
    assert secret_store.seal({"a": "b"}) != secret_store.seal({"a": "b"})
    assert secret_store.unseal(secret_store.seal({"a": "b"})) == {"a": "b"}
    assert secret_store.seal({}) == ""


def test_a_channel_that_was_used_is_closed_and_not_deleted(
    owner: APIClient, work: Project, people: Cast, new_channel: Callable[..., Channel]
) -> None:
    used, unused = new_channel("link"), new_channel("link")
    Participation.objects.create(
        channel=used, user=people.ada, external_person="p", external_session="s"
    )
    base = f"/api/v1/projects/{work.pk}/channels"
    assert owner.delete(f"{base}/{unused.pk}").status_code == 204
    assert owner.delete(f"{base}/{used.pk}").status_code == 409
    closed = owner.patch(f"{base}/{used.pk}", {"state": "closed"}, format="json").json()
    assert (closed["state"], closed["counts"]["arrived"]) == ("closed", 1)


@pytest.mark.parametrize("name", sorted(adapters.ALL))
def test_every_adapter_keeps_the_interface(name: str) -> None:
    """The contract: whatever an adapter does with what it is given, it does in these words."""
    adapter = adapters.get(name)
    needed = {"code_completed": "C"} if name == "prolific" else {}
    settings = adapters.parse_settings(adapter, needed)
    secrets = adapters.parse_secrets(adapter, {})
    assert adapter.title
    assert adapter.description.endswith(".")
    assert adapter.client(settings, secrets) is None, "no secret, no client"
    messages: list[str] = []
    for parameters in ({}, {"x": "y"}, {"assignmentId": "é"}, {"PROLIFIC_PID": "\x00"}):
        try:
            adapter.parse(parameters, settings)
        except adapters.base.Refused as refused:
            messages.append(str(refused.reason))
    assert all(message.endswith(".") for message in messages)
    for outcome in ("completed", "screened_out", "no_work"):
        done = adapter.completion(settings, facts={}, session="s", outcome=outcome)
        assert done.kind in ("none", "redirect", "code", "form")
        assert (done.url is not None) == (done.kind in ("redirect", "form"))
    for document in adapter.setup(settings, entry_url="https://a.example/enter/x"):
        assert "https://a.example/enter/x" in document.text or document.title.startswith("Qual")


def test_what_comes_from_outside_cannot_change_where_people_are_sent() -> None:
    """Catches an open redirect: ids are put into places of the lead's address, quoted."""
    adapter = adapters.get("link")
    settings = adapters.parse_settings(
        adapter,
        {
            "completion_url": "https://panel.example/{session}?c={code}&p={person}",
            "code_completed": "A&B",
        },
    )
    done = adapter.completion(
        settings, facts={"person": "x@evil.example/"}, session="../..//evil", outcome="completed"
    )
    assert done.url == ("https://panel.example/..%2F..%2F%2Fevil?c=A%26B&p=x%40evil.example%2F")
