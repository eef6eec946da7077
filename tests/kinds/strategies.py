"""Hypothesis strategies for the contract battery: answers a person could submit, per kind."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from annotate import kinds
from annotate.analysis.undefined import defined
from annotate.kinds import Kind
from annotate.kinds.capabilities import MeasuresAgreement

WIDTH, HEIGHT = 640, 427

WORDS = st.sampled_from(
    ["tail", "red", "kite", "close-up", "café", "bike's", "漢", "1,000", "हिन्दी"]
)
TEXTS = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)
SENTENCE = "A red kite with a long tail flies over green hills."
CANNED = "Quality issues are too severe to recognize visual content."
ISSUES = ("blur", "bright", "dark", "obscured", "framing", "rotated", "other")
CRITERIA = ("requires_reading", "true_for_image", "one_sentence", "grammatical", "objective")
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
TOKENS = st.fixed_dictionaries(
    {
        "id": IDS,
        "text": TEXTS,
        "box": _boxes(),
        "derived_from": st.lists(IDS, max_size=3),
        "legible": st.booleans(),
    }
)
OCR_ANSWERS = st.lists(TOKENS, max_size=5, unique_by=lambda item: str(item["id"])).map(
    lambda items: {"tokens": items}
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


def a_token(key: str = "t1", **changes: Any) -> dict[str, Any]:
    """Return one valid OCR token as JSON."""
    return {
        "id": key,
        "text": "STOP",
        "box": {"x": 10, "y": 10, "width": 100, "height": 50},
        "derived_from": [],
        "legible": True,
    } | changes


def a_caption(text: str = SENTENCE, **changes: Any) -> dict[str, Any]:
    """Return one valid caption as JSON."""
    return {
        "text": text,
        "canned": False,
        "text_detected": True,
        "quality_issues": ["none"],
        "quality_other": "",
    } | changes


def votes(*given: bool | None, comment: str = "") -> dict[str, Any]:
    """Return votes on the default criteria, in their order, as JSON."""
    return {"votes": dict(zip(CRITERIA, given, strict=True)), "comment": comment}


@st.composite
def _captions(draw: st.DrawFn) -> dict[str, Any]:
    """A canned text or a sentence of at least eight words, as a person could submit."""
    canned = draw(st.booleans())
    issues = draw(st.lists(st.sampled_from(ISSUES), min_size=1, max_size=3, unique=True))
    return a_caption(
        CANNED if canned else " ".join(draw(st.lists(WORDS, min_size=8, max_size=14))),
        canned=canned,
        text_detected=draw(st.booleans()),
        quality_issues=draw(st.sampled_from([["none"], issues])),
        quality_other="glare",
    )


CAPTIONS = _captions()
VOTES = st.tuples(*[st.booleans()] * 5, st.just("") | TEXTS).map(
    lambda drawn: votes(*drawn[:5], comment=drawn[5])
)


METRICS = ("comprehensiveness", "specificity", "hallucination", "tldr", "human_like")


def scores(*given: int | None, why: str = "Because.", keys: tuple[str, ...] = METRICS) -> Any:
    """Return a judgement on the default metrics, all for the same reason."""
    pairs = zip(keys, given, strict=True)
    return {"scores": {key: {"score": score, "justification": why} for key, score in pairs}}


COMPARISONS = st.tuples(*[st.integers(-2, 2)] * 5, TEXTS).map(
    lambda drawn: scores(*drawn[:5], why=drawn[5])
)
GRADES = st.tuples(st.integers(1, 5), st.just("") | TEXTS).map(
    lambda drawn: scores(drawn[0], why=drawn[1], keys=("overall",))
)


def dense(places: Sequence[int]) -> list[int]:
    """Return ranks without gaps, in the order of any numbers."""
    return [sorted(set(places)).index(place) + 1 for place in places]


RANKINGS = st.tuples(st.lists(st.integers(1, 4), min_size=4, max_size=4), st.just("") | TEXTS).map(
    lambda drawn: {"ranks": dense(drawn[0]), "justification": drawn[1]}
)


def first_measure(kind: MeasuresAgreement[Any, Any], answers: Sequence[Any]) -> float | None:
    """The first figure over the answers to one thing, with default settings."""
    settings = kinds.able(kind, Kind).parse_settings({})
    return defined(kind.agreement([answers], settings)[0].value)
