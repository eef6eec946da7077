"""How many samples are where: counted whenever one moves."""

import pytest

from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import SampleCounter
from tests.conftest import Cast, Clock, add_image, add_samples
from tests.workflow.acts import TREE, describe, mark, use_recipe, work
from tests.workflow.aggregates import split_samples, tallied

pytestmark = pytest.mark.django_db


def test_new_samples_wait_in_no_stage_by_split(project: Project) -> None:
    images = [add_image(project, split=split) for split in ("train", "train", "test", "")]
    ids = [image.pk for image in images]
    samples = services.add_samples(project=project, image_ids=ids)
    assert [sample.split for sample in samples] == ["train", "train", "test", ""]
    expected = {("", "train", "waiting"): 2, ("", "test", "waiting"): 1, ("", "", "waiting"): 1}
    assert tallied(project) == expected
    services.add_samples(project=project, image_ids=ids)
    assert tallied(project) == expected, "the same images again are no new samples"


def test_opened_samples_are_counted_in_the_first_stage(project: Project) -> None:
    samples = split_samples(project, 3)
    services.open_samples(project=project, samples=samples)
    assert tallied(project) == {("objects", each, "open"): 1 for each in ("train", "val", "")}


def test_a_sample_is_followed_to_its_end(people: Cast, project: Project) -> None:
    add_samples(project, 1)
    mark(project, people.ada, TREE)
    assert tallied(project) == {("description", "", "open"): 1}
    describe(project, people.ben, "Some words")
    assert tallied(project) == {("description", "", "open"): 1}, "rounds are not told apart"
    describe(project, people.cleo, "Some words")
    assert tallied(project) == {("description", "", "done"): 1}


def test_withdrawing_and_restoring_are_counted(people: Cast, project: Project) -> None:
    waiting, opened = add_samples(project, 1, opened=False)[0], add_samples(project, 1)[0]
    for sample in (waiting, opened):
        services.withdraw_sample(sample=sample, actor=people.owner, reason="blurred")
    assert tallied(project) == {("", "", "withdrawn"): 1, ("objects", "", "withdrawn"): 1}
    for sample in (waiting, opened):
        services.restore_sample(sample=sample, actor=people.owner)
    assert tallied(project) == {("", "", "waiting"): 1, ("objects", "", "open"): 1}


def test_a_sample_that_is_done_again_is_counted_where_it_is_then(
    people: Cast, project: Project, time: Clock
) -> None:
    use_recipe(project, {"key": "first"}, {"key": "second"}, no_repeat="stage")
    add_samples(project, 1)
    work(project, people.ada, {"text": "One"}, "first")
    time.forward(minutes=1)
    last = work(project, people.ben, {"text": "Two"}, "second")
    assert tallied(project) == {("second", "", "done"): 1}
    assert last.answer is not None
    services.set_verdict(
        annotation=last.answer, verdict="rejected", actor=people.owner, reason="no", requeue=True
    )
    assert tallied(project) == {("second", "", "open"): 1}


def test_everybody_counts_in_a_lane_of_their_own(people: Cast, project: Project) -> None:
    samples = add_samples(project, 2, opened=False)
    services.open_samples(project=project, samples=samples[:1])
    services.open_samples(project=project, samples=samples[1:], actor=people.lead)
    assert set(SampleCounter.objects.values_list("lane", flat=True)) == {0, people.lead.pk}
    assert SampleCounter.objects.get(state="waiting", lane=people.lead.pk).count == -1
    assert tallied(project) == {("objects", "", "open"): 2}


def test_what_is_refused_is_not_counted(people: Cast, project: Project) -> None:
    [sample] = add_samples(project, 1)
    before = tallied(project)
    with pytest.raises(Exception, match="Only a withdrawn sample"):
        services.restore_sample(sample=sample, actor=people.owner)
    assert tallied(project) == before
