"""A release says how far those who wrote side by side agree, as its dashboards do."""

import json
from typing import Any

import pytest

from annotate.exchange.models import Release
from annotate.projects.models import Project
from annotate.quality.selectors.agreement import measures
from annotate.workflow import services
from annotate.workflow.models import Sample
from tests.conftest import Cast, client_of
from tests.exchange.released import files, released
from tests.quality.scene import (
    CANNED,
    STAGE,
    caption_recipe,
    captioned,
    crew,
    give,
    new_samples,
    sentence,
)

pytestmark = pytest.mark.django_db
# {a, red, kite} and {a, blue, kite}: 2/4. {a, kite, flies} and {a, kite}: 2/3.
TEXTS = (("a red kite", "a blue kite"), ("a kite flies", "a kite"), (CANNED, "a tin"))


@pytest.fixture
def captions(project: Project) -> list[Sample]:
    """Two people each about three images; of the last one nobody but one could see anything."""
    caption_recipe(project, people=2)
    both, samples = crew(project, 2), new_samples(project, 3)
    for sample, texts in zip(samples, TEXTS, strict=True):
        for user, text in zip(both, texts, strict=True):
            give(sample, user, captioned(text))
    Sample.objects.filter(project=project).update(state=Sample.State.DONE)
    return samples


def statistics(release: Release) -> dict[str, Any]:
    return dict(json.loads(files(release)["statistics.json"]))


def test_its_statistics_have_the_figure_with_its_number_and_interval(
    project: Project, people: Cast, captions: list[Sample]
) -> None:
    [found] = statistics(released(project, people.lead))["agreement"]
    assert found == {
        "stage": STAGE,
        "images": 2,
        "similarity_mean": round((1 / 2 + 2 / 3) / 2, 4),
        "low": 0.5,
        "high": 0.6667,
    }


def test_it_is_the_figure_of_the_dashboards(project: Project, people: Cast) -> None:
    caption_recipe(project, people=3)
    for sample in new_samples(project, 12):
        for user in crew(project, 3):
            words = sentence(sample.pk, user.pk)
            give(sample, user, captioned(words if user.pk % 5 else CANNED))
    Sample.objects.filter(project=project).update(state=Sample.State.DONE)
    [found] = statistics(released(project, people.lead))["agreement"]
    shown = {one.name: one for one in measures(project, project.recipe.stage(STAGE))}
    interval: Any = shown["captions.similarity"].interval
    assert found["images"] == interval.n
    ends = found["similarity_mean"], found["low"], found["high"]
    assert ends == pytest.approx((interval.mean, interval.low, interval.high), abs=1e-4)


def test_the_card_and_the_datasheet_say_it(
    project: Project, people: Cast, captions: list[Sample]
) -> None:
    held = files(released(project, people.lead))
    told = "caption: 0.5833 over 2 images (95% interval 0.5 to 0.6667)"
    for name in ("README.md", "datasheet.md"):
        text = held[name].decode()
        assert "Mean Jaccard similarity of words among texts written side by side" in text
        assert told in text


def test_the_comparison_of_two_versions_has_both(
    project: Project, people: Cast, captions: list[Sample]
) -> None:
    first = released(project, people.lead)
    services.withdraw_sample(sample=captions[1], actor=people.lead, reason="asked for")
    second = released(project, people.lead, "1.1.0")
    path = f"/api/v1/projects/{project.pk}/releases/{second.pk}/compare/{first.pk}"
    told = client_of(people.lead).get(path).json()
    found = [told[side]["statistics"]["agreement"][0] for side in ("before", "after")]
    assert [(one["images"], one["similarity_mean"]) for one in found] == [(2, 0.5833), (1, 0.5)]
    # An image alone has no interval, and that is said instead of one that means nothing.
    assert (found[1]["low"], found[1]["high"]) == (None, None)
    assert "caption: 0.5 over 1 image (no interval)" in files(second)["README.md"].decode()


def test_where_nobody_writes_side_by_side_there_is_none(project: Project, people: Cast) -> None:
    held = files(released(project, people.lead))
    assert json.loads(held["statistics.json"])["agreement"] == []
    assert b"side by side" not in held["README.md"] + held["datasheet.md"]
