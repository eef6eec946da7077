"""The examples in the docstrings of results are true."""

import doctest
from types import ModuleType

import pytest

from annotate.evaluation.selectors import ratings, results, rows


@pytest.mark.parametrize("module", [ratings, results, rows], ids=lambda module: module.__name__)
def test_worked_examples(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed
