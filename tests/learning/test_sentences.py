"""The timeline in sentences: each thing that can happen has one."""

from typing import Any, get_args

import pytest

from annotate.learning.models import LoopEvent
from annotate.learning.selectors.loop import sentence_of
from annotate.learning.services.events import Verb
from annotate.people.models import User
from annotate.seeding.hooks import PROMOTED, ROLLED_BACK
from annotate.seeding.models import Connection, ModelVersion


def told(verb: str, *, by: str = "", **data: Any) -> str:
    event = LoopEvent(
        verb=verb,
        connection=Connection(name="nearest"),
        version=ModelVersion(number=2),
        actor=User(display_name=by) if by else None,
        data=data,
    )
    return str(sentence_of(event))


@pytest.mark.parametrize("verb", [*get_args(Verb), PROMOTED, ROLLED_BACK])
def test_every_event_is_a_sentence(verb: str) -> None:
    """Catches an event that people would see by its internal name."""
    sentence = told(verb)
    assert sentence.endswith(".")
    assert "_" not in sentence
    assert sentence != f"{verb.replace('_', ' ').capitalize()}."


@pytest.mark.parametrize(
    ("sentence", "verb", "data"),
    [
        ("Leo paused the loop.", "loop_changed", {"by": "Leo", "is_on": False}),
        (
            "A batch is full: training nearest on 1,000 samples.",
            "training_started",
            {"reason": "batch", "samples": 1000},
        ),
        (
            "Leo started training nearest on 1 sample.",
            "training_started",
            {"by": "Leo", "samples": 1},
        ),
        (
            "M2 does not take over by itself. A lead decides.",
            "decided",
            {"promoted": False, "reason": "A lead decides."},
        ),
        ("The loop lets M2 serve instead of M1.", PROMOTED, {"before": "M1", "reason": "Better."}),
        (
            "Leo lets M2 serve instead of M1. Its settings were changed.",
            PROMOTED,
            {"by": "Leo", "before": "M1", "reason": "settings"},
        ),
        ("Leo went back from M3 to M2.", ROLLED_BACK, {"by": "Leo", "before": "M3"}),
        (
            "7 samples that nobody has started get new seeds from M2.",
            "seeds_refreshed",
            {"samples": 7},
        ),
    ],
)
def test_a_sentence_says_who_did_what(sentence: str, verb: str, data: dict[str, Any]) -> None:
    assert told(verb, **data) == sentence


def test_an_event_of_a_later_version_is_told_by_its_name() -> None:
    assert told("model_praised") == "Model praised."
