"""The examples in the docstrings of back ends and trainers are right."""

import doctest
import importlib

import pytest

MODULES = (
    "annotate.backends.traces",
    "annotate.backends.nearest.metric",
    "annotate.backends.nearest.metric",
    "annotate.backends.training.finetuning.chat",
    "annotate.backends.training.finetuning",
    "annotate.backends.training.finetuning.templates",
    "annotate.backends.training.images",
)


@pytest.mark.parametrize("name", MODULES)
def test_every_example_comes_out_as_written(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
