"""Simulated people mend what is wrong and leave what is right: the figures rest on that."""

from typing import Any

from annotate.analysis.geometry import Box
from tests.simulation.people import Annotator, Pace, Thing, Truth

STAR = Thing("star", Box(x=10, y=10, width=20, height=20), "A red star.")
TRUTH = Truth((STAR,), ("A red star is on the left.", "The background is grey."))
CAREFUL = Annotator(1, slip=0.0)


def task(kind: str, start: dict[str, Any]) -> dict[str, Any]:
    return {"stage": {"kind": kind}, "start": start}


def seeded(**changes: Any) -> dict[str, Any]:
    box = {"x": 10.0, "y": 10.0, "width": 20.0, "height": 20.0}
    made = {"id": "a", "label": "star", "description": "A red star.", "box": box}
    return {**made, "derived_from": [], **changes}


def test_a_true_text_is_left_and_costs_only_the_reading() -> None:
    text = " ".join(TRUTH.sentences)
    work = CAREFUL.answer(task("description.v1", {"text": text}), TRUTH)
    assert work.answer == {"text": text}
    assert work.seconds == Pace().look + Pace().read * 11


def test_a_better_seed_takes_less_time_than_a_worse_one_and_than_none() -> None:
    half = f"{TRUTH.sentences[0]} The background is red."
    spent = [
        CAREFUL.answer(task("description.v1", {"text": text}), TRUTH).seconds
        for text in (" ".join(TRUTH.sentences), half, "")
    ]
    assert spent == sorted(spent)
    assert len(set(spent)) == 3


def test_who_slips_forgets_only_what_nobody_had_written() -> None:
    forgetful = Annotator(1, slip=1.0)
    work = forgetful.answer(task("description.v1", {"text": TRUTH.sentences[1]}), TRUTH)
    assert work.answer == {"text": TRUTH.sentences[1]}


def test_a_right_object_is_kept_as_it_is() -> None:
    work = CAREFUL.answer(task("objects.v1", {"objects": [seeded()]}), TRUTH)
    assert work.answer == {"objects": [seeded()]}


def test_a_box_on_nothing_is_removed_and_what_is_missing_drawn() -> None:
    elsewhere = {"x": 60.0, "y": 60.0, "width": 9.0, "height": 9.0}
    work = CAREFUL.answer(task("objects.v1", {"objects": [seeded(box=elsewhere)]}), TRUTH)
    [made] = work.answer["objects"]
    assert made["id"] != "a"
    assert made["box"] == {"x": 10.0, "y": 10.0, "width": 20.0, "height": 20.0}


def test_a_loose_box_is_tightened_and_keeps_its_name() -> None:
    loose = {"x": 8.0, "y": 8.0, "width": 24.0, "height": 24.0}
    work = CAREFUL.answer(task("objects.v1", {"objects": [seeded(box=loose)]}), TRUTH)
    [mended] = work.answer["objects"]
    assert (mended["id"], mended["box"]["width"]) == ("a", 20.0)
