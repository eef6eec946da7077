"""A version that was measured on few images does not take over by itself."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from annotate import backends
from annotate.learning.models import Loop, LoopEvent
from annotate.learning.promotion import Decision, decide, difference
from annotate.learning.selectors.loop import sentence_of
from annotate.projects.models import Project
from annotate.seeding.selectors.connections import serving
from tests.conftest import Cast, client_of
from tests.learning.acts import (
    connect,
    finished,
    one_text,
    pupil,
    run_job,
    set_loop,
    start,
)

__all__ = ["pupil"]

NEW = [(0.9, 1)] * 40
OLD = [(0.5, 1)] * 20 + [(0.7, 1)] * 20


def measured_on(samples: int, **more: Any) -> Decision:
    return decide(
        "better",
        candidate={"cider": 0.9, "samples": samples},
        serving={"cider": 0.5},
        metric="cider",
        margin=0,
        **more,
    )


@pytest.mark.parametrize(("samples", "is_promoted"), [(1, False), (29, False), (30, True)])
def test_below_thirty_held_out_samples_nothing_takes_over(samples: int, is_promoted: bool) -> None:
    """A promotion rested on one held-out image, with no caution."""
    decided = measured_on(samples)
    assert decided.promote == is_promoted
    assert ("On fewer than 30 held-out samples" in str(decided.reason)) != is_promoted


def test_a_lead_sets_another_number() -> None:
    assert measured_on(4, fewest=4).promote
    assert not measured_on(40, fewest=50).promote


def test_the_reason_has_the_interval_of_the_paired_difference() -> None:
    """Held by another way: the differences of the samples, drawn with replacement."""
    between = difference(NEW, OLD, seed=3)
    assert between is not None
    assert between.mean == pytest.approx(0.3)
    assert between.n == 40
    generator = np.random.default_rng(1)
    apart = np.array([new - old for (new, _), (old, _) in zip(NEW, OLD, strict=True)])
    means = generator.choice(apart, (20_000, 40)).mean(axis=1)
    assert [between.low, between.high] == pytest.approx(
        np.quantile(means, (0.025, 0.975)), abs=0.01
    )
    said = str(measured_on(40, between=between).reason)
    assert "95% interval of the difference, over 40 samples: +0.2" in said
    assert measured_on(3, between=between).numbers["low"] == between.low


def test_versions_that_were_not_measured_on_the_same_samples_have_no_difference() -> None:
    assert difference(NEW, OLD[:3], seed=1) is None
    assert difference([], [], seed=1) is None
    assert difference([(0.0, 0)] * 2, [(1.0, 1)] * 2, seed=1) is None


@pytest.fixture
def trained(
    project: Project, people: Cast, pupil: backends.Backend, settings: Any, tmp_path: Path
) -> Project:
    """A pupil has learned from a few samples, and is better on the few that were held out."""
    settings.MODELS_DIR = tmp_path / "models"
    one_text(project)
    connection = connect(project, people.lead)
    finished(project, people.ada, 10)
    set_loop(project, connection, fewest_held_out=30)
    run_job(start(connection))
    return project


@pytest.mark.django_db
def test_a_loop_says_why_its_version_waits(trained: Project) -> None:
    event = LoopEvent.objects.get(project=trained, verb="decided")
    said = str(sentence_of(event))
    assert "On fewer than 30 held-out samples" in said
    assert "interval of the difference" in said
    assert event.data["promoted"] is False
    assert event.connection is not None
    assert serving(event.connection).number == 0


@pytest.mark.django_db
def test_the_version_before_any_training_shows_what_it_was_compared_by(trained: Project) -> None:
    """The timeline said "from 0.000" where the table had a dash for the same version."""
    event = LoopEvent.objects.get(project=trained, verb="decided")
    assert event.connection is not None
    assert serving(event.connection).metrics["token_f1"] == event.data["serving"]


@pytest.mark.django_db
def test_the_number_is_a_setting_of_the_loop(project: Project, people: Cast) -> None:
    client = client_of(people.owner)
    address = f"/api/v1/projects/{project.pk}/loop"
    assert client.get(address).json()["fewest_held_out"] == 30
    changed = client.put(address, {"fewest_held_out": 12}, format="json")
    assert (changed.status_code, changed.json()["fewest_held_out"]) == (200, 12)
    assert Loop.objects.get(project=project).fewest_held_out == 12
    assert client.put(address, {"fewest_held_out": 0}, format="json").status_code == 422
