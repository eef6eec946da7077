"""WordNet and the pattern parser, read once; tests that need them are left out without them."""

import pytest

from annotate.analysis.harms.hierarchy import Hierarchy
from annotate.analysis.harms.patterns import PatternParser, pattern_parser
from annotate.analysis.harms.synsets import Meanings, meanings
from annotate.analysis.undefined import Undefined
from annotate.analysis.wordnet import wordnet


@pytest.fixture(scope="session")
def hierarchy() -> Hierarchy:
    """Return the hierarchy of WordNet; every install has it."""
    found = wordnet()
    if isinstance(found, Undefined):
        pytest.fail(found.reason)
    return Hierarchy(found)


@pytest.fixture(scope="session")
def known() -> Meanings:
    found = meanings()
    if isinstance(found, Undefined):
        pytest.fail(found.reason)
    return found


@pytest.fixture(scope="session")
def parser() -> PatternParser:
    found = pattern_parser()
    if isinstance(found, Undefined):
        pytest.fail(found.reason)
    return found
