"""Hypothesis strategies for the contract battery: answers a person could submit, per kind."""

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

WIDTH, HEIGHT = 640, 427

WORDS = st.sampled_from(["a", "red", "kite", "close-up", "café", "bike's", "漢", "1,000", "हिन्दी"])
TEXTS = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)
JSON_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner),
    max_leaves=12,
)


@st.composite
def _boxes(draw: st.DrawFn) -> dict[str, float]:
    x, y = draw(st.integers(0, WIDTH - 1)), draw(st.integers(0, HEIGHT - 1))
    return {
        "x": x,
        "y": y,
        "width": draw(st.floats(0.01, WIDTH - x)),
        "height": draw(st.floats(0.01, HEIGHT - y)),
    }


IDS = st.sampled_from([f"o{number}" for number in range(8)])
OBJECTS = st.fixed_dictionaries(
    {
        "id": IDS,
        "label": TEXTS,
        "box": _boxes(),
        "description": TEXTS,
        "derived_from": st.lists(IDS, max_size=3),
    }
)
OBJECT_ANSWERS = st.lists(OBJECTS, max_size=5, unique_by=lambda item: str(item["id"])).map(
    lambda items: {"objects": items}
)


def an_object(key: str = "o1", **changes: Any) -> dict[str, Any]:
    """Return one valid object as JSON."""
    return {
        "id": key,
        "label": "kite",
        "box": {"x": 10, "y": 10, "width": 100, "height": 50},
        "description": "A red kite.",
        "derived_from": [],
    } | changes


@dataclass(frozen=True)
class Examples:
    """What the battery needs to know of a kind."""

    answers: st.SearchStrategy[dict[str, Any]]
    # Two answers that have nothing in common.
    disagreeing: tuple[dict[str, Any], dict[str, Any]]


EXAMPLES = {
    "objects.v1": Examples(
        answers=OBJECT_ANSWERS,
        disagreeing=(
            {"objects": [an_object()]},
            {
                "objects": [
                    an_object(
                        "o2",
                        label="hill",
                        description="Green grass covers it.",
                        box={"x": 300, "y": 300, "width": 50, "height": 50},
                    )
                ]
            },
        ),
    ),
    "description.v1": Examples(
        answers=st.fixed_dictionaries({"text": TEXTS}),
        disagreeing=({"text": "A red kite flies."}, {"text": "Green hills below."}),
    ),
}
