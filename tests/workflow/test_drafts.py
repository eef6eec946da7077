"""Nothing typed is ever lost."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.core import errors
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Assignment
from annotate.workflow.services.draft import StaleDraft
from tests.conftest import Cast, Clock, add_samples
from tests.workflow.acts import claim, code_of, draft, fresh, paths_of, submit, thing, use_recipe

pytestmark = pytest.mark.django_db


@pytest.fixture
def held(people: Cast, project: Project, time: Clock) -> Assignment:
    use_recipe(project, {"key": "description"})
    add_samples(project, 1)
    return claim(project, people.ada)


@pytest.fixture
def marking(people: Cast, project: Project) -> Assignment:
    add_samples(project, 1)
    return claim(project, people.ada)


def save(assignment: Assignment, answer: Any) -> Assignment:
    return services.save_draft(
        assignment=fresh(assignment), version=0, answer=answer, active_seconds=0
    )


def test_each_save_raises_the_version_by_one(held: Assignment) -> None:
    for version in range(3):
        assert draft(held, f"Draft {version}", version=version).draft_version == version + 1
    assert fresh(held).draft == {"text": "Draft 2"}


def test_a_draft_keeps_time_scratch_reason_and_moment(held: Assignment, time: Clock) -> None:
    at = time.forward(seconds=40)
    draft(held, "Text", version=0, seconds=25, scratch="Wrong picture")
    kept = fresh(held)
    assert (kept.active_seconds, kept.scratch_reason) == (25, "Wrong picture")
    assert kept.draft_saved_at == at


def test_an_edit_of_an_older_draft_is_refused_and_shown_the_newer_one(
    held: Assignment, time: Clock
) -> None:
    draft(held, "From window one", version=0)
    with pytest.raises(StaleDraft) as refused:
        draft(held, "From window two", version=0)
    assert refused.value.status == 409
    assert refused.value.details == {
        "version": 1,
        "answer": {"text": "From window one"},
        "saved_at": time.at.isoformat(),
        "scratch_reason": None,
        "looked_at": None,
    }
    assert fresh(held).draft == {"text": "From window one"}


@pytest.mark.parametrize("version", [-1, 2, 10**18])
def test_a_version_that_never_was_is_refused(held: Assignment, version: int) -> None:
    draft(held, "One", version=0)
    with pytest.raises(StaleDraft):
        draft(held, "Two", version=version)


def test_saving_the_same_edit_again_is_no_conflict(held: Assignment) -> None:
    """The first answer was lost on the way: the person must not be asked to choose between
    their text and itself."""
    assert draft(held, "Same", version=0).draft_version == 1
    assert draft(held, "Same", version=0).draft_version == 1


def test_the_choice_after_a_conflict_is_saved_on_top(held: Assignment) -> None:
    draft(held, "From window one", version=0)
    with pytest.raises(StaleDraft) as refused:
        draft(held, "From window two", version=0)
    saved = draft(held, "From window two", version=refused.value.details["version"])
    assert saved.draft == {"text": "From window two"}


@pytest.mark.parametrize(
    "unfinished",
    [
        {"objects": []},
        {"objects": [thing(label="", description="")]},
        {"objects": [thing(box={"x": -5, "y": 0, "width": 0, "height": 0})]},
        {"objects": [thing(box={"x": 5000, "y": 0, "width": 10, "height": 10})]},
        {"objects": [thing("a"), thing("a")]},
        {"objects": [thing(derived_from=["gone"])]},
        {"objects": [thing(description="x" * 9000)]},
    ],
    ids=["empty", "no label", "no size", "outside", "same id", "unknown source", "too long"],
)
def test_a_draft_may_be_unfinished(marking: Assignment, unfinished: dict[str, Any]) -> None:
    assert save(marking, unfinished).draft_version == 1


def test_a_draft_keeps_every_blank_as_typed(held: Assignment) -> None:
    draft(held, "  Two spaces \n\n", version=0)
    assert fresh(held).draft == {"text": "  Two spaces \n\n"}


def test_letters_of_every_script_survive(held: Assignment) -> None:
    text = "Ein Straßencafé – 大阪城 🏯 \N{ARABIC LETTER MEEM}"
    draft(held, text, version=0)
    assert fresh(held).draft == {"text": text}


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({"text": "x" * 1_100_000}, "answer_too_large"),
        ({"text": 5}, "wrong_type"),
        ({}, "missing"),
        ({"text": "a", "author": "model"}, "unknown_field"),
    ],
    ids=["too large", "wrong type", "field missing", "unknown field"],
)
def test_what_is_no_answer_at_all_is_refused(
    held: Assignment, answer: dict[str, Any], code: str
) -> None:
    with pytest.raises(errors.Invalid) as refused:
        save(held, answer)
    assert [found for _, found in paths_of(refused.value)] == [code]
    assert fresh(held).draft is None


def test_the_place_of_an_ill_shaped_draft_is_named(marking: Assignment) -> None:
    with pytest.raises(errors.Invalid) as refused:
        save(marking, {"objects": [thing(), thing("b", box={"x": 1, "y": "top"})]})
    assert ("objects[1].box.y", "wrong_type") in paths_of(refused.value)


def test_after_the_submission_no_draft_is_taken(held: Assignment) -> None:
    submit(held, {"text": "Done."})
    with pytest.raises(errors.Conflict) as refused:
        draft(held, "An afterthought", version=0)
    assert code_of(refused.value) == "not_held"


@pytest.mark.parametrize(
    ("reported", "passed", "counted"),
    [(30, 60, 30), (500, 60, 60), (0, 60, 0)],
    ids=["plausible", "more than the time that passed", "none"],
)
def test_active_time_never_exceeds_the_time_that_passed(
    held: Assignment, time: Clock, reported: float, passed: float, counted: float
) -> None:
    time.forward(seconds=passed)
    draft(held, "Text", version=0, seconds=reported)
    assert fresh(held).active_seconds == counted


def test_active_time_never_shrinks(held: Assignment, time: Clock) -> None:
    time.forward(seconds=60)
    draft(held, "Text", version=0, seconds=50)
    draft(held, "More text", version=1, seconds=3)
    assert fresh(held).active_seconds == 50


@pytest.mark.parametrize(("seconds", "statements"), [(5, 1), (40, 2)])
def test_a_draft_is_kept_by_one_statement_and_what_was_taken_ahead_by_another_now_and_then(
    held: Assignment, time: Clock, seconds: int, statements: int
) -> None:
    """While somebody types this is asked every two seconds."""
    for version in range(2):
        time.forward(seconds=seconds)
        draft(held, "Draft", version=version)
    mine, at = fresh(held), time.forward(seconds=seconds)
    with CaptureQueriesContext(connection) as captured:
        services.save_draft(assignment=mine, version=2, answer={"text": "More"}, active_seconds=9)
    assert len(captured) == statements, captured.captured_queries
    kept = fresh(held)
    assert (kept.draft, kept.draft_version, kept.draft_saved_at) == ({"text": "More"}, 3, at)
    assert kept.lease_expires_at == mine.lease_expires_at > kept.started_at


@pytest.mark.parametrize(
    ("minutes", "seconds", "renewed"),
    [(30, 29, False), (30, 30, True), (1, 1, True), (600, 59, False), (600, 60, True)],
)
def test_a_lease_is_renewed_once_that_is_worth_a_write(
    people: Cast, project: Project, time: Clock, minutes: int, seconds: int, renewed: bool
) -> None:
    """Its end is in an index; what is typed is in none."""
    use_recipe(project, {"key": "description", "lease_minutes": minutes})
    add_samples(project, 1)
    held = claim(project, people.ada)
    before = fresh(held).lease_expires_at
    time.forward(seconds=seconds)
    draft(held, "Typed", version=0)
    assert (fresh(held).lease_expires_at - before).total_seconds() == (seconds if renewed else 0)


def test_a_sign_of_life_takes_one_statement_and_one_for_what_was_taken_ahead(
    held: Assignment, time: Clock
) -> None:
    mine = fresh(held)
    for _ in range(2):
        time.forward(seconds=40)
        services.heartbeat(assignment=mine, active_seconds=0)
    time.forward(seconds=40)
    with CaptureQueriesContext(connection) as captured:
        services.heartbeat(assignment=mine, active_seconds=9)
    assert len(captured) == 2, captured.captured_queries
    assert fresh(held).active_seconds == 9
