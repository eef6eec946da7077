"""An answer as it must be, and as it may not be, for each kind of the contract battery."""

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from tests.kinds.strategies import (
    CAPTIONS,
    COMPARISONS,
    GRADES,
    OBJECT_ANSWERS,
    OCR_ANSWERS,
    RANKINGS,
    TEXTS,
    VOTES,
    a_caption,
    a_token,
    an_object,
    scores,
    votes,
)


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
    "caption.v1": Examples(
        answers=CAPTIONS,
        disagreeing=(
            a_caption("A red kite with a long tail flies over hills"),
            a_caption("Two white cups stand on the brown wooden table"),
        ),
    ),
    "vote.v1": Examples(answers=VOTES, disagreeing=(votes(*[True] * 5), votes(*[False] * 5))),
    "ocr.v1": Examples(
        answers=OCR_ANSWERS,
        disagreeing=(
            {"tokens": [a_token()]},
            {
                "tokens": [
                    a_token("t2", text="EXIT", box={"x": 300, "y": 300, "width": 50, "height": 50})
                ]
            },
        ),
    ),
    "texts.v1": Examples(
        answers=st.fixed_dictionaries({"texts": st.lists(TEXTS, min_size=1, max_size=4)}),
        disagreeing=(
            {"texts": ["A red kite flies.", "It is red."]},
            {"texts": ["Green hills", "below."]},
        ),
    ),
    "side_by_side.v1": Examples(
        answers=COMPARISONS,
        disagreeing=(scores(*[-2] * 5, why="Longer."), scores(*[2] * 5, why="Truer.")),
    ),
    "likert.v1": Examples(
        answers=GRADES,
        disagreeing=(
            scores(1, why="Wrong.", keys=("overall",)),
            scores(5, why="Right.", keys=("overall",)),
        ),
    ),
    "ranking.v1": Examples(
        answers=RANKINGS,
        disagreeing=(
            {"ranks": [1, 2, 3, 4], "justification": "Truer."},
            {"ranks": [4, 3, 2, 1], "justification": "Shorter."},
        ),
    ),
}
