"""One sample from its seeds through both tasks to the end."""

import pytest

from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast, NewProject, add_samples
from tests.workflow.acts import TREE, claim, describe, work

pytestmark = pytest.mark.django_db


def test_a_sample_goes_through_objects_and_three_rounds_and_is_done(
    people: Cast, new_project: NewProject
) -> None:
    project = new_project(no_repeat="stage")
    [sample] = add_samples(project, 1)
    work(project, people.ada, {"objects": [TREE]}, "objects")
    describe(project, people.ada, "A tree stands in a field of grass.")
    describe(project, people.ben, "One old oak, photographed from below against grey clouds.")
    describe(project, people.cleo, "Completely different words about leaves and rain.")
    sample.refresh_from_db()
    assert sample.state == Sample.State.DONE
    rounds = Annotation.objects.filter(sample=sample, stage_key="description")
    assert [row.index for row in rounds.order_by("index")] == [1, 2, 3]


def test_a_round_that_changes_little_ends_the_work_early(
    people: Cast, new_project: NewProject
) -> None:
    project = new_project(no_repeat="stage")
    [sample] = add_samples(project, 1)
    work(project, people.ada, {"objects": []}, "objects")
    describe(project, people.ada, "A tall tree stands alone in a wide green field.")
    describe(project, people.ben, "A tall tree stands alone in a wide green field today.")
    sample.refresh_from_db()
    assert sample.state == Sample.State.DONE
    last = Annotation.objects.get(sample=sample, stage_key="description", index=2)
    assert last.decision["reason"] == "similar_enough"
    assert last.decision["similarity"] >= 0.8


def test_nobody_is_offered_a_second_stage_of_the_same_sample(
    people: Cast, project: Project
) -> None:
    add_samples(project, 1)
    work(project, people.ada, {"objects": [TREE]}, "objects")
    claimed = services.claim(project=project, annotator=people.ada)
    assert claimed.assignment is None
    assert claimed.reason == "no_more_for_you"
    assert claim(project, people.ben).task.stage_key == "description"
