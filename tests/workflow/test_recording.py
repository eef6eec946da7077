"""Answers that people gave elsewhere are recorded as theirs, and the samples go on."""

from datetime import UTC, datetime, timedelta

import pytest

from annotate.core import errors
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, Hit, Sample
from tests.conftest import Cast, add_samples
from tests.workflow.acts import code_of, open_tasks, stage_of
from tests.workflow.hit_acts import give_hits

pytestmark = pytest.mark.django_db
START = datetime(2019, 9, 1, 12, 0, tzinfo=UTC)
SOURCE = "results.tsv"


@pytest.fixture
def samples(project: Project) -> list[Sample]:
    give_hits(project)
    return add_samples(project, 2)


def bring(project: Project, user: User, *samples: Sample, text: str = "A kite.") -> Hit:
    answers = [
        services.Finished(
            sample=sample,
            value={"text": text},
            active_seconds=20.5,
            started_at=START + timedelta(minutes=place),
            ended_at=START + timedelta(minutes=place + 1),
        )
        for place, sample in enumerate(samples)
    ]
    return services.record_finished(
        project=project,
        stage_key="text",
        annotator=user,
        started_at=START,
        ended_at=START + timedelta(minutes=9),
        answers=answers,
        source=SOURCE,
    )


def test_it_is_a_submitted_hit_of_that_person(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    hit = bring(project, people.ada, *samples)
    assert (hit.state, hit.started_at, hit.ended_at) == (
        "submitted",
        START,
        START + timedelta(minutes=9),
    )
    held = list(Assignment.objects.filter(hit=hit).order_by("position"))
    assert [each.sample for each in held] == samples
    assert {each.state for each in held} == {"submitted"}
    made = Annotation.objects.filter(author=people.ada)
    assert {(row.origin, row.producer, row.active_seconds) for row in made} == {
        ("person", SOURCE, 20.5)
    }
    assert {row.created_at for row in made} == {hit.ended_at}


def test_the_samples_go_on(people: Cast, project: Project, samples: list[Sample]) -> None:
    bring(project, people.ada, *samples)
    assert open_tasks(samples[0]) == [("text", 2)]
    bring(project, people.ben, *samples)
    assert {stage_of(sample)[0] for sample in samples} == {"done"}


def test_a_sample_takes_no_more_than_it_wants(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    bring(project, people.ada, *samples)
    bring(project, people.ben, *samples)
    with pytest.raises(errors.Conflict) as refused:
        bring(project, people.cleo, samples[0])
    assert code_of(refused.value) == "nothing_open"


def test_one_person_answers_once_per_image_and_nothing_is_half_recorded(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    bring(project, people.ada, samples[0])
    with pytest.raises(errors.Conflict) as refused:
        bring(project, people.ada, samples[1], samples[0])
    assert code_of(refused.value) == "worked_before"
    assert Annotation.objects.count() == 1


def test_an_answer_without_its_shape_is_refused(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    with pytest.raises(errors.Invalid):
        services.record_finished(
            project=project,
            stage_key="text",
            annotator=people.ada,
            started_at=START,
            ended_at=START,
            answers=[
                services.Finished(
                    sample=samples[0], value={"words": 1}, started_at=START, ended_at=START
                )
            ],
            source=SOURCE,
        )
    assert not Hit.objects.exists()


def test_what_breaks_rules_here_is_recorded_all_the_same(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    """It was accepted elsewhere: to see what it broke is why it is brought in."""
    bring(project, people.ada, samples[0], text="")
    assert Annotation.objects.get().value == {"text": ""}
