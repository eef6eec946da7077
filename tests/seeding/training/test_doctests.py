"""The examples in the docstrings of what models learn from are right."""

import doctest
import importlib

import pytest

MODULES = (
    "annotate.seeding.backends.nearest.consensus",
    "annotate.seeding.backends.nearest.metric",
    "annotate.seeding.training.finetuning.chat",
    "annotate.seeding.training.finetuning.tasks",
    "annotate.seeding.training.finetuning.templates",
    "annotate.seeding.training.pictures",
)


@pytest.mark.parametrize("name", MODULES)
def test_every_example_comes_out_as_written(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
