"""A whole study: every judgement counts, and the interval is over the items."""

import csv
import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.intervals import Interval
from annotate.analysis.sxs import (
    SCORES,
    Judged,
    Preference,
    Table,
    level_of,
    overall_score,
    percentages,
    table,
)
from annotate.analysis.undefined import Undefined

LABELS = Path(__file__).parent / "data" / "iiw_sxs_labels_gpt4v.csv.gz"
judged = st.lists(st.tuples(st.integers(0, 9), st.sampled_from(SCORES)), min_size=1, max_size=40)


def of(found: Table, metric: str) -> Preference:
    each = found.metrics[metric]
    assert isinstance(each, Preference)
    return each


@given(judged)
def test_counts_and_net_are_those_of_all_judgements(scores: Judged) -> None:
    found = of(table({"tldr": scores}), "tldr")
    values = [score for _, score in scores]
    counts = [values.count(score) for score in SCORES]
    net = 100 * (sum(score > 0 for score in values) - sum(score < 0 for score in values))
    assert (found.n, found.counts, found.percent) == (len(values), counts, percentages(counts))
    assert found.net == pytest.approx(net / len(values))
    low, high = found.interval.low, found.interval.high
    if not isinstance(low, Undefined) and not isinstance(high, Undefined):
        assert -100 <= low <= high <= 100


@given(judged)
def test_turning_every_score_round_turns_the_table_round(scores: Judged) -> None:
    found = of(table({"tldr": scores}), "tldr")
    turned = of(table({"tldr": [(item, -score) for item, score in scores]}), "tldr")
    assert turned.counts == found.counts[::-1]
    assert turned.net == -found.net


def test_people_who_agree_on_few_items_prove_less_than_many_items() -> None:
    """Catches an interval over judgements: 200 of them would look like 200 items."""
    few = [(item, 1 if item % 2 else -1) for item in range(10) for _ in range(20)]
    many = [(item, 1 if item % 2 else -1) for item in range(200)]
    narrow, wide = (of(table({"tldr": each}), "tldr").interval for each in (many, few))
    assert (wide.n, narrow.n) == (10, 200)
    assert spread(wide) > 3 * spread(narrow)


def spread(found: Interval) -> float:
    assert isinstance(found.low, float)
    assert isinstance(found.high, float)
    return found.high - found.low


def test_the_released_labels_give_the_nets_and_umbrellas_of_the_paper() -> None:
    """Garg et al. 2024, GPT-4V against IIW-Human; App. D.4 for the umbrellas."""
    scores: dict[str, list[tuple[str, int]]] = {}
    with gzip.open(LABELS, "rt") as file:
        for row in csv.DictReader(file):
            scores.setdefault(row["metric"], []).append((row["image"], int(row["score"])))
    found = table(scores)
    assert {key: of(found, key).net for key in scores} == {
        "comprehensiveness": 35,
        "specificity": 53,
        "hallucination": 59,
        "tldr": 70,
        "human_like": 21,
    }
    values = {}
    for key, each in found.umbrellas.items():
        assert isinstance(each, Interval)
        assert spread(each) > 0
        values[key] = each.mean
    assert values == pytest.approx(
        {"recall": 44.0, "precision": 59.0, "writing_style": 45.5, "overall": 49.5}
    )
    precision = found.umbrellas["precision"]
    assert isinstance(precision, Interval)
    assert spread(precision) == pytest.approx(spread(of(found, "hallucination").interval))


def test_a_metric_that_nobody_judged_leaves_the_others_be() -> None:
    found = table({"tldr": [("A", 2)], "specificity": []})
    assert of(found, "tldr").net == 100
    assert isinstance(found.metrics["specificity"], Undefined)
    assert isinstance(found.umbrellas["overall"], Undefined)
    assert isinstance(table({}).umbrellas["recall"], Undefined)


def test_a_score_off_the_scale_is_refused() -> None:
    with pytest.raises(ValueError, match="-2 to 2"):
        table({"tldr": [("A", 3)]})


@pytest.mark.parametrize(
    ("scores", "expected"),
    [({"tldr": 2, "colour": -1}, 0.5), ({"hallucination": -1}, -1.0)],
)
def test_without_the_five_metrics_the_overall_score_is_the_mean(
    scores: dict[str, float], expected: float
) -> None:
    assert overall_score(scores) == expected


@given(st.floats(-2, 2))
def test_a_level_is_near_its_score_and_on_its_side(score: float) -> None:
    level = level_of(score)
    assert abs(level - score) <= 0.5
    assert level * score >= 0
