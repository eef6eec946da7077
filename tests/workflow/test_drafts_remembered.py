"""What somebody works on is read once for many pauses, and what has changed is noticed."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.projects.services import add_guideline
from annotate.workflow import services
from annotate.workflow.models import Assignment
from annotate.workflow.selectors import REMEMBERED_BYTES
from annotate.workflow.services.claim import PLENTY
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.workflow.acts import claim, describe, draft, fresh, submit, use_recipe
from tests.workflow.hit_acts import claim_hit, give_hits, in_hit

pytestmark = pytest.mark.django_db
INSTRUCTION = "Say what the light falls on and from where it comes in the picture."
ENOUGH = PLENTY + 2
BEFORE = "Two brown horses graze on a wet meadow below a long grey wall of loose stones."


@pytest.fixture
def described(project: Project, time: Clock) -> Project:
    """Three images wait for descriptions that are independent of one another."""
    use_recipe(project, {"key": "description", "mode": "parallel"})
    add_samples(project, 3)
    return project


@pytest.fixture
def held(people: Cast, described: Project) -> int:
    """Ada has claimed a task as her page does."""
    path = f"/api/v1/projects/{described.pk}/claim"
    claimed = client_of(people.ada).post(path, {}, format="json")
    return int(claimed.json()["assignment"]["id"])


def save(who: User, assignment: int, text: str, version: int, **more: Any) -> Any:
    sent = {"answer": {"text": text}, "version": version, "active_seconds": 1, "check": True}
    path = f"/api/v1/assignments/{assignment}/draft"
    return client_of(who).put(path, {**sent, **more}, format="json")


def check(who: User, assignment: int, text: str) -> Any:
    sent = {"answer": {"text": text}}
    return client_of(who).post(f"/api/v1/assignments/{assignment}/check", sent, format="json")


def statements(act: Callable[[], Any]) -> int:
    """How many statements a request takes."""
    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


def codes(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.content
    return [each["code"] for each in answer.json()["problems"]]


def test_a_draft_after_the_first_is_two_statements_less(people: Cast, held: int) -> None:
    """Those that read what its text is compared with: the guideline, and earlier texts."""
    who = people.ada
    first = statements(lambda: save(who, held, "A red", 0))
    assert statements(lambda: save(who, held, "A red kite", 1)) == first - 2


def test_a_version_of_the_guideline_is_read_once_for_all_who_work_by_it(
    people: Cast, project: Project, held: int
) -> None:
    first = statements(lambda: save(people.ada, held, "A red", 0))
    path = f"/api/v1/projects/{project.pk}/claim"
    other = client_of(people.ben).post(path, {}, format="json").json()["assignment"]["id"]
    assert statements(lambda: save(people.ben, other, "A red", 0)) == first - 1


def test_a_task_that_begins_after_the_guideline_was_changed_goes_by_the_new_one(
    people: Cast, project: Project, held: int
) -> None:
    assert "pasted_instruction" not in codes(save(people.ada, held, INSTRUCTION, 0))
    add_guideline(project=project, actor=people.owner, body=INSTRUCTION)
    path = f"/api/v1/projects/{project.pk}/claim"
    Membership.objects.filter(user=people.ben).update(guidelines_read=2)
    other = client_of(people.ben).post(path, {}, format="json").json()["assignment"]["id"]
    assert "pasted_instruction" in codes(save(people.ben, other, INSTRUCTION, 0))


def test_only_the_draft_itself_is_asked_for_beside_who_asks(people: Cast, held: int) -> None:
    who = people.ada
    save(who, held, "A red", 0)
    who_asks = statements(lambda: check(who, held + 1, "A red kite")) - 1  # looked up in vain
    assert statements(lambda: check(who, held, "A red kite")) == who_asks
    assert statements(lambda: save(who, held, "A red kite", 1)) == who_asks + 1


def test_what_is_saved_is_what_stands_in_the_row(people: Cast, held: int, time: Clock) -> None:
    save(people.ada, held, "A red", 0)
    at = time.forward(seconds=20)
    save(people.ada, held, "A red kite", 1, active_seconds=15)
    row = Assignment.objects.get(pk=held)
    assert (row.draft, row.draft_version) == ({"text": "A red kite"}, 2)
    assert (row.draft_saved_at, row.active_seconds) == (at, 15)


def test_the_lease_goes_on_with_every_half_minute(people: Cast, held: int, time: Clock) -> None:
    ends = []
    for version in range(4):
        ends.append(save(people.ada, held, f"A {version}", version).json()["lease"]["expires_at"])
        time.forward(seconds=31)
    assert ends == sorted(set(ends))
    assert str(Assignment.objects.get(pk=held).lease_expires_at.isoformat())[:19] == ends[-1][:19]


def test_a_new_guideline_is_known_after_a_minute(
    people: Cast, project: Project, held: int, time: Clock
) -> None:
    assert "pasted_instruction" not in codes(save(people.ada, held, INSTRUCTION, 0))
    add_guideline(project=project, actor=people.owner, body=INSTRUCTION)
    time.forward(seconds=61)
    assert "pasted_instruction" in codes(save(people.ada, held, INSTRUCTION, 1))


def test_a_text_handed_in_since_is_known_with_the_next_task(
    people: Cast, project: Project, held: int
) -> None:
    save(people.ada, held, BEFORE, 0)
    submit(Assignment.objects.get(pk=held), {"text": BEFORE})
    path = f"/api/v1/projects/{project.pk}/claim"
    then = client_of(people.ada).post(path, {}, format="json").json()["assignment"]["id"]
    assert "near_duplicate" in codes(save(people.ada, then, BEFORE, 0))


def test_a_draft_of_another_window_is_not_written_over(people: Cast, held: int) -> None:
    save(people.ada, held, "From here", 0)
    draft(Assignment.objects.get(pk=held), "From elsewhere", version=1)
    refused = save(people.ada, held, "From here too", 1)
    assert refused.status_code == 409
    assert refused.json()["error"]["code"] == "stale_draft"
    assert refused.json()["error"]["details"]["answer"] == {"text": "From elsewhere"}


def test_after_that_one_goes_on_from_the_newer_one(people: Cast, held: int) -> None:
    save(people.ada, held, "From here", 0)
    draft(Assignment.objects.get(pk=held), "From elsewhere", version=1)
    save(people.ada, held, "From here too", 1)
    assert save(people.ada, held, "Both", 2).json()["version"] == 3


def test_an_edit_whose_answer_was_lost_is_taken_again(people: Cast, held: int) -> None:
    for _ in range(2):
        assert save(people.ada, held, "Same", 0).json()["version"] == 1


def test_time_counted_elsewhere_never_shrinks(people: Cast, held: int, time: Clock) -> None:
    save(people.ada, held, "A red", 0)
    time.forward(seconds=50)
    services.heartbeat(assignment=fresh(Assignment.objects.get(pk=held)), active_seconds=45)
    saved = save(people.ada, held, "A red kite", 1, active_seconds=5)
    assert saved.status_code == 200
    assert Assignment.objects.get(pk=held).active_seconds == 45


def test_work_on_an_image_that_was_withdrawn_says_so(
    people: Cast, project: Project, held: int
) -> None:
    save(people.ada, held, "A red", 0)
    row = Assignment.objects.get(pk=held)
    services.withdraw_sample(sample=row.sample, actor=people.owner, reason="blurred")
    refused = save(people.ada, held, "A red kite", 1)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "withdrawn")
    assert Assignment.objects.get(pk=held).draft == {"text": "A red kite"}


def test_after_the_submission_no_draft_is_taken(people: Cast, held: int) -> None:
    save(people.ada, held, "A red kite.", 0)
    submit(Assignment.objects.get(pk=held), {"text": "A red kite."})
    refused = save(people.ada, held, "An afterthought", 1)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_held")


def test_what_is_gone_is_not_found(people: Cast, held: int) -> None:
    save(people.ada, held, "A red", 0)
    Assignment.objects.filter(pk=held).delete()
    assert save(people.ada, held, "A red kite", 1).status_code == 404


@pytest.mark.parametrize("act", ["draft", "check"])
def test_nobody_else_is_given_it(people: Cast, held: int, act: str) -> None:
    save(people.ada, held, "A red", 0)
    for other in (people.ben, people.owner):
        asked = save(other, held, "Mine", 1) if act == "draft" else check(other, held, "Mine")
        assert asked.status_code == 404


def test_a_task_taken_ahead_begins_with_its_first_draft(
    people: Cast, project: Project, held: int, time: Clock
) -> None:
    add_samples(project, ENOUGH)
    path = f"/api/v1/projects/{project.pk}/claim"
    ahead = client_of(people.ada).post(path, {"ahead": True}, format="json").json()["assignment"]
    begun = time.forward(minutes=2)
    save(people.ada, ahead["id"], "A red", 0)
    row = Assignment.objects.get(pk=ahead["id"])
    assert (row.is_ahead, row.started_at) == (False, begun)


def test_texts_of_one_hit_are_compared_as_they_are_typed(
    people: Cast, project: Project, time: Clock
) -> None:
    give_hits(project)
    add_samples(project, 3)
    first, second, *_ = in_hit(claim_hit(project, people.ben))
    save(people.ben, second.pk, "A dog", 0)
    save(people.ben, first.pk, BEFORE, 0)
    assert "near_duplicate" in codes(save(people.ben, second.pk, BEFORE, 1))


def test_a_long_draft_is_read_anew(people: Cast, held: int) -> None:
    who = people.ada
    save(who, held, "A kite. " * (REMEMBERED_BYTES // 8), 0)
    then = statements(lambda: save(who, held, "A red kite", 1))
    # All but the guideline, whose version is known.
    assert then == statements(lambda: save(who, held, "A red kite", 2)) + 2


def test_texts_that_were_handed_in_are_found_whatever_was_asked_before(
    people: Cast, described: Project
) -> None:
    """An answer is remembered by what it says, so no later one is taken for it."""
    describe(described, people.ada, BEFORE)
    second = claim(described, people.ada)
    assert "near_duplicate" in codes(save(people.ada, second.pk, BEFORE, 0))
    assert codes(save(people.ada, second.pk, "A wholly other text of nine words or more.", 1)) == []
