"""Every worked example in a docstring of seeding holds."""

import doctest
import importlib

import pytest

MODULES = [
    "annotate.seeding.diversity",
    "annotate.seeding.services.ordering",
    "annotate.seeding.loaded_models",
]


@pytest.mark.parametrize("name", MODULES)
def test_the_worked_examples_hold(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
