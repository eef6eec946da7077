"""Practice: a round whose right answers are shown afterwards, finished once before work."""

import pytest

from annotate.projects.models import Project
from annotate.quality.models import Attempt
from annotate.quality.selectors.gold import items_for
from annotate.quality.services.gold import mark_answer
from annotate.workflow import services
from annotate.workflow.models import Annotation, Hit, Task
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
    post,
    purposes,
    put_gold,
    reason,
    says,
)
from tests.quality.scene import give
from tests.workflow.acts import open_tasks
from tests.workflow.hit_acts import MINUTES, claim_hit, in_hit, submit_hit

pytestmark = pytest.mark.django_db


@pytest.fixture
def practising(project: Project, people: Cast, time: Clock) -> Project:
    caption_hits(project)
    add_samples(project, 4)
    put_gold(project, people.owner, 3, uses=["practice"], note="Look at the sign.")
    ask(project, people.owner, practice={"enabled": True, "size": 2})
    return project


def test_practice_tells_afterwards_what_was_right(people: Cast, practising: Project) -> None:
    told = me(practising, people.ada)
    assert told["gate"]["data"] == {"stage": "caption", "size": 2}
    assert told["practice"] == {"enabled": True, "size": 2, "done": False}
    answered = post(practising, people.ada, "practice").json()
    assert (answered["purpose"], len(answered["assignments"])) == ("practice", 2)
    hit = Hit.objects.select_related("annotator").get(pk=answered["id"])
    assert code(client_of(people.ada).get(f"/api/v1/hits/{hit.pk}/feedback")) == (
        409,
        "not_submitted",
    )
    do(hit, right=1)
    said = feedback(hit)
    first, second = (each.pk for each in in_hit(hit))
    assert said.pop("stage")["kind"] == "caption.v1"
    assert said == {
        "purpose": "practice",
        "items": [
            {
                "assignment": pk,
                "fields": [
                    {"path": "text_detected", "expected": True, "given": right, "right": right}
                ],
                "note": "Look at the sign.",
                "example": None,
                "mine": says(text=right, key=pk),
            }
            for pk, right in ((first, True), (second, False))
        ],
        "score": 0.5,
        "pass_mark": None,
        "passed": None,
        "attempts_left": None,
        "retry_at": None,
    }
    assert me(practising, people.ada)["gate"] is None
    assert purposes(claim_hit(practising, people.ada)) == ["work"] * 3


def test_a_round_that_is_held_is_gone_on_with(people: Cast, practising: Project) -> None:
    first = begin(practising, people.ada, "practice")
    assert begin(practising, people.ada, "practice") == first
    assert claim_hit(practising, people.ada) == first
    assert Attempt.objects.count() == 1


def test_one_may_practise_again_on_what_is_new_first(people: Cast, practising: Project) -> None:
    met = {each.sample_id for each in in_hit(do(begin(practising, people.ada, "practice")))}
    again = {each.sample_id for each in in_hit(begin(practising, people.ada, "practice"))}
    assert len(again - met) == 1
    assert len(again) == 2


def test_leads_try_practice_out_too(people: Cast, practising: Project) -> None:
    assert purposes(begin(practising, people.owner, "practice")) == ["practice"] * 2


def test_practice_waits_for_the_work_that_is_held(people: Cast, project: Project) -> None:
    caption_hits(project)
    add_samples(project, 4)
    held = claim_hit(project, people.ada)
    put_gold(project, people.owner, 2, uses=["practice"])
    ask(project, people.owner, practice={"enabled": True})
    refused = post(project, people.ada, "practice")
    assert code(refused) == (409, "hit_held")
    error = refused.json()["error"]
    assert "another set of tasks" in error["message"]
    assert "give it back" in error["remedy"]
    services.release_hit(hit=held, actor=people.ada)
    assert post(project, people.ada, "practice").status_code == 200


def test_practice_does_not_wait_for_work_whose_time_is_over(
    people: Cast, project: Project, time: Clock
) -> None:
    caption_hits(project)
    add_samples(project, 4)
    over = claim_hit(project, people.ada)
    put_gold(project, people.owner, 2, uses=["practice"])
    ask(project, people.owner, practice={"enabled": True})
    time.forward(minutes=MINUTES + 1)
    assert post(project, people.ada, "practice").status_code == 200
    over.refresh_from_db()
    assert over.state == "expired"


def test_what_is_not_asked_cannot_be_begun(people: Cast, project: Project) -> None:
    caption_hits(project)
    for what in ("practice", "test"):
        refused = post(project, people.ada, what)
        assert code(refused) == (409, "not_asked")
        assert refused.json()["error"]["remedy"]
    assert not Hit.objects.exists()


def test_practice_is_given_back_as_any_hit_and_is_not_done_then(
    people: Cast, practising: Project
) -> None:
    hit = begin(practising, people.ada, "practice")
    services.release_hit(hit=hit, actor=people.ada)
    assert reason(practising, people.ada) == "practice"
    assert set(Task.objects.filter(purpose="practice").values_list("state", flat=True)) == {
        "cancelled"
    }


def test_a_withdrawn_image_is_practised_by_nobody(people: Cast, practising: Project) -> None:
    hit = begin(practising, people.ada, "practice")
    gone, _ = in_hit(hit)
    services.withdraw_sample(sample=gone.sample, actor=people.owner, reason="private")
    submit_hit(hit, [HitAnswer(assignment=in_hit(hit)[1].pk, answer=says(text=True))])
    assert feedback(Hit.objects.select_related("annotator").get(pk=hit.pk))["score"] == 1.0
    for user in (people.ben, people.cleo):
        drawn = {each.sample_id for each in in_hit(begin(practising, user, "practice"))}
        assert gone.sample_id not in drawn
    services.restore_sample(sample=gone.sample, actor=people.owner)
    assert open_tasks(gone.sample) == []


def test_one_practises_on_own_answers_only_where_there_are_no_others(
    people: Cast, project: Project, time: Clock
) -> None:
    captions_and_votes(project)
    add_samples(project, 2)
    do(claim_hit(project, people.ada, "caption"))
    for each in Annotation.objects.filter(author=people.ada):
        mark_answer(
            project=project,
            actor=people.owner,
            stage_key="vote",
            annotation_id=each.pk,
            expected={"votes.good": True},
            uses=["practice"],
        )
    stage = project.recipe.stage("vote")
    assert len(items_for(project, stage, people.ada, "practice", 5)) == 2
    [other] = add_samples(project, 1)
    theirs = give(other, people.ben, says(text=True)).answer
    assert theirs is not None
    mark_answer(
        project=project,
        actor=people.owner,
        stage_key="vote",
        annotation_id=theirs.pk,
        expected={"votes.good": True},
        uses=["practice"],
    )
    [slot] = items_for(project, stage, people.ada, "practice", 5)
    assert slot.about == theirs
