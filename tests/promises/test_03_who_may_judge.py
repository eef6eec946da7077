"""Before a study starts a lead is told who may not judge in it, and how many are left."""

from typing import Any

import pytest

from annotate.evaluation.models import Study, StudyItem
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.workflow import services
from annotate.workflow.models import JudgeBar
from tests.conftest import Cast, add_samples, client_of
from tests.evaluation.texts_scene import fresh, run_jobs
from tests.workflow.acts import describe, use_recipe

pytestmark = pytest.mark.django_db
FIRST = {"type": "round", "stage": "description", "index": 1}


@pytest.fixture
def described(people: Cast, project: Project) -> Project:
    """Two images, described by Ada and by Ben."""
    use_recipe(project, {"key": "description"})
    add_samples(project, 2)
    describe(project, people.ada, "A red kite.")
    describe(project, people.ben, "A grey boat.")
    return project


def previewed(people: Cast, project: Project, **more: Any) -> Any:
    body = {"design": "likert.v1", "sources": [FIRST], **more}
    address = f"/api/v1/projects/{project.pk}/studies/preview"
    return client_of(people.owner).post(address, body, format="json").json()


def test_authors_are_named_before_a_study_starts(people: Cast, described: Project) -> None:
    found = previewed(people, described)
    assert [person["username"] for person in found["barred"]] == ["ada", "ben"]
    assert found["authors"] == 2


def test_those_who_are_left_are_counted(people: Cast, described: Project) -> None:
    """Olga, Leo, Rita and Cleo; Bob is blocked, Ada and Ben wrote."""
    assert previewed(people, described)["remaining"] == 4
    Membership.objects.filter(project=described, user=people.cleo).update(is_blocked=True)
    User.objects.filter(pk=people.reviewer.pk).update(is_blocked=True)
    assert previewed(people, described)["remaining"] == 2


def created(people: Cast, project: Project, *raters: User, **more: Any) -> Any:
    body = {
        "name": "How good",
        "design": "likert.v1",
        "sources": [{"source": FIRST, "title": "Round 1"}],
        "raters": [rater.pk for rater in raters],
        "raters_per_item": 2,
        **more,
    }
    address = f"/api/v1/projects/{project.pk}/studies"
    return client_of(people.owner).post(address, body, format="json")


def refusal(answer: Any) -> Any:
    assert answer.status_code == 422, answer.content
    [field] = answer.json()["error"]["fields"]
    return field


def test_a_study_that_too_few_remain_for_is_refused_with_figures(
    people: Cast, described: Project
) -> None:
    """Ada and Ben wrote; of three that are named only Cleo may judge, and two are needed."""
    told = refusal(created(people, described, people.ada, people.ben, people.cleo))
    assert (told["path"], told["code"]) == ("raters", "too_few_raters")
    figures = {"named": 3, "fewest": 1, "needed": 2, "short": 2, "items": 2}
    assert {name: told["params"][name] for name in figures} == figures
    assert not Study.objects.exists()


def test_with_enough_others_it_is_made(people: Cast, described: Project) -> None:
    assert created(people, described, people.ada, people.cleo, people.reviewer).status_code == 201


@pytest.mark.parametrize("named", [True, False])
def test_a_study_that_others_come_into_is_not_refused(
    people: Cast, described: Project, named: bool
) -> None:
    raters = [people.ada] if named else []
    assert created(people, described, *raters, open_to_others=named).status_code == 201


def test_barring_by_item_counts_each_item(people: Cast, described: Project) -> None:
    """Each of the two texts may be judged by whoever did not write it, and by Cleo."""
    wanted = {"barring": "item"}
    assert (
        created(people, described, people.ada, people.ben, people.cleo, **wanted).status_code == 201
    )
    told = refusal(created(people, described, people.ada, people.cleo, name="Two", **wanted))
    assert (told["params"]["fewest"], told["params"]["short"]) == (1, 1)


@pytest.mark.parametrize(("barring", "able", "short"), [("study", 1, 2), ("item", 3, 0)])
def test_the_preview_counts_the_raters_that_are_named(
    people: Cast, described: Project, barring: str, able: int, short: int
) -> None:
    raters = [people.ada.pk, people.ben.pk, people.cleo.pk]
    found = previewed(people, described, raters=raters, raters_per_item=2, barring=barring)
    assert (found["remaining"], found["items_short"]) == (able, short)
    assert [person["username"] for person in found["barred"]] == ["ada", "ben"]


def judged_by(study: Study, rater: User) -> set[str]:
    """Claim and skip until nothing is offered; return the texts that were shown."""
    assert study.work is not None
    shown = set()
    while held := services.claim(project=study.work, annotator=rater).assignment:
        item = StudyItem.objects.get(study=study, presentation=held.task.about_id)
        shown |= set(item.stimuli.values_list("text", flat=True))
        services.skip(assignment=held, actor=rater, reason="other")
    return shown


def test_barred_by_item_nobody_is_given_what_they_wrote_and_all_of_the_rest(
    people: Cast, described: Project
) -> None:
    raters = (people.ada, people.ben, people.cleo)
    answer = created(people, described, *raters, barring="item", raters_per_item=2)
    run_jobs()
    study = fresh(Study.objects.get(pk=answer.json()["id"]))
    assert answer.json()["options"]["barring"] == "item"
    assert JudgeBar.objects.count() == 2
    assert judged_by(study, people.ada) == {"A grey boat."}
    assert judged_by(study, people.ben) == {"A red kite."}
    work = client_of(people.ada).get("/api/v1/work").json()["projects"]
    [there] = [each for each in work if each["id"] == study.work_id]
    assert there["gate"] is None
    assert not any(stage["available"] for stage in there["stages"])


def test_whoever_joins_later_is_barred_from_what_they_wrote_too(
    people: Cast, described: Project
) -> None:
    created(people, described, people.cleo, barring="item", open_to_others=True)
    run_jobs()
    study = Study.objects.get()
    assert study.work is not None
    Membership.objects.create(project=study.work, user=people.ada, role="annotator")
    assert judged_by(study, people.ada) == {"A grey boat."}
