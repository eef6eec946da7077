import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.sorted_sets import are_among, distinct

# The greatest as well: what is looked for beyond the last member must not be taken for it.
NUMBERS = st.lists(st.integers(0, 5) | st.just(2**32 - 1), max_size=12)


@given(NUMBERS)
def test_each_number_is_kept_once_as_by_numpy(values: list[int]) -> None:
    given_numbers = np.array(values, dtype=np.uint32)
    assert distinct(given_numbers).tolist() == np.unique(given_numbers).tolist()


@given(NUMBERS, NUMBERS)
def test_members_are_told_as_by_numpy(values: list[int], members: list[int]) -> None:
    asked, known = np.array(values, dtype=np.uint32), np.array(members, dtype=np.uint32)
    assert are_among(asked, distinct(known)).tolist() == np.isin(asked, known).tolist()
