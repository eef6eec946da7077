"""The seven tasks of ImageInWords, App. C, against lines written by hand from the paper.

What is expected stands in `expected/`, one file per task. It was not made by the code: each line
was written from the text of App. C and the numbers of `small.py`. A coordinate c of a side of n
pixels is the whole number nearest to 999 * c / n: 25 of 250 is 99.9, so 100; 400 of 500 is 799.2.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.geometry import Box, NormalisedBox
from annotate.analysis.tokens import sentences
from annotate.backends.training.finetuning import (
    TASKS,
    Example,
    Task,
    examples,
    templates,
    without_tail,
)
from annotate.backends.training.snapshots import SnapshotObject, SnapshotSample
from tests.backends.training.finetuning.small import PARK, SKY, SMALL

EXPECTED = Path(__file__).parent / "expected"


def of(samples: Sequence[SnapshotSample], *tasks: Task, **more: Any) -> list[Example]:
    return [
        example
        for sample in samples
        for example in examples(sample, seed=7, tasks=tasks or TASKS, **more)
    ]


@pytest.mark.parametrize("task", TASKS)
def test_each_line_is_what_the_paper_says(task: Task) -> None:
    expected = [json.loads(line) for line in (EXPECTED / f"{task}.jsonl").read_text().splitlines()]
    made = [
        {"image": each.image, "prompt": each.prompt, "target": each.target}
        for each in of(SMALL, task)
    ]
    assert made == expected


def test_there_are_the_seven_tasks_of_the_paper_and_no_other() -> None:
    """Three of image regions (C.1), two of salient objects (C.2), two of descriptions (C.3)."""
    assert sorted(path.stem for path in EXPECTED.iterdir()) == sorted(TASKS)
    assert len(TASKS) == 7
    assert {example.task for example in of(SMALL)} == set(TASKS)


def test_a_label_alone_grounds_nothing() -> None:
    """C.1: in a dense image a label does not identify an object, so the description goes in too."""
    prompts = [each.prompt for each in of([PARK], "description_label_grounding")]
    assert len(prompts) == 3  # the dog has no description
    assert len(set(prompts)) == 3  # the two kites are told apart


def test_lists_are_sorted_whatever_the_order_of_the_objects() -> None:
    turned = replace(PARK, objects=PARK.objects[::-1])
    for task in ("label_list", "grounded_label_list"):
        assert of([turned], task) == of([PARK], task)


def test_capitals_do_not_decide_the_order() -> None:
    things = tuple(
        SnapshotObject(label=label, box=Box(x=0, y=0, width=9, height=9), description="")
        for label in ("Zebra", "apple", "Bear")
    )
    (example,) = of([replace(SKY, objects=things)], "label_list")
    assert example.target == "apple\nBear\nZebra"


def test_the_same_seed_drops_the_same_sentences() -> None:
    text = " ".join(f"Sentence {number} is here." for number in range(20))
    samples = [replace(SKY, sample=number, description=text) for number in range(50)]
    prompts = [each.prompt for each in of(samples, "description_elaboration")]
    assert prompts == [each.prompt for each in of(samples, "description_elaboration")]
    # X is drawn for each sample: many different amounts are dropped.
    assert len(set(prompts)) > 10


@given(st.lists(st.sampled_from(["A dog runs.", "It rains!", "Why?"]), max_size=8), st.floats(0, 1))
def test_what_is_left_is_the_beginning(parts: list[str], share: float) -> None:
    text = " ".join(parts)
    left = without_tail(text, share=share)
    if len(parts) < 2:
        assert left is None
    else:
        assert left is not None
        assert text.startswith(left)
        assert sentences(left) == parts[: len(sentences(left))]
        assert 1 <= len(sentences(left)) < len(parts)


def test_an_earlier_round_that_changed_nothing_is_no_example() -> None:
    same = replace(SKY, earlier=("Grey clouds without an edge.", ""))
    assert of([same], "description_elaboration") == []


def test_the_same_start_is_used_once() -> None:
    """The text without its tail may be what an earlier round said."""
    starts = [each.prompt for each in of([PARK], "description_elaboration")]
    assert len(starts) == len(set(starts)) == 2


def test_crops_are_shown_instead_of_named() -> None:
    """For models that caption crops, as the seeds of §3.3 are made."""
    found = of([PARK], "label_prediction", "object_description", crops=True)
    assert [each.crop_box for each in found[:2]] == [PARK.objects[0].box, PARK.objects[1].box]
    assert found[0].prompt == "Name the object in the image."
    assert found[4].prompt == "Describe the object in the image in detail.\nLabel: Oak"
    assert not any("[" in each.prompt for each in found)
    whole = [each for each in of([PARK], crops=True) if each not in found]
    assert all(each.crop_box is None for each in whole)


def test_nothing_comes_of_nothing() -> None:
    assert of([replace(SKY, description=None, has_objects=False)]) == []


def test_outputs_are_read_as_they_are_written() -> None:
    (example,) = of([PARK], "grounded_label_list")
    found = templates.grounded_in(example.target)
    assert [each.label for each in found] == ["dog", "kite", "kite", "Oak"]
    assert found[0].box == NormalisedBox(ymin=799, xmin=599, ymax=999, xmax=799)
    assert templates.grounded_in("no box\n- cup: [1, 2, 3]\n[1, 2, 3, 4]\ncat [9, 0, 1, 5]") == []
