"""Several images are asked about together; what each call said is kept, and what is bad is not."""

from types import SimpleNamespace
from typing import Any

import pytest

from annotate.backends import BackendError, Caption
from annotate.projects.models import Project
from annotate.seeding import services
from annotate.seeding.models import SeedRecord
from annotate.seeding.services.chunks import sub_batches
from annotate.workflow.models import Annotation
from tests.seeding.seeding_acts import add_pictures, states
from tests.seeding.together import Limited, Together, offer, run, together

__all__ = ["together"]
pytestmark = pytest.mark.django_db


def test_images_and_then_all_their_texts_are_asked_about_together(
    project: Project, together: Together
) -> None:
    """Ten images, four at once; of each two objects and the whole are described."""
    add_pictures(project, 10)
    assert states(run(project)) == ["seeded"] * 10
    assert together.looks == [4, 4, 2]
    assert together.questions == [12, 12, 6]


def test_every_seed_keeps_who_said_what_to_which_question_and_for_how_much(
    project: Project, together: Together
) -> None:
    add_pictures(project, 1)
    run(project)
    record = SeedRecord.objects.get(stage_key="objects")
    seen, tree, kite = record.provenance
    assert (seen["backend"], seen["version"], seen["model"], seen["role"]) == (
        "together",
        "3",
        "together M0",
        "detector",
    )
    assert seen["parameters"] == {"temperature": 0.2}
    assert (seen["prompt"], seen["latency_seconds"]) == ("What is there?", 1.5)
    assert seen["scores"] == [1.0, 0.25]
    assert [tree["prompt"], kite["prompt"]] == ["Describe tree.", "Describe kite."]
    assert kite["raw"] == "About kite."
    assert kite["usage"] == {"prompt_tokens": 100, "completion_tokens": 7, "cost": 0.002}
    [whole] = SeedRecord.objects.get(stage_key="description").provenance
    assert whole["prompt"] == "Describe the image."


def test_a_raw_answer_is_stored_clean_and_cut(project: Project, together: Together) -> None:
    add_pictures(project, 1)
    run(project)
    raw = SeedRecord.objects.get(stage_key="objects").provenance[0]["raw"]
    assert "\x00" not in raw["text"]
    assert len(raw["text"]) < 9000


def test_a_batch_that_falls_over_is_asked_one_by_one(project: Project, together: Together) -> None:
    together.bad = {0: "crash"}
    add_pictures(project, 3)
    assert states(run(project)) == ["seeded"] * 3
    assert together.looks == [3, 1, 1, 1]


def test_one_that_fails_does_not_stop_those_beside_it(project: Project, together: Together) -> None:
    answers = iter([BackendError("It is busy.", retry=True)])
    together.words = lambda request: (
        next(answers, "A whole.") if not request.label else "A part of it."
    )
    add_pictures(project, 3)
    made = run(project)
    assert states(made) == ["failed", "seeded", "seeded"]
    assert made.items.order_by("pk")[0].problem == "It is busy."


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "empty_text"),
        (" \u200d \n", "empty_text"),
        ("x" * 4001, "text_too_long"),
        (BackendError("Refused\x00."), "caption_failed"),
    ],
)
def test_an_object_that_cannot_be_described_is_left_out_and_noted(
    project: Project, together: Together, words: Any, reason: str
) -> None:
    together.words = lambda request: words if request.label == "kite" else "Something to say."
    add_pictures(project, 1)
    made = run(project)
    assert states(made) == ["seeded"]
    [dropped] = made.items.get().dropped
    assert (dropped["reason"], dropped["label"]) == (reason, "kite")
    objects = Annotation.objects.get(stage_key="objects").value["objects"]
    assert [each["label"] for each in objects] == ["tree"]
    assert SeedRecord.objects.get(stage_key="objects").provenance[0]["scores"] == [1.0]


def test_where_no_object_can_be_described_the_picture_has_failed(
    project: Project, together: Together
) -> None:
    together.words = lambda request: BackendError("No key.") if request.label else "All of it."
    add_pictures(project, 1)
    made = run(project)
    assert (states(made), made.items.get().problem) == (["failed"], "No key.")


def test_too_few_answers_fail_the_pictures_they_belong_to(
    project: Project, together: Together, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(together, "caption_many", lambda requests: [Caption(text="One.")])
    add_pictures(project, 1)
    made = run(project)
    assert states(made) == ["failed"]
    assert "1 answers to 3 questions" in made.items.get().problem


def test_a_back_end_with_a_limit_is_asked_by_one_worker_at_a_time(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(monkeypatch, Together(), settings=Limited)
    add_pictures(project, 3)
    made = services.start_run(
        project=project, actor=None, detector="together", captioner="classical"
    )
    assert made.job is not None
    assert made.job.at_once == 1


def item(width: int, height: int) -> Any:
    return SimpleNamespace(
        sample=SimpleNamespace(image=SimpleNamespace(width=width, height=height))
    )


def test_what_is_decoded_at_once_is_bounded() -> None:
    items = [item(10, 10), item(10, 10), item(10, 10), item(100, 100), item(10, 10)]
    sizes = [len(some) for some in sub_batches(items, 10, max_pixels=250)]
    assert sizes == [2, 1, 1, 1]
    assert [len(some) for some in sub_batches(items, 2)] == [2, 2, 1]
    assert list(sub_batches([], 2)) == []
