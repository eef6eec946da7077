"""Tests with a pass mark, retries, waiting times and an end."""

from datetime import datetime

import pytest

from annotate.people.models import User
from annotate.projects.models import AuditEvent, Project
from annotate.quality.models import Attempt, GoldResult
from annotate.workflow import services
from annotate.workflow.models import Hit, Task
from annotate.workflow.schemas.work import HitAnswer
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.quality.gold_scene import (
    ask,
    begin,
    caption_hits,
    captions_and_votes,
    code,
    do,
    feedback,
    me,
    newcomer,
    post,
    purposes,
    put_gold,
    reason,
    says,
)
from tests.quality.scene import captioned
from tests.workflow.acts import fresh, open_tasks
from tests.workflow.hit_acts import MINUTES, answers_to, claim_hit, in_hit, submit_hit

pytestmark = pytest.mark.django_db

TEST = {"enabled": True, "size": 4, "pass_mark": 0.75, "max_attempts": 2, "retry_hours": 24}


@pytest.fixture
def testing(project: Project, people: Cast, time: Clock) -> Project:
    caption_hits(project)
    add_samples(project, 4)
    put_gold(project, people.owner, 4, uses=["test"])
    ask(project, people.owner, test=TEST)
    return project


def try_test(project: Project, user: User, right: int) -> Hit:
    return do(begin(project, user, "test"), right=right)


def test_who_passes_may_work(people: Cast, testing: Project) -> None:
    gate = me(testing, people.ada)["gate"]
    assert gate["message"] == "Captions begins with a test; 75% must be right."
    assert gate["data"]["attempts_left"] == 2
    hit = try_test(testing, people.ada, 3)
    said = feedback(hit)
    assert (said["items"], said["score"], said["pass_mark"], said["passed"]) == (
        [],
        0.75,
        0.75,
        True,
    )
    told = me(testing, people.ada)
    assert told["gate"] is None
    assert (told["test"]["passed"], told["test"]["score"]) == (True, 0.75)
    assert code(post(testing, people.ada, "test")) == (409, "not_asked")
    assert purposes(claim_hit(testing, people.ada)) == ["work"] * 3


def test_who_fails_waits_tries_again_and_is_out_at_last(
    people: Cast, testing: Project, time: Clock
) -> None:
    hit = try_test(testing, people.ada, 2)
    said = feedback(hit)
    assert (said["items"], said["passed"], said["attempts_left"]) == ([], False, 1)
    retry = time.at.replace(day=time.at.day + 1)
    assert datetime.fromisoformat(said["retry_at"]) == retry
    gate = me(testing, people.ada)["gate"]
    assert gate["reason"] == "test_failed"
    assert datetime.fromisoformat(gate["data"]["retry_at"]) == retry
    assert gate["remedy"] == "Try again later."
    time.forward(hours=23)
    assert code(post(testing, people.ada, "test")) == (409, "not_asked")
    assert services.claim(project=testing, annotator=people.ada).reason == "gated"
    time.forward(hours=1)
    try_test(testing, people.ada, 0)
    gate = me(testing, people.ada)["gate"]
    assert (gate["reason"], gate["data"]["attempts_left"]) == ("test_failed", 0)
    assert gate["remedy"] == "Ask a lead whether you may try again."
    time.forward(days=400)
    assert code(post(testing, people.ada, "test")) == (409, "not_asked")
    assert reason(testing, people.ben) == "test", "everybody is tested alone"


def test_a_lead_lets_somebody_begin_again(people: Cast, testing: Project, time: Clock) -> None:
    try_test(testing, people.ada, 0)
    time.forward(days=2)
    try_test(testing, people.ada, 0)
    url = f"/api/v1/projects/{testing.pk}/qualification/people"
    [row] = [
        each
        for each in client_of(people.owner).get(url).json()
        if each["user"]["username"] == "ada"
    ]
    assert (row["test"]["attempts"], row["test"]["score"], row["test"]["passed"]) == (2, 0.0, False)
    reset = client_of(people.owner).post(f"{url}/{people.ada.pk}/reset")
    assert reset.status_code == 204
    assert me(testing, people.ada)["test"]["attempts_left"] == 2
    assert AuditEvent.objects.filter(verb="qualification.reset", target="ada").count() == 1
    assert GoldResult.objects.filter(annotator=people.ada).count() == 8, "the evidence stays"
    try_test(testing, people.ada, 4)
    assert reason(testing, people.ada) is None


def test_a_pass_runs_out(people: Cast, testing: Project, time: Clock) -> None:
    ask(testing, people.owner, test=TEST | {"valid_days": 30})
    try_test(testing, people.ada, 4)
    ends = me(testing, people.ada)["test"]["expires_at"]
    assert datetime.fromisoformat(ends) == time.forward(days=30)
    assert reason(testing, people.ada) == "test"
    time.forward(seconds=-1)
    assert reason(testing, people.ada) is None


def test_a_later_mark_changes_no_result(people: Cast, testing: Project) -> None:
    try_test(testing, people.ada, 3)
    ask(testing, people.owner, test=TEST | {"pass_mark": 1.0})
    assert reason(testing, people.ada) is None
    hit = begin(testing, people.ben, "test")
    ask(testing, people.owner, test=TEST | {"pass_mark": 0.1})
    do(hit, right=3)
    assert feedback(hit)["passed"] is False, "the mark when the test began"


def test_a_task_that_is_skipped_was_not_got_right(people: Cast, testing: Project) -> None:
    hit = begin(testing, people.ada, "test")
    services.skip(assignment=fresh(in_hit(hit)[0]), actor=people.ada, reason="other")
    do(hit)
    said = feedback(hit)
    assert (said["score"], said["passed"]) == (0.75, True)
    two = begin(testing, people.ben, "test")
    for each in in_hit(two)[:2]:
        services.skip(assignment=fresh(each), actor=people.ben, reason="other")
    do(two)
    assert (feedback(two)["score"], feedback(two)["passed"]) == (0.5, False)


def test_a_task_that_was_withdrawn_counts_against_nobody(people: Cast, testing: Project) -> None:
    hit = begin(testing, people.ada, "test")
    services.withdraw_sample(sample=in_hit(hit)[0].sample, actor=people.owner, reason="private")
    left = [each for each in in_hit(hit) if each.state == "live"]
    submit_hit(
        hit,
        [HitAnswer(assignment=each.pk, answer=says(text=True, key=each.pk)) for each in left],
    )
    assert feedback(hit)["score"] == 1.0


def test_a_test_that_ran_out_does_not_count(people: Cast, testing: Project, time: Clock) -> None:
    first = begin(testing, people.ada, "test")
    time.forward(minutes=MINUTES + 6)
    services.expire_leases()
    first.refresh_from_db()
    assert first.state == "expired"
    assert me(testing, people.ada)["test"]["attempts_left"] == 2
    assert set(Task.objects.filter(purpose="test").values_list("state", flat=True)) == {"cancelled"}
    ask(testing, people.owner)
    given = claim_hit(testing, people.ben)
    assert purposes(given) == ["work"] * 3, "what was a test is never work"
    ask(testing, people.owner, test=TEST)
    second = begin(testing, people.ada, "test")
    assert second != first
    assert Attempt.objects.filter(finished_at=None).count() == 2


def test_a_test_that_is_over_is_not_given_again(
    people: Cast, testing: Project, time: Clock
) -> None:
    """Nothing has taken it back yet: the start does."""
    first = begin(testing, people.ada, "test")
    time.forward(minutes=MINUTES + 1)
    second = begin(testing, people.ada, "test")
    assert second != first
    assert second.deadline > time.at


def test_a_late_test_is_no_attempt_beside_the_one_begun_since(
    people: Cast, testing: Project, time: Clock
) -> None:
    first = begin(testing, people.ada, "test")
    time.forward(minutes=MINUTES + 1)
    second = begin(testing, people.ada, "test")
    do(first)
    assert reason(testing, people.ada) == "test"
    do(second, right=0)
    gate = me(testing, people.ada)["gate"]
    assert (gate["reason"], gate["data"]["attempts_left"]) == ("test_failed", 1)


def test_a_late_test_counts_where_no_other_was_begun(
    people: Cast, testing: Project, time: Clock
) -> None:
    first = begin(testing, people.ada, "test")
    time.forward(minutes=MINUTES + 1)
    services.expire_leases()
    do(first)
    assert feedback(first)["passed"] is True
    assert reason(testing, people.ada) is None


def test_a_test_has_as_many_tasks_as_there_are(people: Cast, testing: Project) -> None:
    ask(testing, people.owner, test=TEST | {"size": 50})
    assert me(testing, people.ada)["gate"]["data"]["size"] == 4
    assert len(in_hit(begin(testing, people.ada, "test"))) == 4


def test_nothing_of_a_test_is_work(people: Cast, testing: Project) -> None:
    hit = try_test(testing, people.ada, 4)
    assert {each.answer.purpose for each in in_hit(hit) if each.answer} == {"test"}
    for each in in_hit(hit):
        assert open_tasks(each.sample) == []
    assert (
        not client_of(people.owner).get(f"/api/v1/projects/{testing.pk}/review").json()["results"]
    )


def test_an_answer_about_something_else_is_not_taken(people: Cast, testing: Project) -> None:
    hit = begin(testing, people.ada, "test")
    sent = answers_to(hit, captioned("Too short."))
    body = {
        "key": "0b6f3c1e-2f0a-4f4b-9c52-0d7a4a6d8a11",
        "answers": [
            {"assignment": each.assignment, "answer": each.answer, "active_seconds": 0}
            for each in sent
        ],
    }
    url = f"/api/v1/hits/{hit.pk}/submit"
    assert client_of(people.ada).post(url, body, format="json").status_code == 422
    assert not GoldResult.objects.exists()
    assert client_of(people.ben).get(f"/api/v1/hits/{hit.pk}/feedback").status_code == 404


def test_each_stage_has_a_test_of_its_own_in_the_list_of_people(
    people: Cast, project: Project, time: Clock
) -> None:
    """Who failed one test and passed another has not passed."""
    captions_and_votes(project)
    ada = newcomer(project)
    for stage, passed in (("caption", False), ("vote", True)):
        hit = Hit.objects.create(
            project=project,
            stage_key=stage,
            annotator=ada,
            purpose="test",
            state="submitted",
            deadline=time.at,
        )
        Attempt.objects.create(
            project=project,
            user=ada,
            stage_key=stage,
            purpose="test",
            hit=hit,
            score=1.0 if passed else 0.0,
            passed=passed,
            finished_at=time.forward(minutes=1),
        )
    url = f"/api/v1/projects/{project.pk}/qualification/people"
    rows = {each["user"]["username"]: each for each in client_of(people.owner).get(url).json()}
    assert (rows["nora"]["test"]["passed"], rows["nora"]["test"]["attempts"]) == (False, 2)
    assert rows["cleo"]["test"]["score"] is None
