"""What people choose for their own pages: kept, checked, and nobody else's business."""

from functools import partial
from typing import Any

import pytest

from annotate.people import preferences, services
from annotate.people.models import User
from annotate.people.preferences import PreferenceChanges
from tests.conftest import Cast, client_of
from tests.together import together

pytestmark = pytest.mark.django_db


def choose(by: User, **chosen: Any) -> Any:
    return client_of(by).patch("/api/v1/me", {"preferences": chosen}, format="json")


def refusal(by: User, **chosen: Any) -> Any:
    answer = choose(by, **chosen)
    assert answer.status_code == 422
    [field] = answer.json()["error"]["fields"]
    return field


def test_who_chose_nothing_has_the_defaults(people: Cast) -> None:
    session = client_of(people.ada).get("/api/v1/session").json()
    assert session["user"]["preferences"] == {"language": "", "single_keys": True, "keys": {}}


def test_what_was_chosen_is_there_at_the_next_sign_in(people: Cast) -> None:
    keys = {"merge": ["j", "mod+shift+m"], "lens": []}
    answer = choose(people.ada, language="de", single_keys=False, keys=keys)
    assert answer.status_code == 200
    session = client_of(people.ada).get("/api/v1/session").json()
    assert session["user"]["preferences"] == {
        "language": "de",
        "single_keys": False,
        "keys": keys,
    }
    assert answer.json() == session["user"]


def test_what_is_left_out_stays_as_it_is(people: Cast) -> None:
    choose(people.ada, language="de", keys={"lens": ["k"]})
    chosen = choose(people.ada, single_keys=False).json()["preferences"]
    assert chosen == {"language": "de", "single_keys": False, "keys": {"lens": ["k"]}}


def test_keys_are_replaced_as_a_whole(people: Cast) -> None:
    choose(people.ada, keys={"lens": ["k"]})
    assert choose(people.ada, keys={"merge": ["j"]}).json()["preferences"]["keys"] == {
        "merge": ["j"]
    }


@pytest.mark.parametrize(
    "combination",
    [
        "a",
        "7",
        "?",
        "+",
        "mod++",
        "alt++",
        "ö",
        "я",
        "<",
        "shift+F12",
        "alt+ArrowUp",
        "mod+alt+shift+Space",
    ],
)
def test_whatever_a_keyboard_can_send_is_a_combination(people: Cast, combination: str) -> None:
    answer = choose(people.ada, keys={"lens": [combination]})
    assert answer.json()["preferences"]["keys"] == {"lens": [combination]}


@pytest.mark.parametrize(
    "combination",
    [
        "",
        " ",
        "A",
        "shift",
        "mod+",
        "ctrl+z",
        "shift+mod+z",
        "mod+mod+z",
        "zz",
        "arrowup",
        "F13",
        "Meta",
        "a\n",
        "\n",
        "\u0000",
        "\u202e",
        "\U0001f600\U0001f600",
        "<b>",
        "<script>alert(1)</script>",
        "x" * 10_000,
    ],
)
def test_whatever_no_keyboard_sends_is_refused_where_it_stands(
    people: Cast, combination: str
) -> None:
    field = refusal(people.ada, keys={"merge": ["m"], "lens": ["l", combination]})
    assert field["path"] == "preferences.keys.lens[1]"


@pytest.mark.parametrize("name", ["", "Lens", "1st", "a b", "a.b", "<b>", "x" * 41, "__proto__"])
def test_what_is_no_name_of_a_command_is_refused(people: Cast, name: str) -> None:
    assert refusal(people.ada, keys={name: ["l"]})["path"].startswith("preferences.keys.")


@pytest.mark.parametrize(
    ("chosen", "path", "code"),
    [
        ({"language": "fr"}, "preferences.language", "not_a_choice"),
        ({"language": None}, "preferences.language", "null"),
        ({"single_keys": "yes"}, "preferences.single_keys", "wrong_type"),
        ({"single_keys": 1}, "preferences.single_keys", "wrong_type"),
        ({"theme": "dark"}, "preferences.theme", "unknown_field"),
        ({"keys": []}, "preferences.keys", "wrong_type"),
        ({"keys": {"lens": "l"}}, "preferences.keys.lens", "wrong_type"),
        ({"keys": {"lens": [1]}}, "preferences.keys.lens[0]", "wrong_type"),
        ({"keys": {"lens": ["l"] * 17}}, "preferences.keys.lens", "too_many"),
        ({"keys": {f"c{n}": ["l"] for n in range(201)}}, "preferences.keys", "too_many"),
    ],
)
def test_what_can_be_no_preference_is_named(
    people: Cast, chosen: dict[str, Any], path: str, code: str
) -> None:
    field = refusal(people.ada, **chosen)
    assert (field["path"], field["code"]) == (path, code)


@pytest.mark.parametrize("sent", ["text", 7, ["language"], None])
def test_preferences_are_named_fields(people: Cast, sent: Any) -> None:
    answer = client_of(people.ada).patch("/api/v1/me", {"preferences": sent}, format="json")
    assert answer.status_code == 422
    assert answer.json()["error"]["fields"][0]["path"] == "preferences"


def test_a_refused_preference_leaves_everything_as_it_was(people: Cast) -> None:
    choose(people.ada, language="de")
    body = {"display_name": "Other", "preferences": {"language": "en", "keys": {"lens": ["zz"]}}}
    assert client_of(people.ada).patch("/api/v1/me", body, format="json").status_code == 422
    people.ada.refresh_from_db()
    assert people.ada.shown_name != "Other"
    assert preferences.read(people.ada.preferences).language == "de"


def test_nobody_else_is_told_what_a_person_prefers(people: Cast) -> None:
    choose(people.ada, language="de")
    answer = client_of(people.admin).get("/api/v1/users").json()
    assert all("preferences" not in each for each in answer["results"])


def test_what_an_earlier_release_stored_counts_as_nothing_chosen(people: Cast) -> None:
    User.objects.filter(pk=people.ada.pk).update(preferences={"language": "tlh", "old": 1})
    session = client_of(people.ada).get("/api/v1/session").json()
    assert session["user"]["preferences"]["language"] == ""
    assert choose(people.ada, single_keys=False).status_code == 200


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_of_two_choices_made_at_once_neither_is_lost() -> None:
    for number in range(8):
        ada = services.create_user(username=f"ada{number}", password="a-long-enough-one")
        first = partial(
            services.update_profile, user=ada, preferences=PreferenceChanges(language="de")
        )
        other = User.objects.get(pk=ada.pk)
        changes = PreferenceChanges(keys={"lens": ["k"]})
        second = partial(services.update_profile, user=other, preferences=changes)
        together(first, second)
        ada.refresh_from_db()
        kept = preferences.read(ada.preferences)
        assert (kept.language, kept.keys) == ("de", {"lens": ["k"]})
