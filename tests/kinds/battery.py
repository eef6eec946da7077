"""What the tests of all kinds share: which kinds there are, and answers of each."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

from annotate import kinds
from annotate.kinds import AnyKind, InvalidValueError, Stimulus
from tests.kinds.examples import EXAMPLES
from tests.kinds.strategies import HEIGHT, WIDTH

IMAGE = Stimulus(width=WIDTH, height=HEIGHT)
OVERLAP = {*(f"jaccard_{n}" for n in (1, 2, 3, 4)), "edit_distance", "edit_share"}
SIZES = st.integers(1, 4)


def every(capability: type[object]) -> pytest.MarkDecorator:
    """Ask a test of the kinds that can do something, and of no others."""
    assert kinds.names(capability), f"no kind is {capability.__name__}"
    return pytest.mark.parametrize("name", kinds.names(capability), scope="module")


def drawn(data: st.DataObject, kind: AnyKind) -> Any:
    """Return a submittable answer of the kind."""
    return kind.parse(data.draw(EXAMPLES[kind.name].answers))


def refusal(parse: Callable[[object], object], raw: object) -> list[str] | None:
    """Return why ``raw`` is refused, None if it is accepted."""
    try:
        parse(raw)
    except InvalidValueError as error:
        return [problem.message for problem in error.problems]
    return None


def disagreeing(kind: AnyKind) -> tuple[Any, Any]:
    first, second = EXAMPLES[kind.name].disagreeing
    return kind.parse(first), kind.parse(second)


def at(raw: Any, path: str) -> Any:
    """Return the part of a JSON value that a path names."""
    for step in path.replace("[", ".").replace("]", "").split("."):
        raw = raw[int(step)] if isinstance(raw, list) else raw[step]
    return raw
