"""Seeds are annotations at round 0; who has started keeps the one they saw."""

from typing import Any

import pytest

from annotate.core import errors
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Sample
from annotate.workflow.selectors import assignment_schema
from tests.conftest import Cast, add_samples
from tests.workflow.acts import claim, describe, fresh, paths_of, seed, submit, thing, use_recipe

pytestmark = pytest.mark.django_db


@pytest.fixture
def sample(project: Project) -> Sample:
    use_recipe(project, {"key": "description", "rounds": 3, "seeded": True})
    return add_samples(project, 1)[0]


def test_a_seed_is_written_down_with_its_producer(sample: Sample) -> None:
    made = seed(sample, "A red kite", producer="big model 2.1")
    assert (made.origin, made.index, made.author, made.producer) == (
        "model",
        0,
        None,
        "big model 2.1",
    )
    assert made.measures["self"]["tokens"] == 3


def test_work_starts_from_the_newest_seed(people: Cast, project: Project, sample: Sample) -> None:
    seed(sample, "The first")
    newest = seed(sample, "The second")
    assert claim(project, people.ada).base == newest


def test_who_has_started_keeps_the_seed_they_saw(
    people: Cast, project: Project, sample: Sample
) -> None:
    seen = seed(sample, "A red kite")
    held = claim(project, people.ada)
    seed(sample, "Something else entirely, from a better model")
    submit(held, {"text": "A red kite"})
    done = Annotation.objects.get(origin="person")
    assert done.parent == seen
    assert done.measures["from_seed"]["edit_distance"] == 0


def test_later_rounds_are_measured_against_the_seed_the_first_round_saw(
    people: Cast, project: Project, sample: Sample
) -> None:
    seed(sample, "A red kite")
    describe(project, people.ada, "A blue kite")
    seed(sample, "Nothing alike whatsoever")
    describe(project, people.ben, "A blue kite flies")
    last = Annotation.objects.get(origin="person", index=2)
    assert last.measures["from_seed"]["edit_distance"] == 2
    assert last.measures["from_base"]["edit_distance"] == 1


def test_a_seed_that_came_after_the_start_from_nothing_is_not_measured_against(
    people: Cast, project: Project, sample: Sample
) -> None:
    held = claim(project, people.ada)
    seed(sample, "Nobody saw this")
    submit(held, {"text": "A kite"})
    done = Annotation.objects.get(origin="person")
    assert done.measures["from_base"] is None
    assert done.measures["from_seed"] is None


def test_an_unstarted_round_after_a_human_one_does_not_go_back_to_the_seed(
    people: Cast, project: Project, sample: Sample
) -> None:
    seed(sample, "A red kite")
    describe(project, people.ada, "A blue kite")
    seed(sample, "A newer seed")
    assert claim(project, people.ben).base == Annotation.objects.get(origin="person")


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ({"objects": [thing(box={"x": 395, "y": 0, "width": 50, "height": 10})]}, "objects[0].box"),
        ({"objects": [thing(label="")]}, "objects[0].label"),
        ({"objects": [thing(derived_from=["x"])]}, "objects[0].derived_from"),
        ({"text": "for the wrong stage"}, "objects"),
        ([], ""),
        (None, ""),
    ],
)
def test_a_seed_must_be_a_valid_answer_for_its_image(
    project: Project, value: Any, path: str
) -> None:
    [sample] = add_samples(project, 1)
    with pytest.raises(errors.Invalid) as refused:
        services.add_seed(
            project=project, sample=sample, stage_key="objects", value=value, producer="bad 1"
        )
    assert [p for p, _ in paths_of(refused.value) if p.startswith(path)]
    assert Annotation.objects.count() == 0


def test_what_an_annotator_is_shown_stays_the_same_for_the_whole_assignment(
    people: Cast, project: Project, sample: Sample
) -> None:
    seed(sample, "A red kite")
    held = claim(project, people.ada)
    before = assignment_schema(fresh(held))
    seed(sample, "A newer seed")
    after = assignment_schema(fresh(held))
    assert (after.start, after.texts) == (before.start, before.texts)
