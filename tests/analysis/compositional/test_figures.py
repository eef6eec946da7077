"""Accuracy, its parts, and differences are those of answers that are known."""

from typing import Any

import pytest

from annotate.analysis.compositional.figures import share
from annotate.analysis.compositional.layouts import probes_in
from annotate.analysis.compositional.model import Reply
from annotate.analysis.compositional.questions import Descriptions
from annotate.analysis.compositional.report import Plan, plan, report
from tests.analysis.compositional import samples

TEXTS = {str(number): f"Image {number}." for number in range(1, 6)}


def planned() -> Plan:
    found = probes_in(enumerate(samples.ATTRIBUTION, start=1))
    sources = {"A": Descriptions(TEXTS), "B": Descriptions({"1": "B1.", "2": "B2."})}
    return plan([found], sources, model="m", seed=1)


def figures(says: dict[str | None, str]) -> dict[str, Any]:
    """`says`: what the model says to each source; R and W are the right and wrong numbers."""
    asked = planned()
    replies = {}
    for title, own in asked.questions.items():
        for question, said in zip(own, says[title], strict=False):
            text = {"R": str(question.answer), "W": str(3 - question.answer)}.get(said, "neither")
            replies[question.key] = Reply(question.key, text, 100, 2, 0.25, 1.5)
    return report(asked, replies)


def test_accuracy_counts_invalid_replies_as_wrong_and_leaves_unanswered_ones_out() -> None:
    told = figures({None: "RW", "A": "RRRW?", "B": "RR"})
    none, a, b = (source["sets"]["vg-attribution"] for source in told["sources"])
    assert (none["n"], none["right"], none["unanswered"]) == (2, 1, 3)
    assert (a["n"], a["right"], a["invalid"], a["unanswered"]) == (5, 3, 1, 0)
    assert (a["share"], b["share"]) == (0.6, 1.0)
    assert (a["low"], a["high"]) == pytest.approx((0.2307, 0.8824), abs=1e-4)
    assert b["without_description"] == 3
    assert a["positions"]["1"]["n"] + a["positions"]["2"]["n"] == 5
    assert a["kinds"]["red, old"]["right"] == 3
    assert a["first_chosen"]["n"] == 4


def test_differences_are_of_questions_that_both_answered() -> None:
    told = figures({None: "WWWWW", "A": "RRRRW", "B": ""})
    pairs = {(pair["first"], pair["second"]): pair["sets"] for pair in told["differences"]}
    gain = pairs["A", None]["vg-attribution"]
    assert (gain["n"], gain["only_first"], gain["only_second"]) == (5, 4, 0)
    assert (gain["difference"], gain["p"]) == (0.8, 0.125)
    assert gain["low"] < 0.8 < gain["high"]
    unknown = pairs["B", "A"]["vg-attribution"]
    assert (unknown["n"], unknown["difference"], unknown["p"]) == (0, None, None)


def test_costs_add_up() -> None:
    told = figures({None: "RW", "A": "RRRW?", "B": "RR"})["costs"]
    assert told == {
        "questions": 12,
        "prompts": 12,
        "replies": 9,
        "prompt_tokens": 900,
        "completion_tokens": 18,
        "cost": 2.25,
        "seconds": 13.5,
    }


def test_both_captions_of_a_winoground_example_are_counted_together() -> None:
    found = probes_in(enumerate(samples.WINOGROUND, start=1))
    asked = plan([found], {}, model="m", seed=1)
    replies = {
        question.key: Reply(question.key, str(question.answer if at % 2 else 1))
        for at, question in enumerate(asked.all)
    }
    told = report(asked, replies)["sources"][0]["sets"]["winoground"]
    right = [int(replies[question.key].text) == question.answer for question in asked.all]
    pairs = [all(right[at : at + 2]) for at in range(0, 6, 2)]
    assert told["groups"] == share(sum(pairs), 3)


def test_questions_about_one_image_are_no_independent_evidence() -> None:
    rows = [{**row, "image_path": "1.jpg"} for row in samples.ATTRIBUTION[:4]]
    rows += [{**row, "image_path": "2.jpg"} for row in samples.ATTRIBUTION]
    found = probes_in(enumerate(rows, start=1))
    asked = plan([found], {}, model="m", seed=1)
    replies = {
        q.key: Reply(q.key, str(q.answer if q.probe.image == "1.jpg" else 3 - q.answer))
        for q in asked.all
    }
    told = report(asked, replies)["sources"][0]["sets"]["vg-attribution"]
    assert told["by_image"]["images"] == 2
    assert told["by_image"]["high"] - told["by_image"]["low"] > told["high"] - told["low"]
