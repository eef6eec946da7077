"""When a sample gets no further round, and what comes instead."""

import pytest

from annotate.projects import services as project_services
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast, NewProject, add_samples
from tests.workflow.acts import describe, mark, open_tasks, seed, stage_of, use_recipe

pytestmark = pytest.mark.django_db

# Ten words; nine of eleven different words in common make 0.8181…, eight of twelve 0.6666…
TEN = "one two three four five six seven eight nine ten"
NINE_SHARED = TEN.replace("ten", "other")
EIGHT_SHARED = TEN.replace("ten", "other").replace("nine", "another")


def rounds(project: Project, threshold: float = 0.8, n: int = 1, number: int = 3) -> Sample:
    stop = {"n": n, "threshold": threshold}
    use_recipe(project, {"key": "description", "rounds": number, "stop": stop, "seeded": True})
    return add_samples(project, 1)[0]


def decision(index: int) -> dict[str, object]:
    return dict(Annotation.objects.get(origin="person", index=index).decision)


@pytest.mark.parametrize(
    ("second", "threshold", "stops"),
    [
        (NINE_SHARED, 0.8, True),
        (EIGHT_SHARED, 0.8, False),
        (NINE_SHARED, 9 / 11, True),
        (NINE_SHARED, 0.82, False),
        (TEN, 1.0, True),
        (EIGHT_SHARED, 0.0, True),
    ],
)
def test_two_rounds_as_alike_as_the_threshold_end_the_work(
    people: Cast, project: Project, second: str, threshold: float, stops: bool
) -> None:
    sample = rounds(project, threshold)
    describe(project, people.ada, TEN)
    describe(project, people.ben, second)
    assert stage_of(sample)[0] == ("done" if stops else "open")
    assert open_tasks(sample) == ([] if stops else [("description", 3)])


def test_the_numbers_of_the_decision_are_kept(people: Cast, project: Project) -> None:
    rounds(project)
    describe(project, people.ada, TEN)
    describe(project, people.ben, NINE_SHARED)
    assert decision(1)["reason"] == "first_round"
    assert decision(2) == {
        "open_next": False,
        "reason": "similar_enough",
        "index": 2,
        "rounds": 3,
        "similarity": pytest.approx(9 / 11),
        "n": 1,
        "threshold": 0.8,
        "prior": None,
        "similarities": {
            "1": pytest.approx(9 / 11),
            "2": pytest.approx(8 / 10),
            "3": pytest.approx(7 / 9),
            "4": pytest.approx(6 / 8),
        },
        "priors": {},
    }


def test_the_size_of_the_n_grams_is_a_setting(people: Cast, project: Project) -> None:
    """The last word of ten changed: of 9 bigrams 8 stay, so 8 of 10 different ones are shared."""
    sample = rounds(project, threshold=0.81, n=2)
    describe(project, people.ada, TEN)
    describe(project, people.ben, NINE_SHARED)
    assert decision(2)["similarity"] == pytest.approx(8 / 10)
    assert stage_of(sample)[0] == "open"


def test_who_accepts_the_seed_unread_does_not_end_the_work(people: Cast, project: Project) -> None:
    sample = rounds(project)
    seed(sample, TEN)
    describe(project, people.ada, TEN)
    assert open_tasks(sample) == [("description", 2)]
    assert decision(1)["similarity"] is None


def test_a_round_from_scratch_is_compared_as_well(people: Cast, project: Project) -> None:
    sample = rounds(project)
    describe(project, people.ada, TEN)
    describe(project, people.ben, TEN, scratch="I wrote it anew")
    assert stage_of(sample)[0] == "done"


def test_the_last_round_ends_the_sample_however_different(people: Cast, project: Project) -> None:
    sample = rounds(project)
    for user, text in [(people.ada, "a b c"), (people.ben, "d e f"), (people.cleo, "g h i")]:
        describe(project, user, text)
    assert stage_of(sample) == ("done", "description", 3)
    assert decision(3)["reason"] == "last_round"


def test_a_threshold_changed_meanwhile_holds_for_the_next_decision(
    people: Cast, project: Project
) -> None:
    sample = rounds(project, threshold=0.95)
    describe(project, people.ada, TEN)
    project_services.update_project(
        project=project, actor=people.owner, changes={"settings": {"threshold": 0.5}}
    )
    describe(Project.objects.get(pk=project.pk), people.ben, NINE_SHARED)
    assert stage_of(sample)[0] == "done"


def test_rounds_lowered_meanwhile_end_with_the_round_under_way(
    people: Cast, new_project: NewProject
) -> None:
    project = new_project(no_repeat="stage")
    [sample] = add_samples(project, 1)
    mark(project, people.ada)
    describe(project, people.ada, "a b c")
    project_services.update_project(
        project=project, actor=people.owner, changes={"settings": {"rounds": {"description": 1}}}
    )
    project = Project.objects.get(pk=project.pk)
    assert open_tasks(sample) == [("description", 2)], "an open round stays open"
    describe(project, people.ben, "d e f")
    assert stage_of(sample) == ("done", "description", 2)


def test_rounds_raised_meanwhile_open_another(people: Cast, project: Project) -> None:
    sample = rounds(project, number=2)
    describe(project, people.ada, "a b c")
    use_recipe(project, {"key": "description", "rounds": 3})
    describe(project, people.ben, "d e f")
    assert open_tasks(sample) == [("description", 3)]


def test_early_stopping_switched_off_opens_every_round(
    people: Cast, new_project: NewProject
) -> None:
    project = new_project(no_repeat="stage", early_stopping=False)
    [sample] = add_samples(project, 1)
    mark(project, people.ada)
    describe(project, people.ada, TEN)
    describe(project, people.ben, TEN)
    assert open_tasks(sample) == [("description", 3)]
