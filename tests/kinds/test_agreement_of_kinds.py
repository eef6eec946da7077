"""What a kind must keep that measures how far its answers agree."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.undefined import defined
from annotate.kinds import AnyKind, able
from annotate.kinds.capabilities import MeasuresAgreement
from tests.kinds.battery import disagreeing, drawn, every


def figures(kind: AnyKind, items: Sequence[Sequence[Any]]) -> dict[str, float | None]:
    """What is measured of agreement, by name; the share of yes beside it says nothing of that."""
    measures = able(kind, MeasuresAgreement).agreement(items, kind.parse_settings({}))
    found = {measure.name: defined(measure.value) for measure in measures}
    assert len(found) == len(measures) >= 1
    return {name: value for name, value in found.items() if not name.endswith(".yes")}


@every(MeasuresAgreement)
@given(data=st.data())
def test_agreement_is_at_most_one_in_any_order(kind: AnyKind, data: st.DataObject) -> None:
    answers = [drawn(data, kind) for _ in range(3)]
    found = figures(kind, [answers])
    assert all(value is None or -1 <= value <= 1 for value in found.values())
    assert found == pytest.approx(figures(kind, [answers[::-1]]))


@every(MeasuresAgreement)
@given(data=st.data())
def test_equal_answers_agree_wholly_or_are_undefined(kind: AnyKind, data: st.DataObject) -> None:
    answer = drawn(data, kind)
    found = figures(kind, [[answer, answer, answer]])
    assert all(value in (None, pytest.approx(1.0)) for value in found.values())


@every(MeasuresAgreement)
def test_people_who_agree_on_nothing_have_agreement_zero_at_most(kind: AnyKind) -> None:
    found = figures(kind, [disagreeing(kind)])
    assert any(value is not None and value <= 0 for value in found.values())


@every(MeasuresAgreement)
def test_one_dissenter_lowers_agreement(kind: AnyKind) -> None:
    a, b = disagreeing(kind)
    assert pytest.approx(1 / 3) in figures(kind, [[a, a, b]]).values()


@every(MeasuresAgreement)
def test_agreement_of_fewer_than_two_answers_is_undefined(kind: AnyKind) -> None:
    few: list[list[list[Any]]] = [[], [[]], [[disagreeing(kind)[0]]]]
    for items in few:
        assert set(figures(kind, items).values()) == {None}
