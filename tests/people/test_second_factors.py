"""Codes of apps and recovery codes: asked at a sign-in, taken once, guessed a few times only."""

from typing import Any

import pytest
from django.core import mail as outbox
from django.core.cache import cache
from django.core.management import CommandError, call_command
from pytest_django import Settings
from rest_framework.test import APIClient

from annotate.people import services
from annotate.people.models import RecoveryCode, Totp, User
from annotate.people.services import password_resets
from annotate.projects.models import AuditEvent, Project
from tests.conftest import PASSWORD, Cast, Clock, client_of
from tests.people.factors import add_app, answer_code, browser, code, sign_in
from tests.projects.receiving import Idle

pytestmark = pytest.mark.django_db
URL = "/api/v1/session"
FACTORS = "/api/v1/me/second-factors"
RULE = "/api/v1/installation/second-factors"


def who(client: APIClient) -> str | None:
    user = client.get(URL).json()["user"]
    return user["username"] if user else None


def error(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["message_code"]


def test_after_the_password_a_code_is_asked_for(people: Cast, time: Clock) -> None:
    secret, _ = add_app(sign_in(people.ada))
    time.forward(seconds=30)
    client = sign_in(people.ada)
    told = client.get(URL).json()
    assert told["user"] is None
    assert told["pending"] == {
        "step": "answer",
        "username": "ada",
        "has_app": True,
        "has_passkeys": False,
    }
    assert answer_code(client, code(secret)).json()["user"]["username"] == "ada"
    assert client.get("/api/v1/work").status_code == 200
    (row, *_) = client.get("/api/v1/me/sessions").json()
    assert (row["how"], row["second_factor"], row["address"]) == ("password", "totp", "127.0.0.1")


def test_a_code_is_taken_once(people: Cast, time: Clock) -> None:
    """Also not the one by which the app was set up, and none of a step before it."""
    secret, _ = add_app(sign_in(people.ada))
    assert error(answer_code(sign_in(people.ada), code(secret)))[0] == 422
    time.forward(seconds=60)
    assert answer_code(sign_in(people.ada), code(secret)).status_code == 200
    again = answer_code(sign_in(people.ada), code(secret))
    assert error(again) == (422, "second_factor_wrong")
    assert answer_code(sign_in(people.ada), code(secret, steps=-1)).status_code == 422


@pytest.mark.parametrize(("steps", "is_taken"), [(-2, 0), (-1, 1), (0, 1), (1, 1), (2, 0)])
def test_a_clock_may_be_one_step_off(people: Cast, time: Clock, steps: int, is_taken: bool) -> None:
    secret, _ = add_app(sign_in(people.ada))
    time.forward(minutes=5)
    answer = answer_code(sign_in(people.ada), code(secret, steps=steps))
    assert (answer.status_code == 200) == is_taken


def test_an_app_counts_only_after_it_has_shown_a_code(people: Cast, time: Clock) -> None:
    client = sign_in(people.ada)
    secret = client.post(f"{FACTORS}/app").json()["secret"]
    wrong = client.post(f"{FACTORS}/app/confirm", {"code": "000000"}, format="json")
    assert error(wrong) == (422, "totp_not_confirmed")
    assert who(sign_in(people.ben)) == "ben"
    assert who(sign_in(people.ada)) == "ada"
    time.forward(minutes=11)
    late = client.post(f"{FACTORS}/app/confirm", {"code": code(secret)}, format="json")
    assert error(late) == (409, "totp_begin_again")


def test_the_secret_is_not_in_the_database(people: Cast) -> None:
    client = sign_in(people.ada)
    secret, codes = add_app(client)
    assert secret not in Totp.objects.get(user=people.ada).secret
    kept = set(RecoveryCode.objects.values_list("digest", flat=True))
    assert len(kept) == len(codes) == 10
    assert not kept & {given.replace("-", "") for given in codes}


def test_the_picture_is_drawn_without_anything_that_runs(people: Cast) -> None:
    picture = sign_in(people.ada).post(f"{FACTORS}/app").json()["picture"]
    assert "<svg" in picture
    assert "script" not in picture
    assert "href" not in picture


def test_a_recovery_code_stands_in_once(people: Cast) -> None:
    first = sign_in(people.ada)
    _, codes = add_app(first)
    assert answer_code(sign_in(people.ada), codes[3]).status_code == 200
    assert answer_code(sign_in(people.ada), codes[3]).status_code == 422
    shouted = answer_code(sign_in(people.ada), codes[4].replace("-", " ").upper())
    assert shouted.status_code == 200
    assert first.get(FACTORS).json()["recovery_codes_left"] == 8


def test_new_recovery_codes_end_the_old_ones(people: Cast) -> None:
    client = sign_in(people.ada)
    _, old = add_app(client)
    new = client.post(f"{FACTORS}/recovery-codes").json()["codes"]
    assert answer_code(sign_in(people.ada), old[0]).status_code == 422
    assert answer_code(sign_in(people.ada), new[0]).status_code == 200


def test_codes_are_guessed_a_few_times_only(people: Cast, time: Clock) -> None:
    secret, _ = add_app(sign_in(people.ada))
    time.forward(minutes=1)
    client = sign_in(people.ada)
    assert [answer_code(client, "000000").status_code for _ in range(8)] == [422] * 8
    cache.clear()  # what is counted is in the database
    refused = answer_code(sign_in(people.ada), code(secret))
    assert error(refused) == (429, "second_factor_guessed")
    assert refused.json()["error"]["params"] == {"count": 16}
    assert refused.headers["Retry-After"] == "901"
    time.forward(minutes=15, seconds=1)
    assert answer_code(sign_in(people.ada), code(secret)).status_code == 200


def test_in_a_day_codes_are_guessed_thirty_times(people: Cast, time: Clock) -> None:
    secret, _ = add_app(sign_in(people.ada))
    for _ in range(10):
        client = sign_in(people.ada)
        for _ in range(8):
            answer_code(client, "000000")
        time.forward(minutes=16)
    assert people.ada.wrong_codes.count() == 30
    assert answer_code(sign_in(people.ada), code(secret)).status_code == 429


def test_the_question_is_open_for_ten_minutes(people: Cast, time: Clock) -> None:
    secret, _ = add_app(sign_in(people.ada))
    client = sign_in(people.ada)
    time.forward(minutes=10, seconds=1)
    assert client.get(URL).json()["pending"] is None
    assert error(answer_code(client, code(secret))) == (401, "sign_in_first")


def test_a_new_password_closes_the_question(people: Cast, time: Clock) -> None:
    secret, _ = add_app(sign_in(people.ada))
    time.forward(minutes=1)
    client = sign_in(people.ada)
    user = User.objects.get(pk=people.ada.pk)
    user.set_password("quite-another-battery")
    user.save()
    assert answer_code(client, code(secret)).status_code == 401


def test_the_question_can_be_given_up(people: Cast) -> None:
    add_app(sign_in(people.ada))
    client = sign_in(people.ada)
    assert client.delete(f"{URL}/code").status_code == 204
    assert client.get(URL).json() == {"user": None, "pending": None}


def test_whoever_was_signed_in_in_that_browser_is_no_longer(people: Cast) -> None:
    add_app(sign_in(people.ada))
    client = sign_in(people.ben)
    sign_in(people.ada, client)
    assert who(client) is None
    client.delete(f"{URL}/code")
    assert who(client) is None


def test_the_first_factor_ends_sessions_that_have_not_shown_it(people: Cast) -> None:
    elsewhere, here = sign_in(people.ada), sign_in(people.ada)
    add_app(here)
    assert (who(elsewhere), who(here)) == (None, "ada")


def test_what_guards_the_account_is_changed_by_who_has_shown_lately_who_they_are(
    people: Cast, time: Clock
) -> None:
    client = sign_in(people.ada)
    secret, _ = add_app(client)
    time.forward(minutes=15, seconds=1)
    acts: list[tuple[str, str]] = [
        ("post", f"{FACTORS}/app"),
        ("delete", f"{FACTORS}/app"),
        ("post", f"{FACTORS}/recovery-codes"),
        ("post", f"{FACTORS}/passkeys/begin"),
    ]
    for method, url in acts:
        assert error(getattr(client, method)(url)) == (409, "confirm_first"), url
    wrong = client.post("/api/v1/me/confirm", {"password": "wrong"}, format="json")
    assert wrong.status_code == 422
    both = client.post("/api/v1/me/confirm", {"password": "a", "code": "b"}, format="json")
    assert error(both) == (422, "password_or_code")
    right = client.post("/api/v1/me/confirm", {"code": code(secret)}, format="json")
    assert right.status_code == 204
    assert client.delete(f"{FACTORS}/app").status_code == 204
    assert not people.ada.recovery_codes.exists()
    time.forward(minutes=16)
    assert (
        client.post("/api/v1/me/confirm", {"password": PASSWORD}, format="json").status_code == 204
    )
    assert client.post(f"{FACTORS}/app").status_code == 200


def test_a_token_is_made_in_a_session_that_has_shown_the_factor(people: Cast) -> None:
    _, token = services.create_token(user=people.ada, name="script", expires_in_days=9)
    script = APIClient(HTTP_AUTHORIZATION=f"Token {token}")
    refused = script.post("/api/v1/me/tokens", {"name": "another"}, format="json")
    assert error(refused) == (403, "only_in_a_browser")
    older = client_of(people.ada)
    assert older.post("/api/v1/me/tokens", {"name": "one"}, format="json").status_code == 201
    here = sign_in(people.ada)
    services.end_sessions(user=people.ada, but="")
    here = sign_in(people.ada)
    _, codes = add_app(here)
    assert here.post("/api/v1/me/tokens", {"name": "two"}, format="json").status_code == 201
    unaware = client_of(people.ada)
    refused = unaware.post("/api/v1/me/tokens", {"name": "three"}, format="json")
    assert error(refused) == (409, "confirm_first")
    assert script.get("/api/v1/work").status_code == 200
    assert script.get(FACTORS).status_code == 401
    assert unaware.post("/api/v1/me/confirm", {"code": codes[0]}, format="json").status_code == 204
    assert unaware.post("/api/v1/me/tokens", {"name": "four"}, format="json").status_code == 201


def require(people: Cast, of: str) -> APIClient:
    admin = sign_in(people.admin)
    add_app(admin)
    assert admin.put(RULE, {"required_for": of}, format="json").status_code == 200
    return admin


def test_who_needs_one_sets_it_up_before_anything_else(people: Cast) -> None:
    require(people, "everybody")
    client = sign_in(people.ada)
    assert client.get(URL).json()["pending"]["step"] == "enrol"
    assert client.get("/api/v1/work").status_code == 401
    assert answer_code(client, "000000").status_code == 401
    assert client.get(FACTORS).json()["is_needed"] is True
    _, codes = add_app(client)
    assert (who(client), len(codes)) == ("ada", 10)


def test_asking_it_of_leads_leaves_annotators_alone(people: Cast, project: Project) -> None:
    require(people, "leads")
    assert who(sign_in(people.ada)) == "ada"
    for user in (people.owner, people.lead):
        assert sign_in(user).get(URL).json()["pending"]["step"] == "enrol"


def test_asking_it_signs_out_whoever_has_none(people: Cast, project: Project) -> None:
    lead, annotator = sign_in(people.lead), sign_in(people.ada)
    admin = require(people, "leads")
    assert (who(lead), who(annotator), who(admin)) == (None, "ada", "ines")
    admin.put(RULE, {"required_for": "everybody"}, format="json")
    assert who(annotator) is None
    event = AuditEvent.objects.filter(verb="second_factor.required").latest("pk")
    assert event.data["of"] == "everybody"


def test_an_admin_without_one_cannot_ask_it_of_others(people: Cast) -> None:
    admin = client_of(people.admin)
    refused = admin.put(RULE, {"required_for": "everybody"}, format="json")
    assert error(refused) == (409, "set_up_your_own_first")
    assert admin.get(RULE).json() == {"required_for": "nobody"}


def test_the_last_factor_stays_where_one_is_needed(people: Cast) -> None:
    admin = require(people, "everybody")
    assert error(admin.delete(f"{FACTORS}/app")) == (409, "second_factor_needed")
    assert Totp.objects.filter(user=people.admin).exists()


def test_who_set_one_up_elsewhere_meanwhile_answers_with_it(people: Cast) -> None:
    """Or a password alone would add another factor, in the ten minutes after it was given."""
    require(people, "everybody")
    thief, owner = sign_in(people.ada), sign_in(people.ada)
    add_app(owner)
    assert thief.post(f"{FACTORS}/app").status_code == 401
    assert thief.get(URL).json()["pending"] is None


def test_an_admin_resets_factors_and_the_person_is_told(people: Cast, settings: Settings) -> None:
    settings.EMAIL_URL = "smtp://mail.example.org"
    User.objects.filter(pk=people.ada.pk).update(email="ada@example.org")
    client = sign_in(people.ada)
    add_app(client)
    admin = client_of(people.admin)
    url = f"/api/v1/users/{people.ada.pk}"
    assert admin.get(url).json()["has_second_factor"] is True
    services.create_token(user=people.ada, name="script", expires_in_days=5)
    assert admin.delete(f"{url}/second-factors").status_code == 204
    assert who(client) is None
    assert who(sign_in(people.ada)) == "ada"
    assert admin.delete(f"{url}/second-factors").status_code == 409
    event = AuditEvent.objects.get(verb="second_factor.reset")
    assert (event.actor, event.target) == (people.admin, "ada")
    assert (event.data["tokens_ended"], people.ada.tokens.count()) == (1, 0)
    password_resets.send_due({}, Idle())
    assert [(sent.to, sent.subject) for sent in outbox.outbox] == [
        (["ada@example.org"], "Your second factor for Annotate was removed")
    ]


def test_the_command_line_lets_a_locked_out_admin_in(people: Cast) -> None:
    add_app(sign_in(people.admin))
    call_command("reset_second_factor", "INES")
    assert who(sign_in(people.admin)) == "ines"
    event = AuditEvent.objects.get(verb="second_factor.reset")
    assert (event.actor, event.target) == (None, "ines")
    with pytest.raises(CommandError, match="no second factor"):
        call_command("reset_second_factor", "ines")
    with pytest.raises(CommandError, match="Nobody"):
        call_command("reset_second_factor", "nobody")


def test_a_forgotten_password_leaves_the_second_factor(people: Cast) -> None:
    add_app(sign_in(people.ada))
    services.change_password(user=people.ada, current=PASSWORD, new="quite-another-battery")
    client = sign_in(people.ada, password="quite-another-battery")
    assert client.get(URL).json()["pending"]["step"] == "answer"


def test_a_change_of_the_password_keeps_what_is_known_of_the_session(people: Cast) -> None:
    client = browser()
    sign_in(people.ada, client)
    add_app(client)
    body = {"current_password": PASSWORD, "new_password": "quite-another-battery"}
    assert client.post("/api/v1/me/password", body, format="json").status_code == 204
    (row,) = client.get("/api/v1/me/sessions").json()
    assert (row["how"], row["second_factor"]) == ("password", "totp")
