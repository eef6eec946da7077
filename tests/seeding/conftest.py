"""What the tests of seeding share."""

import pytest

from tests.seeding.fakes import Fake, register
from tests.seeding.settable import settable

__all__ = ["settable"]


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Fake:
    """A back end that says what a test tells it to."""
    made = Fake()
    register(monkeypatch, made)
    return made
