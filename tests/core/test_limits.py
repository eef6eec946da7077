"""What one person may ask of the processor is added up, wherever it is counted."""

import uuid
from time import time as wall_time
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.core.cache.backends import locmem

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


def test_a_short_act_is_not_told_to_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking it twice would take longer than the act."""
    person = uuid.uuid4().int
    monkeypatch.setattr(limits, "cache", None)
    with limits.one_at_a_time("look", person, is_short=True):
        with pytest.raises(errors.Throttled), limits.one_at_a_time("look", person, is_short=True):
            raise AssertionError
        with limits.one_at_a_time("look", person + 1, is_short=True):
            pass
    with limits.one_at_a_time("look", person, is_short=True):
        pass


@pytest.mark.parametrize("are_short", [(True, False), (False, True)])
def test_of_a_short_act_and_another_a_process_does_one(are_short: tuple[bool, bool]) -> None:
    person, (first, second) = uuid.uuid4().int, are_short
    with limits.one_at_a_time("look", person, is_short=first):
        refused = limits.one_at_a_time("look", person, is_short=second)
        with pytest.raises(errors.Throttled) as throttled, refused:
            raise AssertionError
    assert throttled.value.details == {"retry_after": 1}
    with limits.one_at_a_time("look", person):
        pass


def test_what_another_process_does_bars_from_all_but_what_is_short() -> None:
    person = uuid.uuid4().int
    cache.add(f"limits.look.{person}", 1, 60)
    with pytest.raises(errors.Throttled), limits.one_at_a_time("look", person):
        raise AssertionError
    with limits.one_at_a_time("look", person, is_short=True):
        pass
    assert cache.get(f"limits.look.{person}") == 1


def test_an_act_that_does_not_end_bars_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    person, later = uuid.uuid4().int, wall_time() + 61
    with limits.one_at_a_time("look", person, is_short=True):
        monkeypatch.setattr(locmem, "time", SimpleNamespace(time=lambda: later))
        with limits.one_at_a_time("look", person, is_short=True):
            pass
