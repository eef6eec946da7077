"""The sums behind the page about seeds: as the outcomes say, whatever became of the samples."""

import io
import math
from typing import Any

import pytest
from django.core.management import call_command

from annotate.projects.models import Project
from annotate.seeding.models import Arm, SeedCounter, SeedOutcome
from annotate.seeding.selectors import seed_quality
from annotate.seeding.services import outcomes, seed_counters
from annotate.workflow import services
from annotate.workflow.models import Sample
from tests.conftest import Cast, add_samples
from tests.seeding.test_seed_quality import outcome, read, version
from tests.workflow.acts import describe, seed, use_recipe

pytestmark = pytest.mark.django_db


def as_stored() -> dict[tuple[Any, ...], tuple[float, ...]]:
    rows = SeedCounter.objects.filter(count__gt=0).values_list(
        *SeedCounter.KEY, *SeedCounter.COUNTERS
    )
    return {row[:6]: row[6:] for row in rows}


def made_anew(project: Project) -> dict[tuple[Any, ...], tuple[float, ...]]:
    outcomes.rebuild(project)
    return as_stored()


def close(one: dict[Any, tuple[float, ...]], other: dict[Any, tuple[float, ...]]) -> bool:
    return one.keys() == other.keys() and all(
        math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)
        for key in one
        for a, b in zip(one[key], other[key], strict=True)
    )


@pytest.fixture
def finished(people: Cast, project: Project) -> list[Sample]:
    """Four samples, two of them seeded, described once each; the worker has looked at them."""
    use_recipe(project, {"key": "description", "rounds": 1, "seeded": True})
    samples = add_samples(project, 4)
    for number, sample in enumerate(samples):
        Arm.objects.create(project=project, sample=sample, seeded=number < 2, share=0.5)
        if number < 2:
            seed(sample, "A red kite flies.")
    for number in range(4):
        describe(project, people.ada, f"A {'very ' * number}red kite flies.")
    assert outcomes.write_for([sample.pk for sample in samples]) == 4
    return samples


def test_sums_are_those_of_the_outcomes(finished: list[Sample], project: Project) -> None:
    by_arm = {
        row.arm: row.count
        for row in SeedCounter.objects.filter(project=project, figure=SeedCounter.ALL)
    }
    assert by_arm == {"seeded": 2, "unseeded": 2}
    assert close(as_stored(), made_anew(project))


def test_what_is_written_again_counts_once(finished: list[Sample], project: Project) -> None:
    before = as_stored()
    outcomes.write_for([sample.pk for sample in finished])
    assert close(as_stored(), before)


def test_a_sample_that_is_taken_out_leaves_the_sums_and_comes_back(
    finished: list[Sample], project: Project, people: Cast
) -> None:
    before = as_stored()
    services.withdraw_sample(sample=finished[0], actor=people.owner, reason="x")
    assert outcomes.drop_unfinished(project) == 1
    assert SeedOutcome.objects.count() == 3
    assert close(as_stored(), made_anew(project))
    services.restore_sample(sample=finished[0], actor=people.owner)
    outcomes.write_for([finished[0].pk])
    assert close(as_stored(), before)


def test_the_command_mends_sums(finished: list[Sample], project: Project) -> None:
    before = as_stored()
    SeedCounter.objects.filter(project=project).update(count=99)
    call_command("rebuild_seed_outcomes", str(project.pk), stdout=io.StringIO())
    assert close(as_stored(), before)


def test_the_page_says_the_same_from_sums_as_from_rows(
    people: Cast, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Enough outcomes that both take the interval of the normal law; they disagree widely."""
    monkeypatch.setattr("annotate.seeding.selectors.seed_quality.MANY", 10)
    serving = version(project)
    for number, sample in enumerate(add_samples(project, 40)):
        Arm.objects.create(project=project, sample=sample, seeded=number % 2 == 0, share=0.5)
        outcome(
            sample,
            seed=seed(sample, "A kite."),
            version=serving if number % 3 else None,
            first_seconds=float(number * number % 37),
            jaccard=None if number % 5 == 0 else number % 11 / 11,
        )
    from_rows = read(project, people)
    made_from_outcomes(project)
    monkeypatch.setattr(seed_quality, "MOST_ROWS", 0)
    from_sums = read(project, people)
    assert from_sums["arms"]["seeded"]["n"] == 20
    assert told(from_sums) == pytest.approx(told(from_rows))


def made_from_outcomes(project: Project) -> None:
    """Sum what stands there: these samples have no answers that outcomes could be made of."""
    seed_counters.rebuild(project)


def told(page: dict[str, Any]) -> dict[str, float]:
    """Return every number of the figures of a page by where it stands."""
    found = {}
    groups = {f"version {n}": each for n, each in enumerate(page["versions"])} | page["arms"]
    groups["difference"] = {"figures": page["arms"]["difference"]}
    for name, group in groups.items():
        for figure, values in group["figures"].items():
            for end in ("mean", "low", "high", "n"):
                if values is not None and values[end] is not None:
                    found[f"{name} {figure} {end}"] = values[end]
    return found
