"""Each kind in turn, by name and as itself; `battery.every` asks for some of them."""

import pytest

from annotate import kinds
from annotate.kinds import AnyKind


@pytest.fixture(scope="module", params=kinds.names())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def kind(name: str) -> AnyKind:
    return kinds.get(name)
