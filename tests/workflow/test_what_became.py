"""What became of one's answers: told to whoever wrote them, and never who made it of them."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow import hooks, services
from annotate.workflow.hooks import Slot
from annotate.workflow.models import Annotation, Assignment, Purpose, Sample
from annotate.workflow.schemas.work import HitAnswer
from annotate.workflow.selectors import history
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.workflow.acts import claim, describe, fresh, mark, submit, thing, use_recipe, work
from tests.workflow.hit_acts import NO, YES, give_votes, submit_hit

pytestmark = pytest.mark.django_db

# 8 words, of which 7 are in the next one: 7 of 9 in all. The final one has 6 of them: 6 of 11.
MINE = "A red kite flies above the old harbour"
NEXT = "A red kite flies high above the harbour"
FINAL = "A red paper kite flies high above a harbour wall"
ROUNDS = {"key": "description", "rounds": 3}


@pytest.fixture
def sample(people: Cast, project: Project, time: Clock) -> Sample:
    """One image in three rounds of descriptions; Ada has written the first."""
    use_recipe(project, ROUNDS)
    [sample] = add_samples(project, 1)
    describe(project, people.ada, MINE)
    return sample


def mine(user: User, number: int | None = None) -> Any:
    """Return the newest submission of somebody as their history tells of it."""
    client = client_of(user)
    rows = client.get("/api/v1/history").json()["results"]
    found = client.get(f"/api/v1/history/{number or rows[0]['assignment_id']}").json()
    assert found["outcome"]["state"] == rows[0]["outcome"] or number is not None
    return found["outcome"]


def test_what_nobody_has_gone_on_from_waits(people: Cast, sample: Sample) -> None:
    assert mine(people.ada) == {"state": "waiting", "later": [], "votes": None}


def test_the_next_text_is_shown_with_how_alike_the_two_are(
    people: Cast, project: Project, sample: Sample
) -> None:
    describe(project, people.ben, NEXT)
    told = mine(people.ada)
    assert told["state"] == "continued"
    [later] = told["later"]
    assert later == {
        "answer": {"text": NEXT},
        "similarity": pytest.approx(7 / 9),
        "tokens_before": 8,
        "tokens_after": 8,
        "from_scratch": False,
        "scratch_reason": "",
    }


def test_every_later_text_is_compared_with_mine_to_the_final_one(
    people: Cast, project: Project, sample: Sample
) -> None:
    describe(project, people.ben, NEXT)
    describe(project, people.cleo, FINAL)
    told = mine(people.ada)
    assert told["state"] == "finished"
    assert [each["answer"]["text"] for each in told["later"]] == [NEXT, FINAL]
    assert told["later"][1]["similarity"] == pytest.approx(6 / 11)
    assert [each["answer"]["text"] for each in mine(people.ben)["later"]] == [FINAL]


def test_the_last_one_is_told_that_theirs_is_the_final_text(
    people: Cast, project: Project, sample: Sample
) -> None:
    describe(project, people.ben, NEXT)
    describe(project, people.cleo, FINAL)
    assert mine(people.cleo) == {"state": "final", "later": [], "votes": None}


def test_who_starts_from_scratch_says_why_to_whoever_wrote_the_text(
    people: Cast, project: Project, sample: Sample
) -> None:
    describe(project, people.ben, FINAL, scratch="It is too vague")
    [later] = mine(people.ada)["later"]
    assert (later["from_scratch"], later["scratch_reason"]) == (True, "It is too vague")


def test_what_a_lead_has_rejected_is_not_what_became_of_it(
    people: Cast, project: Project, sample: Sample
) -> None:
    theirs = describe(project, people.ben, NEXT).answer
    assert theirs is not None
    services.set_verdict(
        annotation=theirs, verdict="rejected", actor=people.owner, reason="pasted", requeue=True
    )
    assert mine(people.ada)["later"] == []
    told = mine(people.ben)
    assert told == {"state": "rejected", "later": [], "votes": None}
    assert "pasted" not in str(told), "the reason is for the leads"


def test_an_image_that_left_the_project_is_named_so(
    people: Cast, project: Project, sample: Sample
) -> None:
    services.withdraw_sample(sample=sample, actor=people.owner, reason="private")
    assert mine(people.ada)["state"] == "withdrawn"


def test_objects_are_told_one_by_one(people: Cast, project: Project, time: Clock) -> None:
    use_recipe(project, {"key": "objects", "kind": "objects.v1", "rounds": 2})
    add_samples(project, 1)
    mark(project, people.ada, thing("t1"), thing("t2", label="cloud"))
    mark(project, people.ben, thing("t1", label="oak", derived_from=["t1"]))
    held = Assignment.objects.get(annotator=people.ada)
    told = client_of(people.ada).get(f"/api/v1/history/{held.pk}").json()
    tree, _ = told["mine"]["objects"]
    [later] = told["outcome"]["later"]
    [left] = later["answer"]["objects"]
    assert (left["label"], left["derived_from"]) == ("oak", [tree["id"]])
    assert tree["id"] != "t1"


def test_no_name_no_time_no_origin_and_no_number_of_others_is_told(
    people: Cast, project: Project, sample: Sample, time: Clock
) -> None:
    time.forward(days=2)
    describe(project, people.ben, NEXT)
    time.forward(days=2)
    describe(project, people.cleo, FINAL)
    told = mine(people.ada)
    assert set(told) == {"state", "later", "votes"}
    keys = {key for each in told["later"] for key in each}
    assert keys == {
        *("answer", "similarity", "tokens_before", "tokens_after"),
        *("from_scratch", "scratch_reason"),
    }
    values = str(told)
    others = Annotation.objects.exclude(author=people.ada)
    assert not any(each.created_at.isoformat()[:10] in values for each in others)
    assert not any(name in values.lower() for name in ("ben", "cleo", "person", "model"))


def test_nobody_else_reads_what_became_of_it(
    people: Cast, project: Project, sample: Sample
) -> None:
    number = Assignment.objects.get(annotator=people.ada).pk
    for user in (people.ben, people.owner, people.stranger):
        assert client_of(user).get(f"/api/v1/history/{number}").status_code == 404


# --- Answers that are judged, or stand beside others -------------------------------------------


@pytest.fixture
def judged(people: Cast, project: Project, time: Clock) -> Assignment:
    """A text of Ada's that wants two votes."""
    give_votes(project, texts=1, votes=2)
    add_samples(project, 1)
    return work(project, people.ada, {"text": "By Ada."}, "text")


def vote(project: Project, user: User, answer: dict[str, Any]) -> Assignment:
    return work(project, user, answer, "vote")


def test_what_is_still_judged_waits(people: Cast, project: Project, judged: Assignment) -> None:
    vote(project, people.ben, YES)
    assert mine(people.ada) == {"state": "waiting", "later": [], "votes": None}


@pytest.mark.parametrize(("second", "state"), [(YES, "kept"), (NO, "dropped")])
def test_the_votes_are_told_question_by_question(
    people: Cast, project: Project, judged: Assignment, second: dict[str, Any], state: str
) -> None:
    vote(project, people.ben, YES)
    vote(project, people.cleo, second)
    yes = 2 if second == YES else 1
    assert mine(people.ada) == {
        "state": state,
        "later": [],
        "votes": {
            "kept": state == "kept",
            "criteria": [
                {
                    "key": "good",
                    "title": "Is it good?",
                    "yes": yes,
                    "no": 2 - yes,
                    "passed": state == "kept",
                }
            ],
        },
    }


def test_a_vote_counts_and_is_told_nothing_of_the_others(
    people: Cast, project: Project, judged: Assignment
) -> None:
    vote(project, people.ben, YES)
    vote(project, people.cleo, NO)
    assert mine(people.ben) == {"state": "counted", "later": [], "votes": None}


def test_answers_beside_each_other_are_never_shown_to_each_other(
    people: Cast, project: Project, time: Clock
) -> None:
    use_recipe(project, {"key": "caption", "mode": "parallel", "rounds": 2})
    add_samples(project, 1)
    for user in (people.ada, people.ben):
        work(project, user, {"text": f"By {user.username}."}, "caption")
    assert mine(people.ada) == {"state": "counted", "later": [], "votes": None}


# --- What is known (gold) ----------------------------------------------------------------------


def test_where_gold_is_mixed_in_work_and_gold_are_told_alike(
    people: Cast, project: Project, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gold is never continued: were work told of its rounds, gold would be what is not."""
    use_recipe(project, {**ROUNDS, "gold_rate": 1.0})
    add_samples(project, 1)
    [known] = add_samples(project, 1, opened=False)
    monkeypatch.setattr(hooks.mixing, "functions", (lambda *_: [Slot(sample=known)],))
    gold = describe(project, people.ada, MINE)
    assert gold.task.purpose == "gold"
    monkeypatch.setattr(hooks.mixing, "functions", ())
    plain = describe(project, people.ada, MINE)
    describe(project, people.ben, NEXT)
    assert plain.task.purpose == "work"
    assert mine(people.ada, gold.pk) == mine(people.ada, plain.pk)
    rows = client_of(people.ada).get("/api/v1/history").json()["results"]
    assert {row["outcome"] for row in rows} == {"counted"}


def test_practice_and_tests_are_named_for_what_they_are(
    people: Cast, project: Project, time: Clock
) -> None:
    use_recipe(project, {"key": "description", "hit": {"size": 2, "minutes": 5}})
    [known] = add_samples(project, 1, opened=False)
    hit = services.start_hit(
        project=project,
        stage_key="description",
        annotator=people.ada,
        purpose=Purpose.PRACTICE,
        slots=[Slot(sample=known)],
    )
    [held] = hit.assignments.all()
    submit_hit(hit, [HitAnswer(assignment=held.pk, answer={"text": MINE})])
    assert mine(people.ada)["state"] == "practice"


# --- The list ----------------------------------------------------------------------------------


def test_the_list_says_it_in_one_word_each_with_one_query_for_all(
    people: Cast, project: Project, time: Clock
) -> None:
    use_recipe(project, ROUNDS)
    add_samples(project, 4)
    for _ in range(4):
        describe(project, people.ada, MINE)
    describe(project, people.ben, NEXT)
    page = list(Assignment.objects.filter(annotator=people.ada).select_related(
        "project", "task", "sample", "answer__outcome"
    ))  # fmt: skip
    with CaptureQueriesContext(connection) as captured:
        states = history.states_of(page)
    assert len(captured.captured_queries) == 1
    assert sorted(states.values()) == ["continued", "waiting", "waiting", "waiting"]


def test_the_list_counts_what_leads_have_said_and_what_is_unread(
    people: Cast, project: Project, sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = Assignment.objects.get(annotator=people.ada).answer_id
    monkeypatch.setattr(hooks.remarks, "functions", (lambda asked: dict.fromkeys(asked, (2, 1)),))
    assert hooks.remarks_on([answer or 0]) == {answer: (2, 1)}
    [row] = client_of(people.ada).get("/api/v1/history").json()["results"]
    assert row["feedback"] == {"count": 2, "unread": 1}


def test_a_submission_that_is_done_again_by_somebody_else_goes_on_waiting(
    people: Cast, project: Project, sample: Sample
) -> None:
    held = claim(project, people.ben)
    services.release(assignment=fresh(held), actor=people.ben)
    assert mine(people.ada)["state"] == "waiting"
    submit(claim(project, people.cleo), {"text": NEXT})
    assert mine(people.ada)["state"] == "continued"
