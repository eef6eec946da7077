"""What a hub refuses, in words; and what is never sent to it."""

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from pytest_django import Settings

from annotate.exchange.models import HubAccess, Release
from annotate.projects.models import Project
from tests.conftest import Cast, client_of
from tests.crowd.stand_ins.server import Asked, Said, serving
from tests.exchange.hub_scene import (
    NAME,
    asked_to_push,
    hub,
    of,
    project,
    pushed,
    release,
    token,
    work,
)
from tests.exchange.hub_stand_in import TOKEN, Repository, StandInHub
from tests.exchange.released import begun, released

__all__ = ["hub", "project", "release", "token", "work"]

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """For how long the library would have waited before it tried again."""
    slept: list[float] = []
    monkeypatch.setattr("huggingface_hub.utils._http.time", SimpleNamespace(sleep=slept.append))
    return slept


def failing(path: str, status: int | None, **more: Any) -> Callable[[Asked], Said | None]:
    """Answer requests whose path holds this in another way."""

    def instead(asked: Asked) -> Said | None:
        return Said({"error": "No."}, status, **more) if path in asked.path else None

    return instead


def error_of(told: dict[str, Any]) -> str:
    assert told["state"] == "failed"
    assert told["job"]["error"]["remedy"]
    return str(told["job"]["error"]["message_code"])


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/repos/create", 401, "hub_token_refused"),
        ("/repos/create", 403, "hub_forbids"),
        ("/preupload/", 404, "hub_without_repository"),
        ("/commit/", 412, "hub_changed"),
        ("/preupload/", 429, "hub_busy"),
        ("/objects/batch", 500, "hub_fails"),
        ("/large/", 503, "hub_fails"),
        ("/repos/create", 307, "hub_moved"),
        ("/objects/batch", None, "server_hung_up"),
    ],
)
def test_a_refusal_is_said_in_words_and_nothing_is_half_there(
    hub: StandInHub,
    token: str,
    release: Release,
    people: Cast,
    path: str,
    status: int | None,
    code: str,
) -> None:
    hub.instead = failing(path, status)
    assert error_of(pushed(release, people)) == code
    assert all(len(each.commits) == 1 for each in hub.repositories.values())
    hub.instead = lambda asked: None
    assert pushed(release, people)["is_new"]


def test_what_the_hub_says_of_a_file_is_passed_on(
    hub: StandInHub, token: str, release: Release, people: Cast
) -> None:
    hub.instead = failing("/preupload/", 413)
    error = pushed(release, people)["job"]["error"]
    assert (error["message_code"], error["params"]) == (
        "hub_said_no",
        {"status": 413, "said": "No."},
    )


def test_an_answer_that_is_none_of_a_hub_is_said(
    hub: StandInHub, token: str, release: Release, people: Cast
) -> None:
    hub.instead = lambda asked: Said(html="<h1>Welcome</h1>") if "/commit/" in asked.path else None
    assert error_of(pushed(release, people)) == "hub_answer_unreadable"


def test_a_hub_that_asks_for_a_long_pause_is_not_waited_for(
    hub: StandInHub, token: str, release: Release, people: Cast, pauses: list[float]
) -> None:
    hub.instead = failing("/preupload/", 429, headers={"Retry-After": "3600"})
    assert error_of(pushed(release, people)) == "hub_busy_for"
    assert pauses == []


def test_a_network_that_is_away_is_said_where_the_token_is_given(
    hub: StandInHub, project: Project, people: Cast, settings: Settings
) -> None:
    settings.HUB_ENDPOINT = "http://127.0.0.1:9"
    settings.FETCH_PRIVATE_HOSTS = ["127.0.0.1:9"]
    put = client_of(people.lead).put(f"{of(project)}/hub", {"token": TOKEN}, format="json")
    (field,) = put.json()["error"]["fields"]
    assert (put.status_code, field["path"]) == (422, "token")
    assert field["message_code"] == "server_refuses_connections"
    assert not HubAccess.objects.exists()


def test_a_token_that_the_hub_does_not_know_is_refused_and_not_kept(
    hub: StandInHub, project: Project, people: Cast
) -> None:
    put = client_of(people.lead).put(f"{of(project)}/hub", {"token": "hf_other"}, format="json")
    assert put.json()["error"]["fields"][0]["message_code"] == "hub_token_refused"
    assert not HubAccess.objects.exists()


def test_the_token_is_never_shown_and_lies_encrypted(
    hub: StandInHub, token: str, project: Project, people: Cast
) -> None:
    told = client_of(people.lead).get(f"{of(project)}/hub")
    assert told.json()["account"] == "lab"
    assert TOKEN not in told.content.decode()
    assert TOKEN not in json.dumps(list(HubAccess.objects.values()), default=str)
    for other in (people.reviewer, people.ada, people.stranger):
        assert client_of(other).get(f"{of(project)}/hub").status_code in (403, 404)


def test_the_token_is_entered_anew_when_the_hub_is_another(
    hub: StandInHub, token: str, release: Release, people: Cast, settings: Settings
) -> None:
    heard: list[Asked] = []

    def listening(asked: Asked) -> Said:
        heard.append(asked)
        return Said({})

    with serving(listening) as other:
        settings.HUB_ENDPOINT = other
        settings.FETCH_PRIVATE_HOSTS = [*settings.FETCH_PRIVATE_HOSTS, other[7:]]
        refused = asked_to_push(release, people)
        assert (refused.status_code, refused.json()["error"]["message_code"]) == (
            409,
            "hub_token_of_another_hub",
        )
    assert heard == []


def test_the_token_is_sent_to_no_server_that_the_hub_names(
    hub: StandInHub, token: str, release: Release, people: Cast, settings: Settings
) -> None:
    heard: list[Asked] = []

    def keeping(asked: Asked) -> Said:
        heard.append(asked)
        return Said({})

    with serving(keeping) as other:
        settings.FETCH_PRIVATE_HOSTS = [*settings.FETCH_PRIVATE_HOSTS, other[7:]]
        batch = {"oid": "", "size": 0, "actions": {"upload": {"href": f"{other}/large"}}}

        def elsewhere(asked: Asked) -> Said | None:
            if not asked.path.endswith("/objects/batch"):
                return None
            (wanted,) = asked.data["objects"]
            hub.large[wanted["oid"]] = b""
            verify = {"href": f"{other}/verify"}
            actions = {"actions": {**batch["actions"], "verify": verify}}  # type: ignore[dict-item]
            return Said({"objects": [batch | wanted | actions]})

        hub.instead = elsewhere
        pushed(release, people)
    assert [asked.path for asked in heard] == ["/large", "/verify"]
    assert TOKEN not in str([(asked.headers, asked.body) for asked in heard])


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/large", "https://10.0.0.1/large"])
def test_a_server_of_our_own_network_that_the_hub_names_is_not_asked(
    hub: StandInHub, token: str, release: Release, people: Cast, address: str
) -> None:
    """Catches a hub that has files sent to what only this machine can reach."""

    def inwards(asked: Asked) -> Said | None:
        if not asked.path.endswith("/objects/batch"):
            return None
        upload = {"actions": {"upload": {"href": address}}}
        return Said({"objects": [each | upload for each in asked.data["objects"]]})

    hub.instead = inwards
    told = pushed(release, people)
    assert told["job"]["error"]["message_code"] in ("only_https_is_asked", "server_not_public")


def test_a_hub_on_our_own_network_is_asked_only_where_the_operator_named_it(
    hub: StandInHub, project: Project, people: Cast, settings: Settings
) -> None:
    settings.FETCH_PRIVATE_HOSTS = []
    put = client_of(people.lead).put(f"{of(project)}/hub", {"token": TOKEN}, format="json")
    assert put.json()["error"]["fields"][0]["message_code"] == "only_https_is_asked"
    assert hub.asked == []


def test_what_is_to_be_private_is_not_pushed_for_everybody_to_see(
    hub: StandInHub, token: str, release: Release, people: Cast
) -> None:
    hub.repositories[NAME] = Repository(private=False)
    assert error_of(pushed(release, people)) == "hub_repository_public"
    assert hub.paths("PUT") == []
    assert pushed(release, people, private=False)["is_new"]


def test_a_release_without_parquet_is_refused_before_anything_is_asked(
    hub: StandInHub, token: str, release: Release, people: Cast, project: Project
) -> None:
    hub.asked.clear()
    plain = released(project, people.lead, "2.0.0", formats=[])
    answer = asked_to_push(plain, people)
    assert answer.json()["error"]["message_code"] == "release_without_parquet"
    waiting = begun(project, people.lead, "3.0.0", formats=["parquet"])
    assert asked_to_push(waiting, people).status_code == 404
    assert hub.asked == []


@pytest.mark.parametrize("name", ["a/b/c", "lab/-x", "lab/a--b", "lab/a b", "../x", "lab/", "ü"])
def test_a_name_that_no_hub_takes_is_refused_at_its_field(
    hub: StandInHub, token: str, release: Release, people: Cast, name: str
) -> None:
    answer = asked_to_push(release, people, repository=name)
    assert (answer.status_code, answer.json()["error"]["fields"][0]["path"]) == (422, "repository")


def test_the_same_push_is_not_begun_twice(
    hub: StandInHub, token: str, release: Release, people: Cast
) -> None:
    assert asked_to_push(release, people).status_code == 201
    again = asked_to_push(release, people)
    assert (again.status_code, again.json()["error"]["message_code"]) == (409, "hub_push_under_way")


def test_without_a_token_the_lead_is_told_to_give_one(
    hub: StandInHub, release: Release, people: Cast
) -> None:
    answer = asked_to_push(release, people)
    assert answer.json()["error"]["message_code"] == "hub_token_missing"
