"""Agreement where people agree, where they disagree and where it has no value."""

from collections.abc import Mapping, Sequence

import pytest

from annotate.analysis.agreement import (
    aggregate,
    box_agreement,
    caption_similarity,
    difficulty,
    majority,
    pairwise_agreement,
    yes_share,
)
from annotate.analysis.agreement_measures import (
    box_measures,
    caption_measures,
    label_measures,
    vote_measures,
)
from annotate.analysis.geometry import Box
from annotate.analysis.undefined import Undefined, reason
from annotate.messages import Message


def test_pairwise_agreement_where_some_disagree() -> None:
    # 10 pairs: four yes make 6 equal pairs, one no none.
    assert pairwise_agreement([[True, True, True, True, False]]) == 0.6
    assert pairwise_agreement([[True, False]]) == 0.0
    assert pairwise_agreement([[True, None], []]) == Undefined(Message("no_item_answered_twice"))


def test_a_majority_is_more_than_any_other() -> None:
    assert majority([True, False, False, None]) is False
    assert majority(["a", "b", "c", "b"]) == "b"
    assert isinstance(majority(["a", "b", "b", "a", "c"]), Undefined)
    assert majority([None, None]) == Undefined(Message("nobody_answered"))


def test_the_share_of_yes_leaves_out_who_did_not_answer() -> None:
    assert yes_share([True, True, False, None]) == pytest.approx(2 / 3)
    assert yes_share([]) == Undefined(Message("nobody_answered"))


class TestVotes:
    votes: tuple[Sequence[Mapping[str, bool | None]], ...] = (
        [{"true": True, "short": True}, {"true": True, "short": False}, {"true": True}],
        [{"true": False, "short": False}, {"true": True, "short": None}, {"true": False}],
    )

    def test_each_criterion_has_its_own_figures(self) -> None:
        found = {each.name: each for each in vote_measures({"true": "True"}, self.votes)}
        assert found["true.yes"].value == pytest.approx(4 / 6)
        assert found["true.yes"].n == 6
        # 1 and 1/3 of the pairs agree.
        assert found["true.agreement"].value == pytest.approx(2 / 3)
        # Observed: (0 + 2/3 * 3) / 6 = 1/3; expected 2*4*2/(6*5) = 8/15; 1 - 5/8.
        assert found["true.alpha"].value == pytest.approx(0.375)
        assert found["true.alpha"].n == 2

    def test_a_vote_left_open_does_not_count(self) -> None:
        found = {each.name: each for each in vote_measures({"short": "Short"}, self.votes)}
        assert found["short.yes"].value == pytest.approx(1 / 3)
        assert found["short.agreement"].value == 0.0
        assert found["short.agreement"].n == 1

    def test_without_votes_everything_is_undefined(self) -> None:
        found = vote_measures({"true": "True"}, [])
        assert [reason(each.value) is not None for each in found] == [True, True, True]


class TestCaptions:
    def test_similarity_where_texts_differ(self) -> None:
        assert caption_similarity(["a red kite", "a blue kite"]) == 0.5
        assert caption_similarity(["a kite", "two dogs"]) == 0.0

    def test_one_text_has_no_similarity(self) -> None:
        assert isinstance(caption_similarity(["a kite"]), Undefined)
        assert isinstance(caption_similarity(["", ""]), Undefined)

    def test_the_mean_is_over_images_that_have_one(self) -> None:
        (found,) = caption_measures([["a kite", "a kite"], ["a kite", "two dogs"], ["alone"]])
        assert (found.value, found.n) == (0.5, 2)


class TestBoxes:
    left = Box(x=0, y=0, width=4, height=4)
    half = Box(x=0, y=0, width=4, height=2)
    far = Box(x=50, y=50, width=4, height=4)

    def test_iou_where_boxes_differ(self) -> None:
        assert box_agreement([[self.left], [self.half]]) == 0.5
        assert box_agreement([[self.left, self.far], [self.half]]) == 0.25
        assert box_agreement([[self.left], []]) == 0.0

    def test_answers_without_boxes_are_undefined(self) -> None:
        assert isinstance(box_agreement([[], []]), Undefined)
        (found,) = box_measures([[[], []], [[self.left]], [[self.left], [self.half]]])
        assert (found.value, found.n) == (0.5, 1)


class TestAggregates:
    @pytest.mark.parametrize(
        ("canned", "expected"),
        [
            (0, "easy"),
            (1, "medium"),
            (2, "medium"),
            (3, "difficult"),
            (4, "difficult"),
            (5, "unusable"),
        ],
    )
    def test_of_five_answers_difficulty_is_that_of_the_paper(
        self, canned: int, expected: str
    ) -> None:
        assert difficulty(canned, 5) == expected

    def test_no_answers_have_no_difficulty_and_no_majority(self) -> None:
        found = aggregate(canned=[])
        assert isinstance(found.difficulty, Undefined)
        assert isinstance(found.text_majority, Undefined)

    def test_the_majority_on_text_counts_yes_and_no(self) -> None:
        found = aggregate(canned=[True, False, False], text=[True, True, False, None])
        assert (found.text_yes, found.text_no, found.text_majority) == (2, 1, True)
        assert (found.canned, found.answers, found.difficulty) == (1, 3, "medium")

    def test_a_tie_is_no_majority(self) -> None:
        assert isinstance(
            aggregate(canned=[False] * 2, text=[True, False]).text_majority, Undefined
        )


def test_label_measures_leave_out_items_with_one_answer() -> None:
    alpha, pairs = label_measures("text", "Text", [["yes", "no"], ["yes"], ["no", "no"]])
    assert (alpha.n, pairs.n) == (2, 2)
    assert pairs.value == 0.5
