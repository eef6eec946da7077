"""Agreement and aggregates: hand-worked figures where people disagree, and why there is none."""

from typing import Any

import pytest

from annotate.projects.models import Project
from annotate.quality.selectors import agreement
from annotate.workflow.models import Annotation, Outcome
from tests.conftest import Cast, add_samples, client_of
from tests.quality.scene import (
    CANNED,
    STAGE,
    caption_recipe,
    captioned,
    crew,
    give,
    new_samples,
)
from tests.workflow.acts import describe, mark, thing, use_recipe

pytestmark = pytest.mark.django_db


def measured(project: Project, people: Cast) -> dict[str, dict[str, Any]]:
    """Return the measures of the last stage by name."""
    url = f"/api/v1/projects/{project.pk}/agreement"
    answer = client_of(people.reviewer).get(url)
    assert answer.status_code == 200, answer.content
    return {measure["name"]: measure for measure in answer.json()["stages"][-1]["measures"]}


def test_captions_that_disagree(project: Project, people: Cast) -> None:
    """Texts {a, red, kite} and {a, blue, kite}: 2/4. Text seen yes/no, then yes/yes.

    Alpha: of 4 labels 3 are yes and 1 no; observed disagreement 1/2, expected 2*3*1/(4*3) = 1/2.
    """
    caption_recipe(project, people=2)
    one, two = crew(project, 2)
    first, second = new_samples(project, 2)
    give(first, one, captioned("a red kite", text_detected=True))
    give(first, two, captioned("a blue kite", text_detected=False))
    give(second, one, captioned(CANNED, text_detected=True))
    give(second, two, captioned("a tin", text_detected=True))
    found = measured(project, people)
    assert (found["captions.similarity"]["value"], found["captions.similarity"]["n"]) == (0.5, 1)
    assert found["text_detected.agreement"]["value"] == 0.5
    assert found["text_detected.alpha"]["value"] == pytest.approx(0.0)
    assert found["canned.agreement"]["value"] == 0.5


def test_what_is_undefined_says_why(project: Project, people: Cast) -> None:
    caption_recipe(project, people=2)
    one, two = crew(project, 2)
    (sample,) = new_samples(project, 1)
    found = measured(project, people)
    assert found["captions.similarity"]["value"] is None
    assert (
        found["captions.similarity"]["undefined"]["message"] == "No image has two texts to compare."
    )
    for user in (one, two):
        give(sample, user, captioned("a red kite", text_detected=True))
    found = measured(project, people)
    assert found["text_detected.alpha"]["value"] is None
    assert "no agreement beyond chance" in found["text_detected.alpha"]["undefined"]["message"]
    assert found["text_detected.agreement"]["value"] == 1


def test_rejected_answers_do_not_count(project: Project, people: Cast) -> None:
    caption_recipe(project, people=2)
    one, two = crew(project, 2)
    (sample,) = new_samples(project, 1)
    give(sample, one, captioned("a red kite"))
    odd = give(sample, two, captioned("a blue kite"))
    odd.verdict = "rejected"
    odd.save()
    assert measured(project, people)["captions.similarity"]["n"] == 0


def test_rounds_have_no_agreement(project: Project, people: Cast) -> None:
    add_samples(project, 1)
    mark(project, people.ada)
    describe(project, people.ben, "A red kite.")
    (measure,) = measured(project, people).values()
    assert (measure["value"], measure["n"]) == (None, 0)
    assert "build on one another" in measure["undefined"]["message"]


def test_boxes_that_half_agree(project: Project, people: Cast) -> None:
    """Boxes of 10 by 10 shifted by 5: intersection 50, union 150, IoU 1/3."""
    use_recipe(project, {"key": "b", "kind": "objects.v1", "mode": "parallel", "rounds": 2})
    (sample,) = new_samples(project, 1)
    one, two = crew(project, 2)
    for user, x in ((one, 0), (two, 5)):
        box = {"x": x, "y": 0, "width": 10, "height": 10}
        give(sample, user, {"objects": [thing(box=box)]}, stage="b")
    assert measured(project, people)["boxes.iou"]["value"] == pytest.approx(1 / 3)


def votes_of(project: Project) -> Annotation:
    """Three people judge one caption: true yes/yes/no, short yes/yes/yes; it is kept."""
    criteria = [{"key": key, "title": key.title(), "help": ""} for key in ("true", "short")]
    use_recipe(
        project,
        {"key": STAGE, "kind": "caption.v1", "mode": "parallel", "rounds": 1},
        {
            "key": "vote",
            "kind": "vote.v1",
            "mode": "parallel",
            "rounds": 3,
            "about": STAGE,
            "settings": {"criteria": criteria},
        },
    )
    writer, *judges = crew(project, 4)
    (sample,) = new_samples(project, 1)
    answer = give(sample, writer, captioned("a red kite")).answer
    assert answer is not None
    from annotate.workflow.models import Task

    for index, (judge, true) in enumerate(zip(judges, (True, True, False), strict=True), start=1):
        Task.objects.create(
            project=project,
            sample=sample,
            stage_key="vote",
            index=index,
            about=answer,
            exclusion_group=f"vote {answer.pk}",
            order_key=index,
        )
        value = {"votes": {"true": true, "short": True}, "comment": ""}
        give(sample, judge, value, stage="vote", about=answer)
    Outcome.objects.create(annotation=answer, stage_key="vote", kept=True)
    return answer


def test_votes_by_criterion_and_what_is_kept(project: Project, people: Cast) -> None:
    votes_of(project)
    found = measured(project, people)
    assert found["true.yes"]["value"] == pytest.approx(2 / 3)
    assert found["true.agreement"]["value"] == pytest.approx(1 / 3)
    assert found["short.alpha"]["value"] is None
    assert (found["kept"]["value"], found["kept"]["n"]) == (1, 1)


def aggregates(project: Project, people: Cast, **filters: Any) -> list[dict[str, Any]]:
    url = f"/api/v1/projects/{project.pk}/aggregates"
    answer = client_of(people.reviewer).get(url, filters)
    assert answer.status_code == 200, answer.content
    rows: list[dict[str, Any]] = answer.json()["results"]
    return rows


@pytest.mark.parametrize(
    ("canned", "difficulty"),
    [
        (0, "easy"),
        (1, "medium"),
        (2, "medium"),
        (3, "difficult"),
        (4, "difficult"),
        (5, "unusable"),
    ],
)
def test_difficulty_by_canned_captions(
    project: Project, people: Cast, canned: int, difficulty: str
) -> None:
    caption_recipe(project)
    (sample,) = new_samples(project, 1)
    for place, user in enumerate(crew(project, 5)):
        text = CANNED if place < canned else "a red kite"
        give(sample, user, captioned(text, text_detected=place < 3))
    (row,) = aggregates(project, people)
    assert (row["answers"], row["canned"], row["difficulty"]) == (5, canned, difficulty)
    assert row["text_detected"] == {"yes": 3, "no": 2, "majority": True}


def test_a_tie_has_no_majority(project: Project, people: Cast) -> None:
    caption_recipe(project, people=2)
    (sample,) = new_samples(project, 2)[:1]
    for user, said in zip(crew(project, 2), (True, False), strict=True):
        give(sample, user, captioned("a red kite", text_detected=said))
    (row,) = aggregates(project, people)
    assert row["text_detected"]["majority"] is None


def test_votes_per_image(project: Project, people: Cast) -> None:
    votes_of(project)
    (row,) = aggregates(project, people, stage="vote")
    assert row["votes"]["true"] == {"yes": 2, "no": 1, "majority": True}
    assert row["outcomes"] == {"kept": 1, "dropped": 0}
    assert row["difficulty"] is None


def test_an_unknown_stage_is_named(project: Project, people: Cast) -> None:
    url = f"/api/v1/projects/{project.pk}/aggregates?stage=nowhere"
    refused = client_of(people.reviewer).get(url)
    assert refused.json()["error"]["fields"][0]["path"] == "stage"


def test_many_images_are_measured_by_a_sample_that_is_named(
    project: Project, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Catches a project of a million answers read into memory for one page."""
    monkeypatch.setattr(agreement, "MEASURED", 3)
    caption_recipe(project, people=2)
    team = crew(project, 2)
    for sample in new_samples(project, 6):
        for user in team:
            give(sample, user, captioned("a red kite"))
    found = measured(project, people)["captions.similarity"]
    assert found["n"] == 3
    assert found["explanation"]["message"].endswith(
        "Over 3 of 6 images, drawn by chance with the project's seed."
    )
