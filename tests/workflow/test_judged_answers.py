"""A stage that judges: every answer gets its own judges, and their votes become an outcome."""

from typing import Any

import pytest
from django.db import IntegrityError

from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.workflow import selectors, services
from annotate.workflow.models import Annotation, Assignment, Outcome, Sample, Task
from tests.conftest import PASSWORD, Cast, Clock, add_image, add_samples, client_of
from tests.workflow.acts import (
    claim,
    fresh,
    open_tasks,
    stage_of,
    submit,
    use_recipe,
    why_nothing,
    work,
)
from tests.workflow.hit_acts import (
    MINUTES,
    NO,
    ONE_CRITERION,
    YES,
    answers_to,
    claim_hit,
    give_votes,
    in_hit,
    submit_hit,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def sample(people: Cast, project: Project, time: Clock) -> Sample:
    """One image with a text by Ada and one by Ben, each of which wants three votes."""
    give_votes(project)
    [sample] = add_samples(project, 1)
    time.forward(minutes=1)
    work(project, people.ada, {"text": "By Ada."}, "text")
    time.forward(minutes=1)
    work(project, people.ben, {"text": "By Ben."}, "text")
    return sample


@pytest.fixture
def voters(people: Cast, project: Project) -> list[User]:
    return [people.cleo, people.lead, people.owner, people.reviewer]


def text_of(sample: Sample, user: User) -> Annotation:
    return Annotation.objects.get(sample=sample, stage_key="text", author=user)


def vote(project: Project, user: User, about: Annotation, answer: dict[str, Any]) -> Assignment:
    """Let somebody vote on this very answer, whatever chance would give them."""
    others = Task.objects.filter(stage_key="vote", state="open").exclude(about=about)
    kept = list(others.values_list("pk", flat=True))
    others.update(state="parked")
    try:
        return work(project, user, answer, "vote")
    finally:
        Task.objects.filter(pk__in=kept).update(state="open")


def test_every_answer_gets_judges_of_its_own(people: Cast, sample: Sample) -> None:
    assert stage_of(sample) == ("open", "vote", 1)
    tasks = Task.objects.filter(sample=sample, stage_key="vote").order_by("about", "index")
    ada, ben = text_of(sample, people.ada), text_of(sample, people.ben)
    assert list(tasks.values_list("about", "index")) == [
        (answer.pk, index) for answer in (ada, ben) for index in (1, 2, 3)
    ]


def test_who_wrote_about_an_image_judges_nothing_there(
    people: Cast, project: Project, sample: Sample
) -> None:
    assert why_nothing(project, people.ada) == "no_more_for_you"
    assert why_nothing(project, people.ben) == "no_more_for_you"
    work_body = client_of(people.ada).get("/api/v1/work").json()
    assert [stage["available"] for stage in work_body["projects"][0]["stages"]] == [False, False]


def test_one_may_judge_several_answers_of_an_image_each_once(
    people: Cast, project: Project, sample: Sample
) -> None:
    first = work(project, people.cleo, YES, "vote")
    second = work(project, people.cleo, YES, "vote")
    assert first.task.about_id != second.task.about_id
    assert why_nothing(project, people.cleo) == "no_more_for_you"


def test_the_database_itself_refuses_a_second_judgement_by_one_person(
    people: Cast, project: Project, sample: Sample
) -> None:
    done = work(project, people.cleo, YES, "vote")
    other = Task.objects.filter(about=done.task.about_id, state="open")[0]
    with pytest.raises(IntegrityError):
        Assignment.objects.create(
            project=project,
            task=other,
            sample=sample,
            annotator=people.cleo,
            exclusion_group=other.exclusion_group,
            lease_expires_at=done.lease_expires_at,
        )


def test_who_has_judged_an_image_is_not_asked_to_write_about_it(
    people: Cast, project: Project, sample: Sample
) -> None:
    """They have read the answers of others: what they write would not be independent."""
    work(project, people.cleo, YES, "vote")
    Task.objects.create(
        project=project,
        sample=sample,
        stage_key="text",
        index=3,
        exclusion_group="sample",
        order_key=1,
    )
    assert why_nothing(project, people.cleo, "text") == "no_more_for_you"
    assert claim(project, people.lead, "text").sample_id == sample.pk


def test_with_one_task_per_stage_only_the_judged_stage_is_barred(
    people: Cast, project: Project
) -> None:
    use_recipe(
        project,
        {"key": "objects", "kind": "objects.v1"},
        {"key": "text", "mode": "parallel"},
        {
            "key": "vote",
            "kind": "vote.v1",
            "mode": "parallel",
            "about": "text",
            "settings": ONE_CRITERION,
        },
        {"key": "description"},
        no_repeat="stage",
    )
    add_samples(project, 1)
    work(project, people.ada, {"objects": []}, "objects")
    work(project, people.ben, {"text": "By Ben."}, "text")
    assert why_nothing(project, people.ben, "vote") == "no_more_for_you"
    work(project, people.ada, YES, "vote")
    work(project, people.ada, {"text": "Ada describes."}, "description")


def test_who_judges_sees_the_answer_and_not_whose_it_is(
    people: Cast, project: Project, sample: Sample
) -> None:
    held = claim(project, people.cleo)
    shown = client_of(people.cleo).get(f"/api/v1/assignments/{held.pk}").json()
    about = fresh(held).task.about
    assert about is not None
    assert shown["about"] == {"kind": about.kind, "answer": about.value}
    assert shown["texts"] == []
    assert people.ada.username not in str(shown)


def test_a_vote_is_about_the_answer_it_was_asked_about(
    people: Cast, project: Project, sample: Sample
) -> None:
    done = work(project, people.cleo, YES, "vote")
    assert done.answer is not None
    assert done.answer.about_id == done.task.about_id


def test_the_outcome_is_written_with_the_last_vote(
    people: Cast, project: Project, sample: Sample, voters: list[User]
) -> None:
    ada = text_of(sample, people.ada)
    vote(project, voters[0], ada, YES)
    vote(project, voters[1], ada, NO)
    assert not Outcome.objects.exists()
    vote(project, voters[2], ada, YES)
    outcome = Outcome.objects.get()
    assert (outcome.annotation, outcome.stage_key, outcome.kept) == (ada, "vote", True)
    assert outcome.numbers
    assert stage_of(sample)[:2] == ("open", "vote"), "Ben's text has no votes yet"


def test_the_sample_is_done_when_every_answer_is_judged(
    people: Cast, project: Project, sample: Sample, voters: list[User]
) -> None:
    ada, ben = text_of(sample, people.ada), text_of(sample, people.ben)
    for user, is_good in zip(voters, (YES, NO, YES), strict=False):
        vote(project, user, ada, is_good)
    for user, is_good in zip(voters, (NO, NO, YES), strict=False):
        vote(project, user, ben, is_good)
    assert stage_of(sample)[0] == "done"
    outcomes = dict(Outcome.objects.values_list("annotation", "kept"))
    assert outcomes == {ada.pk: True, ben.pk: False}
    texts = selectors.kept().filter(stage_key="text")
    assert list(texts) == [ada]


def test_seeds_are_not_judged(people: Cast, project: Project) -> None:
    give_votes(project, texts=1, votes=1)
    [sample] = add_samples(project, 1)
    Annotation.objects.create(
        project=project,
        sample=sample,
        stage_key="text",
        index=0,
        kind="description.v1",
        origin="model",
        value={"text": "A seed."},
    )
    work(project, people.ada, {"text": "By Ada."}, "text")
    assert open_tasks(sample) == [("vote", 1)]


def test_a_canned_answer_is_not_judged_and_without_others_the_sample_goes_on(
    people: Cast, project: Project
) -> None:
    canned = "Quality issues are too severe to recognize visual content."
    use_recipe(
        project,
        {"key": "caption", "kind": "caption.v1", "mode": "parallel"},
        {
            "key": "vote",
            "kind": "vote.v1",
            "mode": "parallel",
            "about": "caption",
            "settings": ONE_CRITERION,
        },
        {"key": "description"},
    )
    [sample] = add_samples(project, 1)
    work(
        project,
        people.ada,
        {"text": canned, "canned": True, "text_detected": False, "quality_issues": ["blur"]},
        "caption",
    )
    assert stage_of(sample) == ("open", "description", 1)


@pytest.mark.parametrize(("split", "expected"), [("test", 3), ("train", 2), ("", 2)])
def test_a_split_may_want_more_answers(project: Project, split: str, expected: int) -> None:
    """TC §3.1: six captions for the test split, five elsewhere."""
    use_recipe(
        project,
        {"key": "text", "mode": "parallel", "rounds": 2, "rounds_by_split": {"test": 3}},
    )
    image = add_image(project, split=split)
    [sample] = services.add_samples(project=project, image_ids=[image.pk])
    services.open_samples(project=project, samples=[sample])
    assert open_tasks(sample) == [("text", index) for index in range(1, expected + 1)]


def test_a_hit_of_votes_prefers_different_images(people: Cast, project: Project) -> None:
    hit = {"size": 3, "minutes": MINUTES}
    give_votes(project, texts=2, votes=1, hit=hit)
    add_samples(project, 2)
    for user in (people.ada, people.ben):
        work(project, user, {"text": f"By {user}."}, "text")
        work(project, user, {"text": f"By {user}."}, "text")
    given = claim_hit(project, people.cleo)
    tasks = [each.task for each in in_hit(given)]
    assert len({task.about_id for task in tasks}) == 3
    assert len({task.sample_id for task in tasks}) == 2
    submit_hit(given, answers_to(given, YES))
    submit_hit(last := claim_hit(project, people.cleo), answers_to(last, NO))
    assert {stage_of(sample)[0] for sample in Sample.objects.all()} == {"done"}
    assert Outcome.objects.count() == 4


def test_a_late_joiner_can_judge(people: Cast, project: Project, sample: Sample) -> None:
    newcomer = User.objects.create_user("dana", password=PASSWORD)
    Membership.objects.create(project=project, user=newcomer, role="annotator")
    held = claim(project, newcomer)
    submit(held, YES)
    assert fresh(held).state == "submitted"
