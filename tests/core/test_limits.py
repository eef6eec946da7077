"""What one person may ask of the processor is added up, wherever it is counted."""

import uuid

import pytest
from django.core.cache import cache

from annotate.core import errors, limits


def test_what_a_person_asks_for_is_added_up() -> None:
    person, long = uuid.uuid4().int, limits.TOLD_CHARACTERS + 1
    limits.charge(person, long, limit=2 * long)
    limits.charge(person, long, limit=2 * long)
    with pytest.raises(errors.Throttled):
        limits.charge(person, long, limit=2 * long)
    limits.charge(person + 1, long, limit=2 * long)


def test_nothing_is_added_to_what_is_not_there() -> None:
    """Or a number without an end would stay in the cache for ever."""
    key = uuid.uuid4().hex
    with pytest.raises(ValueError, match=key):
        cache.incr(key, 1)
    cache.add(key, 2, 60)
    assert (cache.incr(key, 3), cache.get(key)) == (5, 5)
