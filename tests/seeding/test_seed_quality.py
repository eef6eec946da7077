"""What a lead reads about seeds: by version and by arm, with intervals, no more than is known."""

from typing import Any

import pytest

from annotate.core.clock import now
from annotate.projects.models import Project
from annotate.seeding.models import Arm, ModelVersion, SeedOutcome
from annotate.seeding.selectors import seed_quality
from annotate.seeding.services import connections
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast, add_samples, client_of
from tests.workflow.acts import seed

pytestmark = pytest.mark.django_db


def version(project: Project) -> ModelVersion:
    return connections.serving(connections.named(project, "classical", "captioner"))


def outcome(sample: Sample, **values: Any) -> SeedOutcome:
    Sample.objects.filter(pk=sample.pk).update(state="done")
    usual = {
        "stage_key": "description",
        "rounds": 2,
        "active_seconds": 60.0,
        "first_seconds": 30.0,
        "tokens": 20,
        "finished_at": now(),
    }
    return SeedOutcome.objects.create(project=sample.project, sample=sample, **{**usual, **values})


def read(project: Project, people: Cast, stage: str = "") -> dict[str, Any]:
    url = f"/api/v1/projects/{project.pk}/seed-quality"
    answer = client_of(people.reviewer).get(url, {"stage": stage} if stage else {})
    assert answer.status_code == 200, answer.content
    page: dict[str, Any] = answer.json()
    return page


def test_before_anything_is_finished_nothing_is_claimed(people: Cast, project: Project) -> None:
    page = read(project, people)
    assert page["stage"] == "description"
    assert [each["key"] for each in page["stages"]] == ["objects", "description"]
    assert page["versions"] == []
    assert page["arms"]["seeded"]["n"] == page["arms"]["unseeded"]["n"] == 0
    assert set(page["arms"]["difference"].values()) == {None}


def test_versions_are_told_apart_and_seeds_from_elsewhere_come_last(
    people: Cast, project: Project
) -> None:
    serving = version(project)
    samples = add_samples(project, 5)
    for number, sample in enumerate(samples):
        mine: dict[str, Any] = {"seed": seed(sample, "A kite."), "edit_distance": number}
        outcome(sample, **mine, version=serving if number < 3 else None)
    ours, others = read(project, people)["versions"]
    assert (ours["version"]["label"], ours["version"]["connection"]["name"]) == ("M0", "classical")
    assert (ours["n"], others["n"], others["version"]) == (3, 2, None)
    figure = ours["figures"]["edit_distance"]
    assert figure["mean"] == 1
    assert 0 <= figure["low"] < 1 < figure["high"] <= 2
    assert "fewer than 10" in figure["note"]["message"]
    assert others["figures"]["edit_distance"]["mean"] == 3.5
    assert ours["figures"]["jaccard"] is None, "nothing is known of it"


def test_one_sample_has_a_mean_and_no_interval(people: Cast, project: Project) -> None:
    [sample] = add_samples(project, 1)
    outcome(sample, seed=seed(sample, "A kite."), version=version(project), jaccard=0.5)
    [only] = read(project, people)["versions"]
    figure = only["figures"]["jaccard"]
    assert (figure["mean"], figure["low"], figure["high"], figure["n"]) == (0.5, None, None, 1)
    assert figure["note"]


def test_the_arms_are_compared_among_drawn_samples_alone(people: Cast, project: Project) -> None:
    """Seeded 30 s, unseeded 50 s; whoever was seeded without a draw does not count."""
    samples = add_samples(project, 41)
    for number, sample in enumerate(samples[:40]):
        is_seeded = number % 2 == 0
        Arm.objects.create(project=project, sample=sample, seeded=is_seeded, share=0.5)
        outcome(sample, first_seconds=30 + number / 10 if is_seeded else 50 + number / 10)
    outcome(samples[40], first_seconds=9999)
    arms = read(project, people)["arms"]
    assert (arms["seeded"]["n"], arms["unseeded"]["n"]) == (20, 20)
    assert arms["seeded"]["figures"]["first_seconds"]["mean"] == pytest.approx(31.9)
    difference = arms["difference"]["first_seconds"]
    assert difference["mean"] == pytest.approx(-20.1)
    assert difference["low"] < -20.1 < difference["high"] < 0
    assert difference["note"] is None


def test_a_sample_that_is_worked_on_again_does_not_count(people: Cast, project: Project) -> None:
    [sample] = add_samples(project, 1)
    outcome(sample, seed=seed(sample, "A kite."), jaccard=0.5)
    Sample.objects.filter(pk=sample.pk).update(state="open")
    assert read(project, people)["versions"] == []


def test_of_many_samples_the_quick_interval_is_the_same(
    people: Cast, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, sample in enumerate(add_samples(project, 60)):
        Arm.objects.create(project=project, sample=sample, seeded=number % 2 == 0, share=0.5)
        values = {"first_seconds": float(number * number % 37), "jaccard": number % 11 / 11}
        outcome(sample, seed=seed(sample, "A kite."), version=version(project), **values)
    slow = read(project, people)
    monkeypatch.setattr(seed_quality, "MANY", 10)
    quick = read(project, people)
    pairs = [
        (page["versions"][0]["figures"]["jaccard"], page["arms"]["difference"]["first_seconds"])
        for page in (slow, quick)
    ]
    for one, other in zip(*pairs, strict=True):
        width = one["high"] - one["low"]
        assert one["mean"] == pytest.approx(other["mean"])
        assert one["low"] == pytest.approx(other["low"], abs=width / 10)
        assert one["high"] == pytest.approx(other["high"], abs=width / 10)


def test_the_same_page_has_the_same_intervals(people: Cast, project: Project) -> None:
    for sample in add_samples(project, 12):
        mine = seed(sample, "A kite.")
        outcome(sample, seed=mine, version=version(project), jaccard=(sample.pk % 7) / 7)
    assert read(project, people) == read(project, people)


def test_a_stage_without_seeds_is_refused(people: Cast, project: Project) -> None:
    url = f"/api/v1/projects/{project.pk}/seed-quality?stage=nowhere"
    answer = client_of(people.reviewer).get(url)
    assert answer.status_code == 422
    assert answer.json()["error"]["fields"][0]["code"] == "unknown_stage"


def test_an_outcome_goes_with_its_sample(people: Cast, project: Project) -> None:
    [sample] = add_samples(project, 1)
    outcome(sample)
    Annotation.objects.filter(sample=sample).delete()
    sample.image.delete()
    assert not SeedOutcome.objects.exists()
