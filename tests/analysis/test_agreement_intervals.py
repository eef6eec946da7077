"""Intervals of agreement: published data, another way to compute them, and how often they hold."""

import numpy as np
import pytest

from annotate.analysis.agreement import krippendorff_alpha, ordinal_alpha, pairwise_agreement
from annotate.analysis.agreement_intervals import (
    intervals_of,
    mean_interval_of_items,
    pairs_figure,
    pairs_interval,
)
from annotate.analysis.agreement_measures import (
    box_measures,
    caption_measures,
    score_measures,
    vote_measures,
)
from annotate.analysis.alpha_intervals import (
    alpha_interval,
    ordinal_alpha_figure,
    ordinal_alpha_interval,
)
from annotate.analysis.geometry import Box
from annotate.analysis.intervals import Interval
from annotate.analysis.undefined import Undefined, defined
from tests.analysis.test_alpha import columns

# Krippendorff 2011, part C: four observers, twelve units, the last of them seen by one alone.
KRIPPENDORFF_C = columns("123321412...", "1233224125.3", ".3332342251.", "12332441251.")
# Hayes & Krippendorff 2007, Table 1: five observers, forty newspaper articles, scores of 0 to 3.
HAYES = columns(
    "112.001122.01311211000201001111223222221",
    "1130000.21102311121000302102111122222221",
    "203000222100221123001.30.1012202.2232.21",
    ".13....0.10022...31.103021122..122...12.",
    "2..0001.2....3112..0.0..2.0..20.2.2222.1",
)
SCORES = [[None if score is None else int(score) for score in unit] for unit in HAYES]


def both_ends(found: Interval) -> tuple[float, float]:
    low, high = defined(found.low), defined(found.high)
    assert low is not None
    assert high is not None
    return low, high


def drawn_by_hand(
    items: list[list[int | None]], figure: object, times: int = 1_500
) -> tuple[float, float]:
    """Draw items and compute the figure anew from all its answers, as slowly as that is."""
    generator = np.random.default_rng(5)
    found = []
    for _ in range(times):
        value = figure([items[at] for at in generator.integers(0, len(items), len(items))])  # type: ignore[operator]
        if not isinstance(value, Undefined):
            found.append(value)
    low, high = np.quantile(found, (0.025, 0.975))
    return float(low), float(high)


def test_the_interval_of_krippendorffs_example_is_that_of_another_program() -> None:
    """The R package icr prints 0.435 to 1.00 for 1,000 draws of units (its README)."""
    found = alpha_interval(KRIPPENDORFF_C)
    assert found.mean == pytest.approx(0.743, abs=0.0005)
    assert both_ends(found) == pytest.approx((0.435, 1.0), abs=0.04)
    assert found.n == 11, "a unit seen by one observer says nothing of agreement"


def test_the_published_alpha_of_newspaper_articles_lies_in_its_interval() -> None:
    """Hayes & Krippendorff 2007: 0.7598, ordinal. Drawn by hand the interval is the same."""
    found = ordinal_alpha_interval(SCORES)
    assert found.mean == pytest.approx(0.7598, abs=0.00005)
    assert found.mean == ordinal_alpha(SCORES)
    assert both_ends(found) == pytest.approx(drawn_by_hand(SCORES, ordinal_alpha), abs=0.02)


def test_nominal_alpha_and_pairs_of_the_same_articles() -> None:
    nominal, pairs = alpha_interval(SCORES), pairs_interval(SCORES)
    assert nominal.mean == pytest.approx(0.4765, abs=0.0005)
    assert pairs.mean == pairwise_agreement(SCORES)
    for found, figure in ((nominal, krippendorff_alpha), (pairs, pairwise_agreement)):
        assert both_ends(found) == pytest.approx(drawn_by_hand(SCORES, figure), abs=0.02)


@pytest.mark.parametrize("figure", [alpha_interval, ordinal_alpha_interval, pairs_interval])
def test_asking_more_people_of_the_same_images_makes_nothing_as_sure_as_more_images(
    figure: object,
) -> None:
    """Three copies of each answer are not three images."""
    thrice = [item * 3 for item in SCORES]
    wide = np.subtract(*both_ends(figure(thrice))[::-1])  # type: ignore[operator]
    narrow = np.subtract(*both_ends(figure(SCORES * 3))[::-1])  # type: ignore[operator]
    assert wide > 1.3 * narrow


def test_items_of_one_image_are_drawn_together() -> None:
    """Twenty pairs of equal items are twenty images; as forty they would seem surer."""
    twice = [item for item in SCORES for _ in range(2)]
    together = [at for at in range(len(SCORES)) for _ in range(2)]
    apart = pairs_interval(SCORES)
    assert both_ends(pairs_interval(twice, together)) == pytest.approx(both_ends(apart))
    assert pairs_interval(twice, together).n == 40
    surer = both_ends(pairs_interval(twice))
    assert surer[1] - surer[0] < 0.8 * np.subtract(*both_ends(apart)[::-1])


def test_figures_that_share_their_draws_have_the_intervals_that_they_have_alone() -> None:
    halves = [item if at % 2 else [] for at, item in enumerate(SCORES)]
    figures = [pairs_figure(SCORES), pairs_figure(halves), ordinal_alpha_figure(SCORES)]
    alone = [pairs_interval(SCORES), pairs_interval(halves), ordinal_alpha_interval(SCORES)]
    assert intervals_of(figures) == alone


def test_many_ranked_things_are_added_up_image_by_image() -> None:
    """39 levels have 741 pairs: of each image their sums are kept, not those of each thing."""
    generator = np.random.default_rng(3)
    items = generator.integers(1, 40, (400, 2)).tolist()
    figure = ordinal_alpha_figure(items, [at // 20 for at in range(400)])
    assert figure.sums.shape == (20, 741 + 39)


def test_ninety_five_of_a_hundred_intervals_hold_the_true_share() -> None:
    """200 projects of 40 images; two people agree on an image by a probability of its own."""
    generator = np.random.default_rng(11)
    held = 0
    for _ in range(200):
        easy = generator.beta(2, 1, 40)  # of mean 2/3: the true share of equal pairs
        items = [["a", "a"] if luck < chance else ["a", "b"]
                 for luck, chance in zip(generator.random(40), easy, strict=True)]  # fmt: skip
        low, high = both_ends(pairs_interval(items))
        held += low <= 2 / 3 <= high
    assert 0.89 <= held / 200 <= 0.99


def test_where_everybody_agrees_there_is_no_interval_and_not_one_of_no_width() -> None:
    found = pairs_interval([["yes", "yes"]] * 3)
    assert (found.mean, defined(found.low)) == (1.0, None)
    assert "cannot tell" in found.low.reason  # type: ignore[union-attr]
    assert isinstance(mean_interval_of_items([0.5]).low, Undefined)


def test_a_label_that_is_nearly_never_given_makes_alpha_unsure() -> None:
    found = alpha_interval([["no", "no"]] * 30 + [["yes", "no"]])
    assert defined(found.mean) is not None
    assert "too few images" in found.low.reason  # type: ignore[union-attr]


def test_every_row_has_its_interval_and_what_it_assumes() -> None:
    """People disagree about every second image."""
    left, right = Box(x=0, y=0, width=9, height=9), Box(x=5, y=0, width=9, height=9)
    rows = [
        *caption_measures([["a red kite", "a kite"], ["a dog", "two dogs run"]] * 6),
        *box_measures([[[left], [left]], [[left], [right]]] * 6),
        *score_measures("good", "Good", SCORES),
        *vote_measures(
            {"true": "True"}, [[{"true": True}, {"true": at % 2 > 0}] for at in range(12)]
        ),
    ]
    assert len(rows) == 7
    for row in rows:
        low, high = both_ends(row.interval)
        assert low < defined(row.value) < high, row.name  # type: ignore[operator]
        assert row.n >= row.interval.n >= 12
        assert "images are drawn anew" in str(row.assumption)
