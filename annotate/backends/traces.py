"""What a back end was asked and said, made fit to be stored: bounded, and without poison.

Some of it comes from servers that nobody here controls. PostgreSQL stores no NUL in JSON, nothing
stores half a surrogate, NaN is no JSON, and one answer must not fill the database.
"""

import json
import math
from typing import Any

from annotate.backends.base import Provenance

MAX_TEXT = 8_000
MAX_RAW = 16_000
MAX_DEPTH = 20


def storable(provenance: Provenance, **more: Any) -> dict[str, Any]:
    """What is kept beside a seed of how it was made; `more` is added to it."""
    return bounded({**provenance.model_dump(mode="python"), **more}, MAX_RAW)


def bounded(record: dict[str, Any], most: int) -> dict[str, Any]:
    """A record in which each value is clean and no longer than `most` characters of JSON.

    >>> bounded({"raw": "a\\x00b", "score": float("nan")}, 100)
    {'raw': 'a b', 'score': 'nan'}
    >>> bounded({"raw": ["abc"] * 100}, 20)
    {'raw': {'cut': '["abc", "abc", "abc"'}}
    """
    return {key: _short(clean(value), most) for key, value in record.items()}


def clean(value: Any, depth: int = 0) -> Any:
    """A value as JSON that every database stores.

    >>> clean({"a\\x00": ["\\ud800", 1, None, float("inf")]})
    {'a ': ['?', 1, None, 'inf']}
    """
    if isinstance(value, str):
        return clean_text(value)
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if depth == MAX_DEPTH:
        return "…"
    if isinstance(value, list | tuple):
        return [clean(item, depth + 1) for item in value]
    if hasattr(value, "items"):
        return {clean_text(str(key)): clean(item, depth + 1) for key, item in value.items()}
    return clean_text(str(value))


def clean_text(text: str) -> str:
    """A text that every database stores, cut after 8,000 characters."""
    kept = text.replace("\x00", " ").encode("utf-8", "replace").decode()
    return kept if len(kept) <= MAX_TEXT else f"{kept[:MAX_TEXT]}…"


def _short(value: Any, most: int) -> Any:
    if not isinstance(value, dict | list):
        return value
    written = json.dumps(value, ensure_ascii=False)
    return value if len(written) <= most else {"cut": written[:most]}
