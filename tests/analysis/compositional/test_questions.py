"""The true caption stands first in one half of a set, and sources are asked the same."""

from collections import Counter

import pytest

from annotate.analysis.compositional.layouts import probes_in
from annotate.analysis.compositional.model import Probe
from annotate.analysis.compositional.questions import Descriptions, prompt_of, true_first
from annotate.analysis.compositional.report import plan
from tests.analysis.compositional import samples

PROBES = [
    Probe(set="vg-relation", id=f"vg-relation/{at}", image=f"{at}.jpg", true="a", false="b")
    for at in range(101)
]


@pytest.mark.parametrize("seed", range(5))
def test_the_true_caption_is_first_in_one_half_of_a_set(seed: int) -> None:
    first = true_first(PROBES, seed)
    assert sum(first.values()) in (50, 51)
    assert first == true_first(reversed(PROBES), seed)
    assert first != true_first(PROBES, seed + 1)


def test_whoever_prefers_a_caption_of_winoground_is_right_half_of_the_time() -> None:
    found = probes_in(enumerate(samples.WINOGROUND, start=1))
    questions = plan([found], {}, model="m", seed=1).all
    listed_first = {question.options[0] for question in questions}
    assert len(listed_first) == len(samples.WINOGROUND)
    by_example = Counter((question.probe.group, question.answer) for question in questions)
    assert set(by_example.values()) == {1}


def test_the_prompt_with_a_description_is_the_papers() -> None:
    assert prompt_of(["A dog.", "A cat."], "A small cat sleeps.") == (
        "Given the following image description and image caption options,"
        " choose the most likely OPTION number:\n\n"
        "IMAGE-DESCRIPTION : A small cat sleeps.\n\n"
        "OPTIONS: [1] A dog.\n[2] A cat.\n\n"
        "RESPONSE:"
    )


def test_all_sources_and_the_baseline_see_a_question_in_the_same_order() -> None:
    found = probes_in(enumerate(samples.RELATION, start=1))
    texts = {"1": "One.", "2.jpg": "Two."}
    asked = plan([found], {"A": Descriptions(texts), "B": Descriptions({"2": "Zwei."})},
                 model="m", seed=7)  # fmt: skip
    orders = [
        {question.probe.id: question.options for question in own}
        for own in asked.questions.values()
    ]
    assert [len(order) for order in orders] == [2, 2, 1]  # nobody describes the third image
    for order in orders[1:]:
        assert order.items() <= orders[0].items()


def test_fewer_questions_are_the_first_of_all_and_groups_stay_whole() -> None:
    found = probes_in(enumerate(samples.WINOGROUND, start=1))
    every = plan([found], {}, model="m", seed=3).all
    fewer = plan([found], {}, model="m", seed=3, most=4).all
    assert fewer == every[:4]
    assert sorted(Counter(question.probe.group for question in fewer).values()) == [2, 2]


def test_a_text_of_its_own_comes_before_that_of_the_image() -> None:
    source = Descriptions({"vg-relation/3": "The crop.", "3.jpg": "The image."})
    assert [source.of(PROBES[3]), source.of(PROBES[4])] == ["The crop.", None]
