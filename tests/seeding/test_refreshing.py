"""New versions give new seeds to samples nobody has started; who has started keeps theirs."""

from typing import Any

import pytest

from annotate.projects.models import Project
from annotate.workflow import services as workflow
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast
from tests.seeding.fakes import TREE, Fake
from tests.seeding.seeding_acts import (
    add_pictures,
    finish,
    improve,
    newest_run,
    seeded,
    states,
    texts,
    use,
)
from tests.workflow.acts import claim, mark

pytestmark = pytest.mark.django_db


@pytest.fixture
def samples(project: Project, fake: Fake) -> list[Sample]:
    """Three samples with seeds of the first version of the fake."""
    made = add_pictures(project, 3)
    use(project)
    fake.caption = lambda image: "M0 wrote this."
    seeded(project)
    fake.caption = lambda image: "M1 wrote this."
    return made


def test_a_promotion_renews_the_seeds_of_what_nobody_has_started(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    held = claim(project, people.ada)
    version = improve(project)
    run = newest_run(project)
    assert (run.over, run.detector_version, run.captioner_version) == (
        "unstarted",
        version,
        version,
    )
    assert finish(run) == "succeeded"
    for sample in samples:
        mine = sample.pk == held.sample_id
        assert texts(sample) == ["M0 wrote this."] + ([] if mine else ["M1 wrote this."])
    newest = Annotation.objects.filter(index=0).order_by("-pk")[0]
    assert newest.record.version == version
    assert newest.producer == "fake M1"


def test_first_rounds_start_from_the_newest_seed_in_every_stage(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    """Nobody has touched the objects, so the description that comes after has new seeds too."""
    improve(project)
    finish(newest_run(project))
    done = mark(project, people.ada)
    assert done.base == Annotation.objects.filter(
        sample=done.sample, stage_key="objects", index=0
    ).latest("pk")
    later = claim(project, people.ben, "description")
    assert later.base is not None
    assert later.base.value["text"] == "M1 wrote this."


def test_whoever_gave_a_sample_back_has_started_it(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    held = claim(project, people.ada)
    workflow.release(assignment=held, actor=people.ada)
    improve(project)
    finish(newest_run(project))
    assert texts(held.sample) == ["M0 wrote this."]


def test_a_sample_that_is_started_while_the_model_thinks_keeps_its_seed(
    people: Cast, project: Project, samples: list[Sample], fake: Fake
) -> None:
    improve(project)
    run = newest_run(project)
    held: list[Any] = []

    def slow(image: Any) -> Any:
        if not held:
            held.extend(claim(project, user) for user in (people.ada, people.ben, people.cleo))
        return [TREE]

    fake.detect = slow
    finish(run)
    assert states(run) == ["started"] * 3
    assert {each.base.value["objects"][0]["description"] for each in held} == {"M0 wrote this."}
    assert all(texts(sample) == ["M0 wrote this."] for sample in samples)


def test_a_sample_that_is_withdrawn_meanwhile_gets_no_seeds(
    people: Cast, project: Project, samples: list[Sample], fake: Fake
) -> None:
    improve(project)
    run = newest_run(project)

    def withdrawing(image: Any) -> Any:
        Sample.objects.filter(pk=samples[0].pk).update(state="withdrawn")
        return [TREE]

    fake.detect = withdrawing
    finish(run)
    assert states(run) == ["failed", "seeded", "seeded"]
    assert "taken out of the work" in run.items.order_by("pk")[0].problem
    assert texts(samples[0]) == ["M0 wrote this."]
