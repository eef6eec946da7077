"""Practice says what was right after each image; what counts is the first answer."""

from typing import Any

import pytest

from annotate.projects.models import Project
from annotate.quality.models import Attempt, GoldItem, GoldResult
from annotate.quality.services.gold import mark_answer
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, Hit, Sample
from annotate.workflow.schemas.work import HitAnswer
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.quality.gold_scene import (
    answers,
    ask,
    begin,
    caption_hits,
    code,
    feedback,
    put_gold,
    reason,
    says,
)
from tests.quality.scene import give
from tests.workflow.acts import describe, use_recipe
from tests.workflow.hit_acts import MINUTES, claim_hit, in_hit, submit_hit

pytestmark = pytest.mark.django_db


@pytest.fixture
def hit(project: Project, people: Cast, time: Clock) -> Hit:
    """Ada practises on two images with text in them."""
    caption_hits(project)
    add_samples(project, 4)
    put_gold(project, people.owner, 2, uses=["practice"], note="Look at the sign.")
    ask(project, people.owner, practice={"enabled": True, "size": 2})
    return begin(project, people.ada, "practice")


def check(assignment: Assignment, answer: dict[str, Any]) -> Any:
    return client_of(assignment.annotator).post(
        f"/api/v1/assignments/{assignment.pk}/practice-check", {"answer": answer}, format="json"
    )


def test_an_image_is_told_as_soon_as_it_is_answered(hit: Hit) -> None:
    first, second = in_hit(hit)
    said = check(first, says(text=False)).json()
    assert said == {
        "assignment": first.pk,
        "fields": [
            {"path": "text_detected", "expected": True, "given": False, "right": False},
        ],
        "note": "Look at the sign.",
        "example": None,
    }
    assert check(second, says(text=True)).json()["fields"][0]["right"] is True
    assert Attempt.objects.get().finished_at is None


def test_the_first_answer_counts_though_it_is_mended(people: Cast, hit: Hit) -> None:
    first, second = in_hit(hit)
    check(first, says(text=False))
    assert check(first, says(text=True)).json()["fields"][0]["given"] is False
    submit_hit(hit, answers(hit))
    hit = Hit.objects.select_related("annotator").get(pk=hit.pk)
    told = feedback(hit)
    assert told["score"] == 0.5
    assert [item["fields"][0]["right"] for item in told["items"]] == [False, True]
    assert told["items"][0]["mine"]["text_detected"] is True, "what was handed in is shown as it is"
    assert GoldResult.objects.filter(assignment__in=[first, second]).count() == 2


def test_a_round_in_which_nothing_was_checked_is_compared_at_its_end(hit: Hit) -> None:
    submit_hit(hit, answers(hit, right=1))
    assert feedback(Hit.objects.select_related("annotator").get(pk=hit.pk))["score"] == 0.5


def test_an_answer_that_is_not_ready_is_told_nothing(hit: Hit) -> None:
    first, _ = in_hit(hit)
    refused = check(first, {**says(text=False), "text": ""})
    assert refused.status_code == 422
    assert {field["path"] for field in refused.json()["error"]["fields"]} == {"text"}
    assert not GoldResult.objects.exists()


def test_what_was_checked_and_then_skipped_does_not_count_twice(people: Cast, hit: Hit) -> None:
    first, second = in_hit(hit)
    check(first, says(text=True))
    services.skip(assignment=in_hit(hit)[0], actor=people.ada, reason="other")
    submit_hit(hit, [HitAnswer(assignment=second.pk, answer=says(text=True))])
    assert feedback(Hit.objects.select_related("annotator").get(pk=hit.pk))["score"] == 0.5


def test_work_and_gold_are_refused_in_the_same_words(
    people: Cast, project: Project, time: Clock
) -> None:
    """Or the refusal would tell which is which."""
    caption_hits(project, gold_rate=1.0)
    add_samples(project, 4)
    put_gold(project, people.owner, 3, uses=["mixed"])
    held = in_hit(claim_hit(project, people.ada))
    said = {each.task.purpose: check(each, says(text=True)) for each in held}
    assert set(said) == {"work", "gold"}
    assert code(said["work"]) == code(said["gold"]) == (409, "not_practice")
    assert said["work"].json() == said["gold"].json()
    assert not GoldResult.objects.exists()


def test_a_test_is_not_checked_on_the_way(people: Cast, project: Project, time: Clock) -> None:
    caption_hits(project)
    put_gold(project, people.owner, 2, uses=["test"])
    ask(project, people.owner, test={"enabled": True, "size": 2})
    first, _ = in_hit(begin(project, people.ada, "test"))
    assert code(check(first, says(text=True))) == (409, "not_practice")


def test_nobody_checks_what_somebody_else_practises(people: Cast, hit: Hit) -> None:
    first, _ = in_hit(hit)
    url = f"/api/v1/assignments/{first.pk}/practice-check"
    answer = {"answer": says(text=True)}
    assert client_of(people.ben).post(url, answer, format="json").status_code == 404


def test_a_round_that_is_over_is_not_checked(people: Cast, hit: Hit, time: Clock) -> None:
    first, _ = in_hit(hit)
    time.forward(minutes=MINUTES + 1)
    services.expire_leases()
    assert code(check(in_hit(hit)[0], says(text=True))) == (409, "not_held")
    services_left = Assignment.objects.get(pk=first.pk)
    assert services_left.state == "expired"


# --- Good answers as examples -------------------------------------------------------------------


def caption_of(project: Project, people: Cast, *, done: bool) -> GoldItem:
    """Gold of a caption by Ben that is itself right."""
    [sample] = add_samples(project, 1)
    answer = give(sample, people.ben, says(text=True)).answer
    Sample.objects.filter(pk=sample.pk).update(state="done" if done else "open")
    assert answer is not None
    return mark_answer(
        project=project,
        actor=people.owner,
        stage_key="caption",
        annotation_id=answer.pk,
        expected={},
        uses=["practice"],
    )


@pytest.mark.parametrize("done", [True, False])
def test_a_good_answer_is_shown_as_an_example_once_nobody_works_on_its_image(
    people: Cast, project: Project, time: Clock, done: bool
) -> None:
    caption_hits(project)
    item = caption_of(project, people, done=done)
    assert item.source is not None
    ask(project, people.owner, practice={"enabled": True, "size": 1})
    [held] = in_hit(begin(project, people.ada, "practice"))
    said = check(held, says(text=True, key="mine")).json()
    assert said["example"] == (item.source.value if done else None)
    assert "ben" not in str(said).lower()


@pytest.fixture
def described(people: Cast, project: Project, time: Clock) -> Annotation:
    """A finished description by Ben in a project that asks for nothing else."""
    use_recipe(project, {"key": "description"})
    add_samples(project, 1)
    answer = describe(project, people.ben, "A tall tree stands alone in a wide field.").answer
    assert answer is not None
    return answer


def as_example(people: Cast, described: Annotation, **changes: Any) -> Any:
    body = {
        "annotation": described.pk,
        "stage": "description",
        "uses": ["practice"],
        "note": "See how it begins with the whole.",
        **changes,
    }
    url = f"/api/v1/projects/{described.project_id}/gold"
    return client_of(people.owner).post(url, body, format="json")


def test_descriptions_are_practised_beside_a_good_one(
    people: Cast, project: Project, described: Annotation
) -> None:
    assert as_example(people, described).status_code == 201
    ask(project, people.owner, practice={"enabled": True, "size": 3})
    assert reason(project, people.ada) == "practice"
    hit = begin(project, people.ada, "practice")
    [held] = in_hit(hit)
    said = check(held, {"text": "A tree."}).json()
    assert (said["fields"], said["example"]) == ([], described.value)
    assert said["note"] == "See how it begins with the whole."
    submit_hit(hit, [HitAnswer(assignment=held.pk, answer={"text": "A tree in a field."})])
    told = feedback(Hit.objects.select_related("annotator").get(pk=hit.pk))
    assert told["score"] is None
    [item] = told["items"]
    assert (item["mine"], item["example"]) == ({"text": "A tree in a field."}, described.value)
    assert reason(project, people.ada) is None


@pytest.mark.parametrize("uses", [["mixed"], ["test"], ["practice", "test"]])
def test_what_has_no_right_value_serves_for_practice_alone(
    people: Cast, described: Annotation, uses: list[str]
) -> None:
    refused = as_example(people, described, uses=uses)
    assert refused.status_code == 422
    assert refused.json()["error"]["fields"][0]["code"] == "nothing_to_check"


def test_an_example_gets_no_other_use_later(people: Cast, described: Annotation) -> None:
    number = as_example(people, described).json()["id"]
    url = f"/api/v1/projects/{described.project_id}/gold/{number}"
    owner = client_of(people.owner)
    assert owner.patch(url, {"uses": ["mixed"]}, format="json").status_code == 422
    changed = owner.patch(url, {"note": "Mind the end, too."}, format="json")
    assert (changed.status_code, changed.json()["note"]) == (200, "Mind the end, too.")


def test_an_image_that_people_still_work_on_gives_no_example(
    people: Cast, described: Annotation
) -> None:
    Sample.objects.filter(pk=described.sample_id).update(state="open")
    assert code(as_example(people, described)) == (409, "sample_in_work")
