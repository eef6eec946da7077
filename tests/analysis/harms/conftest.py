"""WordNet as the measures of harms ask it."""

import pytest

from annotate.analysis.harms.hierarchy import Hierarchy
from annotate.analysis.undefined import Undefined
from annotate.analysis.wordnet import wordnet


@pytest.fixture(scope="session")
def hierarchy() -> Hierarchy:
    """Return the hierarchy of WordNet, or skip where there is none."""
    found = wordnet()
    if isinstance(found, Undefined):
        pytest.skip(found.reason)
    return Hierarchy(found)
