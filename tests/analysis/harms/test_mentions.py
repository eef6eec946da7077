"""Objects mentioned more often with one group are found, in work that can be taken up again."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest

from annotate.analysis.geometry import Box
from annotate.analysis.harms import mentions
from annotate.analysis.harms.mention_data import Features, Shown, commonest
from annotate.analysis.harms.mention_rows import Mention, leaves_out_zero, missed
from annotate.analysis.harms.mention_rows import mentions as rows_of
from annotate.analysis.harms.mentions import OtherWork, Plan, State, share_done, steps
from annotate.analysis.undefined import Undefined
from tests.analysis.harms.unequal_mentions import EFFECTS, PAIR, RARE, world

PLAN = Plan(PAIR, splits=30, more_than=27, draws=40)


def done(images: list[Shown], plan: Plan = PLAN) -> dict[str, Mention]:
    """Return the rows of the whole work, by type."""
    state: State = {}
    for state in steps(images, plan):
        assert 0 <= share_done(state) <= 1
    assert state["done"]
    return {row.type: row for row in rows_of(state, plan)}


@pytest.fixture(scope="module")
def images() -> list[Shown]:
    """Return a world large enough for its effects to be plain."""
    return world(1, 3000)


@pytest.fixture(scope="module")
def rows(images: list[Shown]) -> dict[str, Mention]:
    """Return what is found in it."""
    return done(images)


def number(value: float | Undefined) -> float:
    """Return a figure that must be there."""
    assert not isinstance(value, Undefined)
    return value


def test_the_planted_effects_lie_in_the_intervals_over_images(rows: dict[str, Mention]) -> None:
    for name, effect in EFFECTS.items():
        found = rows[name].over_images
        assert number(found.mean) == pytest.approx(effect, abs=0.3)
        # Three standard errors: five types at once.
        half = (number(found.high) - number(found.low)) / 1.96 * 1.5
        assert abs(number(found.mean) - effect) < half, name


def test_the_plain_difference_of_shares_is_misled_by_size_and_the_coefficient_is_not(
    rows: dict[str, Mention],
) -> None:
    dog = rows["dog"]
    assert leaves_out_zero(dog.apart)
    assert not leaves_out_zero(dog.over_images)


def test_the_interval_over_splits_is_narrower_by_what_splits_share(
    rows: dict[str, Mention],
) -> None:
    for name in EFFECTS:
        narrow, wide = rows[name].over_splits, rows[name].over_images
        ratio = (number(narrow.high) - number(narrow.low)) / (number(wide.high) - number(wide.low))
        assert 0.4 < ratio < 0.95, name


def test_strong_effects_remain_after_the_number_of_tests_and_null_effects_do_not(
    rows: dict[str, Mention],
) -> None:
    assert number(rows["tie"].p_holm) < 0.01
    assert number(rows["dress"].p_holm) < 0.01
    for name in EFFECTS:
        row = rows[name]
        assert number(row.p) <= number(row.p_bh) <= number(row.p_holm)
    assert number(rows["dog"].p_holm) > 0.05


def test_types_stand_in_the_order_of_their_accuracy(images: list[Shown]) -> None:
    *_, state = steps(images[:400], PLAN)
    found = [number(row.accuracy) for row in rows_of(state, PLAN) if row.type != RARE]
    assert found == sorted(found, reverse=True)
    assert rows_of(state, PLAN)[-1].type == RARE


def test_a_type_with_too_few_splits_of_both_outcomes_says_so(rows: dict[str, Mention]) -> None:
    rare = rows[RARE]
    assert isinstance(rare.over_splits.mean, Undefined)
    assert "Too few random parts" in rare.over_splits.mean.reason
    assert isinstance(rare.p_holm, Undefined)
    assert rare.apart.n <= 3


def test_work_taken_up_again_has_the_figures_of_work_never_stopped(images: list[Shown]) -> None:
    few = images[:200]
    *_, whole = steps(few, PLAN)
    state = None
    for _ in range(1000):
        work = steps(few, PLAN, state)
        state = json.loads(json.dumps(next(work)))
        if not state["done"]:
            state = json.loads(json.dumps(next(work)))  # one step further, then stopped
        if state["done"]:
            break
    assert state == whole


def test_the_state_of_other_work_is_refused(images: list[Shown]) -> None:
    state = next(steps(images[:100], PLAN))
    for other, plan in ((images[:101], PLAN), (images[:100], replace(PLAN, seed=2))):
        with pytest.raises(OtherWork):
            next(steps(other, plan, state))


def test_where_group_and_mention_are_one_the_coefficient_has_no_value() -> None:
    images = [
        replace(each, mentioned=frozenset(each.boxes) if each.group == "a" else frozenset())
        for each in world(5, 300)
    ]
    row = done(images)["tie"]
    assert isinstance(row.over_images.mean, Undefined)
    assert "no finite value" in row.over_images.mean.reason


def test_without_groups_nothing_is_fitted_and_the_reason_is_said(images: list[Shown]) -> None:
    without = [replace(each, group=None) for each in images[:100]]
    for row in done(without).values():
        assert isinstance(row.over_splits.mean, Undefined)
        assert isinstance(row.over_images.low, Undefined)
        assert isinstance(row.accuracy, Undefined)


def test_the_commonest_types_are_counted_in_boxes_and_descriptions() -> None:
    box = Box(x=0, y=0, width=1, height=1)
    images = [
        Shown("1", None, 9, 9, {"cat": [box, box]}, frozenset(["dog"])),
        Shown("2", None, 9, 9, {"dog": [box]}, frozenset(["dog"])),
    ]
    assert commonest(images) == ["dog", "cat"]
    assert commonest(images, 1) == ["dog"]


def test_a_design_has_the_images_of_both_groups_that_show_the_type(images: list[Shown]) -> None:
    design = Features(images, list(EFFECTS)).design("tie", PAIR)
    kept = [each for each in images if "tie" in each.boxes and each.group in PAIR]
    assert design.images == tuple(each.image for each in kept)
    assert design.features.shape == (len(kept), 2 * len(EFFECTS) + 1)
    assert design.mentioned.sum() == sum("tie" in each.mentioned for each in kept)
    cases = missed(images, "tie", PAIR)
    assert sum(map(len, cases.values())) == len(kept) - design.mentioned.sum()


def test_a_step_does_no_more_than_it_says(images: list[Shown]) -> None:
    fits = [
        len(state["now"]["splits"]) + len(state["now"]["draws"])
        for state in steps(images[:300], PLAN)
        if state["now"]
    ]
    grown = [later - before for before, later in pairwise(fits)]
    assert max(grown) <= mentions.STEP
