"""What a process remembers is lent to one request at a time, and not for long."""

from annotate.core import clock
from annotate.core.remembered import Remembered
from tests.conftest import Clock


def remembered(most: int = 2) -> Remembered[str, int]:
    return Remembered(most=most, seconds=60)


def test_what_is_taken_is_there_no_more(time: Clock) -> None:
    kept = remembered()
    kept.put("one", 1, since=clock.now())
    assert (kept.take("one"), kept.take("one")) == (1, None)


def test_what_is_too_old_is_not_found(time: Clock) -> None:
    kept = remembered()
    kept.put("one", 1, since=clock.now())
    kept.put("two", 2, since=clock.now())
    time.forward(seconds=60)
    assert kept.take("one") == 1
    time.forward(seconds=1)
    assert kept.take("two") is None


def test_putting_back_makes_nothing_younger(time: Clock) -> None:
    kept, since = remembered(), clock.now()
    time.forward(seconds=59)
    kept.put("one", 1, since=since)
    time.forward(seconds=2)
    assert kept.take("one") is None


def test_of_too_many_the_one_put_longest_ago_is_forgotten(time: Clock) -> None:
    kept = remembered(most=2)
    for number, name in enumerate(("one", "two", "one", "three")):
        kept.put(name, number, since=clock.now())
    assert [kept.take(name) for name in ("one", "two", "three")] == [2, None, 3]


def test_what_is_too_old_is_let_go_when_something_comes(time: Clock) -> None:
    kept = remembered(most=10)
    kept.put("one", 1, since=clock.now())
    time.forward(seconds=61)
    kept.put("two", 2, since=clock.now())
    assert list(kept._values) == ["two"]


def test_what_is_too_old_already_is_not_kept(time: Clock) -> None:
    kept, since = remembered(), clock.now()
    time.forward(seconds=61)
    kept.put("one", 1, since=since)
    assert not kept._values
