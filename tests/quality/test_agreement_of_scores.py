"""How far raters agree whose answers are scores on a scale."""

from typing import Any

import pytest

from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Sample
from annotate.workflow.services import leases
from tests.conftest import Cast, add_image, client_of
from tests.workflow.acts import work
from tests.workflow.studies import judged, use_study

pytestmark = pytest.mark.django_db


def measured(project: Project, people: Cast) -> list[dict[str, Any]]:
    answer = client_of(people.reviewer).get(f"/api/v1/projects/{project.pk}/agreement")
    assert answer.status_code == 200, answer.content
    return list(answer.json()["stages"])


def rated(project: Project, people: Cast, *scores: tuple[int, int]) -> None:
    """Let Ada and Ben give these scores, one pair per image, image by image."""
    for ada, ben in scores:
        sample = one_more(project)
        work(project, people.ada, judged(ada), "rating")
        work(project, people.ben, judged(ben), "rating")
        sample.refresh_from_db()
        assert sample.state == "done"


def one_more(project: Project) -> Sample:
    [sample] = services.add_samples(project=project, image_ids=[add_image(project).pk])
    value = {"texts": ["One."] if project.recipe.name == "likert" else ["One.", "Two."]}
    services.add_external(project=project, sample=sample, stage_key="texts", values=[value])
    services.open_samples(project=project, samples=[sample])
    return sample


def test_ratings_have_an_order(project: Project, people: Cast) -> None:
    """1/1, 1/2 and 3/3: distances (1, 2) 4, (2, 3) 2.25, (1, 3) 12.25 as in Krippendorff (2011).

    Observed 2*4/6; expected 2*(3*1*4 + 1*2*2.25 + 3*2*12.25)/(6*5); two of three pairs are equal.
    """
    use_study(project, "likert.v1", raters=2)
    rated(project, people, (1, 1), (1, 2), (3, 3))
    [stage] = measured(project, people)
    found = {each["name"]: each["value"] for each in stage["measures"]}
    expected = 1 - (8 / 6) / (2 * (12 + 4.5 + 73.5) / 30)
    assert found == {
        "good.alpha": pytest.approx(expected),
        "good.agreement": pytest.approx(2 / 3),
    }


def test_of_comparisons_only_what_no_side_decides_is_told(
    project: Project, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Everybody sees the pairs as they are stored.
    monkeypatch.setattr(leases, "draw_arrangement", lambda task, stage: [0, 1])
    use_study(project, "side_by_side.v1", raters=2)
    rated(project, people, (-2, -2), (1, 2))
    [stage] = measured(project, people)
    assert stage["key"] == "rating"
    assert [(each["name"], each["value"]) for each in stage["measures"]] == [
        ("good.agreement", 0.5)
    ]
