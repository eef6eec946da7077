"""Krippendorff's alpha, against tables worked out by hand and a second way to compute it."""

from collections import defaultdict
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.agreement import krippendorff_alpha
from annotate.analysis.undefined import Undefined, defined

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
