"""Passkeys: made, named, signed in by; what was replayed, copied or made elsewhere is refused."""

from typing import Any

import pytest
from pytest_django import Settings
from rest_framework.test import APIClient

from annotate.people.models import Challenge, Passkey
from tests.conftest import Cast, Clock
from tests.people.factors import (
    Device,
    add_app,
    add_passkey,
    begin,
    bring,
    browser,
    sign_in,
)
from tests.people.test_second_factors import FACTORS, error, require, who

pytestmark = pytest.mark.django_db


def made(people: Cast, **device: Any) -> Device:
    """A device with a passkey of Ada's."""
    made = Device(**device)
    assert add_passkey(sign_in(people.ada), made).status_code == 200
    return made


def test_a_passkey_signs_in_without_name_and_password(people: Cast, time: Clock) -> None:
    device = made(people)
    client = browser()
    options = begin(client)
    assert options["publicKey"]["userVerification"] == "required"
    assert "allowCredentials" not in options["publicKey"]
    assert bring(client, device.sign(options)).json()["user"]["username"] == "ada"
    (row, *_) = client.get("/api/v1/me/sessions").json()
    assert (row["how"], row["second_factor"]) == ("passkey", "passkey")
    (listed,) = client.get(FACTORS).json()["passkeys"]
    assert (listed["name"], listed["host"]) == ("Laptop", "localhost")
    assert listed["last_used_at"] is not None


def test_a_passkey_answers_after_the_password(people: Cast) -> None:
    device = made(people, is_verified=False)
    client = sign_in(people.ada)
    options = begin(client)
    assert [each["id"] for each in options["publicKey"]["allowCredentials"]]
    assert bring(client, device.sign(options)).json()["user"]["username"] == "ada"


def test_one_that_does_not_know_its_person_is_no_way_in_by_itself(people: Cast) -> None:
    """Whoever finds a key in the street must not be in."""
    device = made(people, is_verified=False)
    client = browser()
    assert error(bring(client, device.sign(begin(client)))) == (422, "passkey_refused")
    assert who(client) is None


def test_what_was_given_to_sign_is_used_up_by_one_answer(people: Cast) -> None:
    device = made(people)
    client = browser()
    signed = device.sign(begin(client))
    assert bring(client, signed).status_code == 200
    client.delete("/api/v1/session")
    assert error(bring(client, signed)) == (422, "passkey_challenge_over")
    assert not Challenge.objects.exists()


def test_a_wrong_answer_uses_it_up_too(people: Cast) -> None:
    device = made(people)
    client = browser()
    options = begin(client)
    assert bring(client, {**device.sign(options), "id": "bm9uZQ"}).status_code == 422
    assert error(bring(client, device.sign(options))) == (422, "passkey_challenge_over")


def test_an_answer_belongs_to_the_browser_that_was_asked(people: Cast) -> None:
    device = made(people)
    asked, other = browser(), browser()
    options = begin(asked)
    begin(other)
    assert error(bring(other, device.sign(options))) == (422, "passkey_refused")


def test_it_is_to_be_signed_within_five_minutes(people: Cast, time: Clock) -> None:
    device = made(people)
    client = browser()
    options = begin(client)
    time.forward(minutes=5, seconds=1)
    assert error(bring(client, device.sign(options))) == (422, "passkey_challenge_over")


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://localhost.evil.example"},
        {"origin": "https://localhost"},
        {"origin": "http://localhost:8001"},
        {"host": "evil.example"},
    ],
)
def test_what_was_signed_on_another_site_is_refused(
    people: Cast, elsewhere: dict[str, Any]
) -> None:
    device = made(people)
    for name, value in elsewhere.items():
        setattr(device, name, value)
    client = browser()
    assert error(bring(client, device.sign(begin(client)))) == (422, "passkey_refused")
    assert error(add_passkey(sign_in(people.ben), Device(**elsewhere)))[0] == 422
    assert not people.ben.passkeys.exists()


def test_what_another_key_signed_is_refused(people: Cast) -> None:
    device, stranger = made(people), Device()
    client = browser()
    signed = device.sign(begin(client))
    forged = stranger.sign(begin(client))
    forged["response"]["userHandle"] = signed["response"]["userHandle"]
    assert (
        bring(client, {**forged, "id": signed["id"], "rawId": signed["rawId"]}).status_code == 422
    )


def test_one_that_counts_must_count_on(people: Cast) -> None:
    """A device and its copy count apart: of the two one falls behind."""
    device = made(people, count=5)
    device.count = 6
    client = browser()
    assert bring(client, device.sign(begin(client))).status_code == 200
    for count in (6, 3, 0):
        device.count = count
        client = browser()
        assert error(bring(client, device.sign(begin(client)))) == (422, "passkey_copied")
    assert Passkey.objects.get().sign_count == 6


def test_nobody_answers_for_somebody_else(people: Cast) -> None:
    device = made(people)
    add_passkey(sign_in(people.ben), Device())
    client = sign_in(people.ben)
    assert error(bring(client, device.sign(begin(client)))) == (422, "passkey_refused")


def test_a_passkey_is_kept_once(people: Cast) -> None:
    device = made(people)
    assert error(add_passkey(sign_in(people.ben), device)) == (422, "passkey_known")


def test_several_are_kept_and_each_is_removed_by_itself(people: Cast) -> None:
    client = sign_in(people.ada)
    assert len(add_passkey(client, Device(), "Laptop").json()["recovery_codes"]) == 10
    assert add_passkey(client, Device(), "Phone").json()["recovery_codes"] == []
    first, second = client.get(FACTORS).json()["passkeys"]
    url = f"{FACTORS}/passkeys/{first['id']}"
    other = sign_in(people.ben)
    assert other.delete(url).status_code == 404
    assert client.delete(url).status_code == 204
    assert people.ada.recovery_codes.count() == 10
    assert client.delete(f"{FACTORS}/passkeys/{second['id']}").status_code == 204
    assert not people.ada.recovery_codes.exists()
    assert who(sign_in(people.ada)) == "ada"


def rename(client: APIClient, passkey_id: int, name: str) -> Any:
    return client.patch(f"{FACTORS}/passkeys/{passkey_id}", {"name": name}, format="json")


def test_a_passkey_is_renamed_and_still_signs_in(people: Cast) -> None:
    device = made(people)
    client = sign_in_by(device)
    (listed,) = client.get(FACTORS).json()["passkeys"]
    renamed = rename(client, listed["id"], " Desk at home ")
    assert renamed.status_code == 200
    assert renamed.json()["name"] == "Desk at home"
    (after,) = client.get(FACTORS).json()["passkeys"]
    assert {**listed, "name": "Desk at home"} == after
    assert who(sign_in_by(device)) == "ada"


@pytest.mark.parametrize("name", ["", "   ", "x" * 101, None, 7])
def test_a_passkey_has_a_name_of_at_most_a_hundred_characters(
    people: Cast, name: str | None
) -> None:
    client = sign_in_by(made(people))
    (listed,) = client.get(FACTORS).json()["passkeys"]
    url = f"{FACTORS}/passkeys/{listed['id']}"
    assert client.patch(url, {"name": name}, format="json").status_code == 422
    assert client.get(FACTORS).json()["passkeys"] == [listed]


def test_nobody_renames_the_passkey_of_somebody_else(people: Cast) -> None:
    made(people)
    passkey = people.ada.passkeys.get()
    assert rename(sign_in(people.ben), passkey.pk, "Mine").status_code == 404
    passkey.refresh_from_db()
    assert passkey.name == "Laptop"


def test_renaming_asks_who_one_is_as_removing_does(people: Cast, time: Clock) -> None:
    client = sign_in_by(made(people))
    passkey = people.ada.passkeys.get()
    time.forward(minutes=16)
    assert error(rename(client, passkey.pk, "Phone")) == (409, "confirm_first")
    passkey.refresh_from_db()
    assert passkey.name == "Laptop"


def sign_in_by(device: Device) -> APIClient:
    client = browser()
    assert bring(client, device.sign(begin(client))).status_code == 200
    return client


def test_a_passkey_confirms_who_one_is(people: Cast, time: Clock) -> None:
    device, client = Device(), sign_in(people.ada)
    add_passkey(client, device)
    time.forward(minutes=16)
    assert client.post(f"{FACTORS}/recovery-codes").status_code == 409
    options = client.post("/api/v1/me/confirm/passkey/begin").json()["options"]
    body = {"credential": device.sign(options)}
    assert client.post("/api/v1/me/confirm/passkey", body, format="json").status_code == 204
    assert client.post(f"{FACTORS}/recovery-codes").status_code == 200


def test_who_needs_a_second_factor_may_begin_with_a_passkey(people: Cast) -> None:
    require(people, "everybody")
    client = sign_in(people.ada)
    assert add_passkey(client, Device()).json()["session"]["user"]["username"] == "ada"
    assert who(client) == "ada"


@pytest.mark.parametrize(
    ("host", "is_https", "why"),
    [
        ("127.0.0.1", True, "passkeys_need_a_name"),
        ("annotate.example.org", False, "passkeys_need_https"),
        ("annotate.example.org", True, None),
        ("localhost", False, None),
    ],
)
def test_it_is_said_why_there_can_be_no_passkeys(
    people: Cast, settings: Settings, host: str, is_https: bool, why: str | None
) -> None:
    settings.ALLOWED_HOSTS = [host]
    settings.HTTPS = is_https
    client = sign_in(people.ada, browser(host))
    told = client.get(FACTORS).json()["no_passkeys"]
    assert (told and told["message_code"]) == why
    begun = client.post(f"{FACTORS}/passkeys/begin")
    assert begun.status_code == (409 if why else 200)
    assert begin_status(host) == (409 if why else 200)
    add_app(client)  # an app works everywhere


def begin_status(host: str) -> int:
    return int(browser(host).post("/api/v1/session/passkey/begin").status_code)


@pytest.mark.parametrize(
    "nonsense",
    [
        {},
        {"id": 1},
        {"id": "AA", "rawId": "AA", "type": "public-key", "response": {}},
        {"id": "AA", "rawId": "AA", "response": {"clientDataJSON": "!", "authenticatorData": "AA"}},
        {"id": None, "rawId": None, "response": None},
        {"rawId": "é", "response": {"clientDataJSON": "e30", "attestationObject": "oA"}},
    ],
)
def test_nonsense_is_refused_as_what_it_is(people: Cast, nonsense: dict[str, Any]) -> None:
    client = sign_in(people.ada)
    client.post(f"{FACTORS}/passkeys/begin")
    body = {"name": "x", "credential": nonsense}
    assert client.post(f"{FACTORS}/passkeys", body, format="json").status_code == 422
    client = browser()
    begin(client)
    assert bring(client, nonsense).status_code == 422
