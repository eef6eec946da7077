"""A campaign's report finds what was planted: a lost answer, a doubled one, an outage."""

from dataclasses import replace
from typing import Any

import pytest

from tests.campaign.faults import FULL
from tests.campaign.ledger import NO_ANSWER, Asked, Ledger
from tests.campaign.reckoning import (
    Stored,
    doubled,
    errors,
    essence,
    growth,
    latency,
    longest,
    lost,
    passes,
    unclear,
)


def stored(number: int, text: str = "A kite.") -> Stored:
    place = (str(number), None, "description", "1")
    return Stored(f"key{number}", number, number, 1, place, "description.v1", {"text": text})


def acknowledged(*answers: Stored) -> dict[str, str]:
    return {each.key: essence(each.kind, each.value) for each in answers}


def test_an_answer_that_is_not_there_is_lost() -> None:
    first, second = stored(1), stored(2)
    [found] = lost(acknowledged(first, second), [first])
    assert found.startswith("key2:")
    assert lost(acknowledged(first, second), [first, second]) == []


def test_an_answer_that_is_there_in_other_words_is_lost() -> None:
    [found] = lost(acknowledged(stored(1)), [stored(1, "A tree.")])
    assert "A kite." in found
    assert "A tree." in found


@pytest.mark.parametrize(
    ("field", "value"), [("key", "key1"), ("task", 1), ("place", ("1", None, "description", "1"))]
)
def test_a_planted_duplicate_is_found(field: str, value: Any) -> None:
    answers = [stored(1), replace(stored(2), **{field: value})]
    assert len(doubled(answers)) == 1
    assert doubled([stored(1), stored(2)]) == []


@pytest.mark.parametrize(
    ("kind", "sent", "kept", "other"),
    [
        (
            "objects.v1",
            {"objects": [{"id": "a", "label": "kite", "description": "Red."}]},
            {"objects": [{"id": "x7", "label": "kite", "description": "Red."}]},
            {"objects": [{"id": "a", "label": "kite", "description": "Blue."}]},
        ),
        (
            "ranking.v1",
            {"ranks": [1, 2], "justification": "The first."},
            {"ranks": [2, 1], "justification": "The first."},
            {"ranks": [1, 1], "justification": "The first."},
        ),
        ("vote.v1", {"votes": {"a": True}}, {"votes": {"a": True}}, {"votes": {"a": False}}),
    ],
)
def test_what_counts_of_an_answer_is_what_the_person_said(
    kind: str, sent: dict[str, Any], kept: dict[str, Any], other: dict[str, Any]
) -> None:
    assert essence(kind, sent) == essence(kind, kept)
    assert essence(kind, sent) != essence(kind, other)


def asked(at: float, seconds: float, status: str, phase: str = "calm", code: str = "") -> Asked:
    return Asked("submit", phase, at, seconds, status, code)


def test_an_outage_lasts_from_the_first_failure_to_an_answer() -> None:
    ledger = Ledger()
    for each in (
        asked(10, 1, "200"),
        asked(20, 5, NO_ANSWER, "postgres killed"),
        asked(26, 1, "503", "postgres killed"),
        asked(30, 2, "409", "after"),
        asked(40, 1, "503", "after"),
        asked(42, 1, "200", "after"),
    ):
        ledger.note("ada", each)
    ledger.note("ben", asked(41, 1, "500", "after"))
    ledger.close(60)
    assert longest(ledger.outages) == {
        "seconds": 19.0,
        "phase": "after",
        "by_phase": {"after": 19.0, "postgres killed": 12.0},
    }


def test_nobody_who_was_always_served_saw_an_outage() -> None:
    ledger = Ledger()
    ledger.note("ada", asked(1, 1, "429"))
    ledger.note("ada", asked(2, 1, "422"))
    ledger.close(9)
    assert longest(ledger.outages) == {"seconds": 0.0, "phase": None, "by_phase": {}}


def test_latency_is_of_what_was_answered_by_kind_and_phase() -> None:
    requests = [asked(0, number / 1000, "200") for number in range(1, 101)]
    requests += [asked(0, 60, NO_ANSWER), asked(0, 0.5, "409", "after")]
    found = latency(requests)["submit"]
    assert found["calm"] == {"number": 100, "p50": 51.0, "p95": 96.0, "max": 100.0}
    assert found["after"] == {"number": 1, "p50": 500.0, "p95": 500.0, "max": 500.0}
    assert found["in all"]["number"] == 101


def test_errors_are_counted_by_phase_and_by_what_was_said() -> None:
    requests = [asked(0, 1, "503", "calm", "unavailable")] * 2
    requests += [asked(0, 1, NO_ANSWER), asked(0, 1, "201")]
    found = {"calm": {"submit 503 unavailable": 2, "submit no answer": 1}}
    assert errors(requests) == found


def test_what_an_upload_to_a_full_disk_is_told_must_be_clear() -> None:
    def upload(status: str, code: str = "", phase: str = FULL) -> Asked:
        return Asked("upload", phase, 0, 1, status, code)

    requests = [upload("507", "storage_full"), upload("200"), upload(NO_ANSWER)]
    assert unclear([*requests, upload("500", "server_error", "calm")], FULL) == []
    requests += [upload("500", "server_error"), upload("507"), upload("507")]
    assert unclear(requests, FULL) == ["500 server_error", "507"]


def test_memory_is_told_by_part_also_of_one_that_was_away() -> None:
    samples = [{"web": 100.0, "redis": 5.0}, {"web": 140.0}, {"web": 120.0, "redis": 6.0}]
    assert growth(samples) == {
        "redis": {"first": 5.0, "last": 6.0, "most": 6.0},
        "web": {"first": 100.0, "last": 120.0, "most": 140.0},
    }


def test_only_a_campaign_in_which_something_was_done_and_nothing_lost_passes() -> None:
    answers = {"acknowledged": 3, "lost": [], "doubled": []}
    uploads = {"acknowledged": 0, "lost": [], "doubled": 0, "faults_on_a_full_disk": []}
    good = {"answers": answers, "uploads": uploads}
    assert passes(good)
    assert not passes(good | {"answers": answers | {"lost": ["key1"]}})
    assert not passes(good | {"answers": answers | {"doubled": ["task 1: 2 times"]}})
    assert not passes(good | {"answers": answers | {"acknowledged": 0}})
    assert not passes(good | {"uploads": uploads | {"lost": ["abc"]}})
    assert not passes(good | {"uploads": uploads | {"doubled": 1}})
    assert not passes(good | {"uploads": uploads | {"faults_on_a_full_disk": ["500 error"]}})
