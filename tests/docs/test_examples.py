"""The examples in the code that makes the site."""

import doctest
from types import ModuleType

import pytest

from docs.site import api_schema, api_types, drawings, links, notebooks

MODULES = [api_schema, api_types, drawings, links, notebooks]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_the_examples_of_a_module_are_true(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert (found.failed, found.attempted > 0) == (0, True)
