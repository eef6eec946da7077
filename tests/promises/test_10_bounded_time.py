"""Promise 10: `check` and submissions cost bounded processor time, whatever is in them.

What is bounded is counted: characters that rules read and that are compared, findings, requests.
"""

import json
import uuid
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from annotate import kinds
from annotate.analysis import text_rules
from annotate.analysis.near_texts import Compared
from annotate.analysis.text_rules import copies
from annotate.analysis.text_rules.model import Reading, Rule
from annotate.core import errors, limits
from annotate.kinds.base import MAX_TEXT_CHARACTERS, Stimulus
from annotate.kinds.problems import MAX_PROBLEMS
from annotate.projects.models import Project
from tests.analysis.text_rules.test_check import HOSTILE
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.workflow.acts import claim

STIMULUS = Stimulus(width=400, height=300, instructions=("Say what you see in the image.",))
# One for each rule whose fixes are read again, and what was slowest of the others.
SLOW = ("man ", "a@b.", "the the ", "555-1234 ", "in this image ", "A red kite flies. ", "in this ")


def objects(unit: str, *, number: int = 200, characters: int = 4_000) -> dict[str, Any]:
    """An answer of so many objects, each with a text of so many characters."""
    text = (unit * (characters // len(unit) + 1))[:characters]
    box = {"x": 10, "y": 10, "width": 50, "height": 80}
    things = [
        {"id": f"o{place}", "label": "tree", "box": box, "description": text, "derived_from": []}
        for place in range(number)
    ]
    return {"objects": things}


def largest(unit: str) -> dict[str, Any]:
    """As much as is read at all."""
    return objects(unit, number=48)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How many characters rules were given to read, and how often each was asked."""
    counts = {"characters": 0, "asked": 0}

    def counting(rule: Rule) -> Rule:
        def find(reading: Reading) -> Iterator[Any]:
            counts["characters"] += len(reading.text)
            counts["asked"] += 1
            return rule.find(reading)

        return Rule(rule.code, rule.group, find)

    counted = {code: counting(rule) for code, rule in text_rules.RULES.items()}
    monkeypatch.setattr(text_rules, "RULES", counted)
    return counts


@pytest.mark.parametrize("unit", sorted({*HOSTILE, *SLOW}), ids=ascii)
def test_of_the_largest_answer_all_rules_together_read_so_much(
    read: dict[str, int], unit: str
) -> None:
    """Each text had a budget of its own: 200 objects read themselves 200 times over."""
    kind = kinds.get("objects.v1")
    settings = kind.parse_settings({"rules": {"near_duplicate": "advise"}})
    stimulus = STIMULUS.model_copy(
        update={"earlier": tuple("A red kite flies. " * 9 for _ in "ab")}
    )
    try:
        answer = kind.parse_draft(largest(unit))
    except kinds.InvalidValueError:
        return  # too many bytes: it is refused before anything is read
    assert kind.excess(answer) is None
    kind.problems(answer, stimulus, settings)
    once = MAX_TEXT_CHARACTERS * len(text_rules.RULES)
    assert read["characters"] < once + 2 * text_rules.Budget().left


def test_copies_of_many_earlier_texts_are_found_without_comparing_each_with_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The earlier texts are prepared once for all objects, and of each only the beginning."""
    prepared: list[int] = []

    class Counted(Compared):
        def __init__(self, texts: Sequence[str]) -> None:
            prepared.append(sum(map(len, texts)))
            super().__init__(texts)

    monkeypatch.setattr(copies, "Compared", Counted)
    copies._compared.cache_clear()
    kind = kinds.get("objects.v1")
    settings = kind.parse_settings({"rules": {"near_duplicate": "advise"}})
    many = tuple(f"A red kite number {place} flies over a field." * 100 for place in range(33))
    stimulus = STIMULUS.model_copy(update={"earlier": many})
    answer = kind.parse_draft(
        objects("A red kite number 7 flies over a field.", number=66, characters=3_000)
    )
    found = kind.problems(answer, stimulus, settings)
    assert {problem.code for problem in found} >= {"near_duplicate"}
    assert len(prepared) == 1
    assert prepared[0] < sum(map(len, many))


def test_of_a_hostile_shape_only_so_many_problems_are_told() -> None:
    kind = kinds.get("objects.v1")
    raw = {"objects": [], **{f"field{place}": 1 for place in range(60_000)}}
    with pytest.raises(kinds.InvalidValueError) as refused:
        kind.parse_draft(raw)
    assert len(refused.value.problems) == MAX_PROBLEMS


def test_of_unknown_sources_only_so_many_are_told() -> None:
    kind = kinds.get("objects.v1")
    raw = objects("A tree.", number=40, characters=7)
    for thing in raw["objects"]:
        thing["derived_from"] = [f"x{place}" for place in range(1_000)]
    answer = kind.parse_draft(raw)
    assert kind.excess(answer) is None
    found = kind.problems(answer, STIMULUS, kind.parse_settings({}), kind.empty)
    assert [problem.code for problem in found].count("unknown_derived_from") == MAX_PROBLEMS


@pytest.fixture
def held(project: Project, people: Cast) -> Any:
    add_samples(project, 2)
    return claim(project, people.ada)


def post(client: Any, held: Any, act: str, answer: object, **more: Any) -> Any:
    body = json.dumps({"answer": answer, **more})
    return client.post(
        f"/api/v1/assignments/{held.pk}/{act}", body, content_type="application/json"
    )


def test_too_much_text_is_not_read_and_the_limit_is_named(people: Cast, held: Any) -> None:
    checked = post(client_of(people.ada), held, "check", objects("man "))
    (problem,) = checked.json()["problems"]
    assert (problem["code"], problem["severity"]) == ("too_much_text", "error")
    assert "200,000" in problem["message"]


def test_too_much_text_is_refused_and_the_limit_is_named(people: Cast, held: Any) -> None:
    client = client_of(people.ada)
    refused = post(client, held, "submit", objects("man "), key=str(uuid.uuid4()), active_seconds=1)
    assert refused.status_code == 422
    (field,) = refused.json()["error"]["fields"]
    assert field["code"] == "too_much_text"
    assert "200,000" in field["message"]


def test_too_much_text_is_kept_as_a_draft(people: Cast, held: Any) -> None:
    """Nothing typed is lost, whatever it is."""
    body = {"answer": objects("man "), "version": 0, "active_seconds": 1}
    saved = client_of(people.ada).put(f"/api/v1/assignments/{held.pk}/draft", body, format="json")
    assert saved.status_code == 200, saved.content


def test_one_person_has_one_check_under_way(people: Cast, held: Any) -> None:
    client = client_of(people.ada)
    with limits.one_at_a_time("check", people.ada.pk):
        refused = post(client, held, "check", {"objects": []})
    error = refused.json()["error"]
    assert (refused.status_code, error["code"], error["retry"]) == (429, "throttled", True)
    assert refused["Retry-After"] == "1"
    assert post(client, held, "check", {"objects": []}).status_code == 200


def save(person: Any, held: Any, answer: Any, **more: Any) -> Any:
    body = {"answer": answer, "version": 0, "active_seconds": 1, "check": True, **more}
    return client_of(person).put(f"/api/v1/assignments/{held.pk}/draft", body, format="json")


@pytest.mark.parametrize("words", [1, 2_000])
def test_a_draft_is_saved_while_one_is_checked_and_nothing_said_of_it(
    people: Cast, held: Any, words: int
) -> None:
    answer = objects("man " * words)
    with limits.one_at_a_time("check", people.ada.pk):
        saved = save(people.ada, held, answer)
    assert (saved.status_code, saved.json()["problems"], saved.json()["version"]) == (200, None, 1)
    held.refresh_from_db()
    assert held.draft == answer


def test_who_has_asked_for_too_much_in_a_minute_is_saved_all_the_same(
    people: Cast, held: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits.charge, "__kwdefaults__", {"limit": 0})
    saved = save(people.ada, held, objects("man " * 2_000))
    assert (saved.status_code, saved.json()["problems"]) == (200, None)


def test_a_check_of_somebody_else_waits_for_nobody(people: Cast, held: Any) -> None:
    with limits.one_at_a_time("check", people.ben.pk):
        assert post(client_of(people.ada), held, "check", {"objects": []}).status_code == 200


def test_a_check_that_fails_leaves_the_way_free(people: Cast, held: Any) -> None:
    with pytest.raises(RuntimeError), limits.one_at_a_time("check", people.ada.pk):
        raise RuntimeError
    assert post(client_of(people.ada), held, "check", {"objects": []}).status_code == 200


@pytest.mark.parametrize("act", ["check", "submit"])
def test_one_person_has_so_much_text_read_in_a_minute(
    people: Cast, held: Any, time: Clock, act: str
) -> None:
    client = client_of(people.ada)
    limits.charge(people.ada.pk, limits.ANSWER_CHARACTERS)
    long = objects("man ", number=2)
    key = {"key": str(uuid.uuid4()), "active_seconds": 1} if act == "submit" else {}
    refused = post(client, held, act, long, **key)
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert "Nothing is lost" in refused.json()["error"]["remedy"]
    time.forward(seconds=60)
    assert post(client, held, act, long, **key).status_code != 429


def _let_through(person_id: int, characters: int, *, limit: int) -> int:
    """How many answers of that length are read before one is refused."""
    for number in range(1_000):
        try:
            limits.charge(person_id, characters, limit=limit)
        except errors.Throttled:
            return number
    return 1_000


def test_short_answers_add_up_and_then_each_is_refused(people: Cast, time: Clock) -> None:
    """Catches who goes on for ever with answers that are each too short to be told of."""
    short = limits.TOLD_CHARACTERS // 4
    assert 40 <= _let_through(people.ada.pk, short, limit=40 * short) <= 45
    for _ in range(20):
        with pytest.raises(errors.Throttled):
            limits.charge(people.ada.pk, 1, limit=40 * short)
    limits.charge(people.ben.pk, short, limit=40 * short)
    time.forward(seconds=60)
    limits.charge(people.ada.pk, short, limit=40 * short)


def test_an_answer_as_short_as_most_asks_no_other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "cache", None)
    limits.charge(7, limits.TOLD_CHARACTERS)


def test_what_is_sent_counts(people: Cast, held: Any, time: Clock) -> None:
    client = client_of(people.ada)
    answers = 0
    while post(client, held, "check", objects("man ")).status_code == 200:
        answers += 1
    # Of 880 kB each.
    assert answers == 4
    assert post(client_of(people.ben), held, "check", {"objects": []}).status_code == 404


def test_a_cache_out_of_reach_limits_nobody(
    people: Cast, held: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Away:
        """Sessions have a cache of their own, which goes on."""

        def __getattr__(self, act: str) -> object:
            raise ConnectionError(act)

    monkeypatch.setattr(limits, "cache", Away())
    assert post(client_of(people.ada), held, "check", objects("man ")).status_code == 200


def test_what_is_too_much_is_said_by_code() -> None:
    limits.charge(7, limits.ANSWER_CHARACTERS)
    with pytest.raises(errors.Throttled) as refused:
        limits.charge(7, limits.TOLD_CHARACTERS + 1)
    assert refused.value.entry.code == "too_much_at_once"
