"""Agreement where people agree, where they disagree and where it has no value."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.agreement import (
    aggregate,
    box_agreement,
    box_measures,
    caption_measures,
    caption_similarity,
    difficulty,
    krippendorff_alpha,
    label_measures,
    majority,
    pairwise_agreement,
    vote_measures,
    yes_share,
)
from annotate.analysis.geometry import Box
from annotate.analysis.undefined import Undefined, defined, reason
from annotate.messages import Message

Labels = list[list[str | None]]


def columns(*raters: str) -> Labels:
    """Return the items of a table with one row per rater; a full stop is no answer."""
    return [
        [None if label == "." else label for label in item] for item in zip(*raters, strict=True)
    ]


def by_coincidences(items: Labels) -> float:
    """Return alpha as Krippendorff (2011) computes it by hand, from the coincidence matrix."""
    matrix: dict[tuple[str, str], float] = defaultdict(float)
    for item in items:
        labels = [label for label in item if label is not None]
        for a, b in permutations(labels, 2):
            matrix[a, b] += 1 / (len(labels) - 1)
    totals: dict[str, float] = defaultdict(float)
    for (a, _), weight in matrix.items():
        totals[a] += weight
    n = sum(totals.values())
    observed = sum(weight for (a, b), weight in matrix.items() if a != b)
    expected = sum(totals[a] * totals[b] for a in totals for b in totals if a != b) / (n - 1)
    return 1 - observed / expected


class TestAlpha:
    def test_krippendorffs_example_of_two_observers_and_two_values(self) -> None:
        # Krippendorff 2011, part A: alpha 0.095.
        items = columns("0100000010", "1110010000")
        assert krippendorff_alpha(items) == pytest.approx(0.095, abs=0.0005)

    def test_krippendorffs_example_of_two_observers_and_five_values(self) -> None:
        # Krippendorff 2011, part B: alpha 0.692.
        items = columns("aabbdcccedda", "babbbccceddd")
        assert krippendorff_alpha(items) == pytest.approx(0.692, abs=0.0005)

    def test_krippendorffs_example_of_four_observers_with_missing_values(self) -> None:
        # Krippendorff 2011, part C: alpha 0.743.
        items = columns(
            "123321412...",
            "1233224125.3",
            ".3332342251.",
            "12332441251.",
        )
        assert krippendorff_alpha(items) == pytest.approx(0.743, abs=0.0005)

    def test_systematic_disagreement_is_less_than_chance(self) -> None:
        # Two pairs, both unequal; of 4 labels 2 and 2: expected 2*2*2/(4*3) = 2/3; 1 - 1/(2/3).
        assert krippendorff_alpha([["a", "b"], ["b", "a"]]) == pytest.approx(-0.5)

    def test_perfect_agreement_on_different_labels_is_one(self) -> None:
        assert krippendorff_alpha([["a", "a", "a"], ["b", "b"], ["b"]]) == 1.0

    def test_numbers_and_truth_values_are_labels_like_any(self) -> None:
        items = [[True, True], [False, False], [True, False]]
        assert krippendorff_alpha(items) == pytest.approx(4 / 9)

    @pytest.mark.parametrize(
        ("items", "why"),
        [
            ([], "No item has two answers."),
            ([["a"], ["b"], [None, "a"]], "No item has two answers."),
            ([["a", "a"], ["a", None]], "All answers are the same"),
            ([["a", "a"], ["b"]], "All answers are the same"),
        ],
    )
    def test_without_pairs_or_choice_it_is_undefined(self, items: Labels, why: str) -> None:
        found = krippendorff_alpha(items)
        assert isinstance(found, Undefined)
        assert why in found.reason

    @given(
        st.lists(
            st.lists(st.sampled_from(["a", "b", "c", None]), min_size=1, max_size=6),
            min_size=1,
            max_size=30,
        )
    )
    def test_it_is_what_the_coincidence_matrix_gives(self, items: Labels) -> None:
        found = defined(krippendorff_alpha(items))
        if found is not None:
            assert found == pytest.approx(by_coincidences(items), abs=1e-9)
            assert found <= 1

    @given(st.lists(st.lists(st.sampled_from("ab"), min_size=2, max_size=4), max_size=10))
    def test_neither_order_nor_names_of_labels_matter(self, items: list[list[str]]) -> None:
        turned = [["b" if label == "a" else "a" for label in item[::-1]] for item in items[::-1]]
        assert defined(krippendorff_alpha(items)) == pytest.approx(
            defined(krippendorff_alpha(turned))
        )


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
