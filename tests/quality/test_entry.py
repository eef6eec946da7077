"""Where somebody stands with a test, and which conditions somebody meets: pure decisions."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.core import errors
from annotate.core.operations import parse
from annotate.quality.entry import EntryRules, Finished, TestRules, stand
from tests.workflow.acts import paths_of

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
DAY = timedelta(days=1)

rules = st.builds(
    TestRules,
    enabled=st.just(True),
    max_attempts=st.integers(1, 6),
    retry_hours=st.floats(0, 100),
    valid_days=st.integers(0, 10),
)


@st.composite
def attempts(draw: st.DrawFn) -> list[Finished]:
    """Finished attempts, oldest first."""
    at, made = START, []
    for hours in draw(st.lists(st.integers(0, 200), max_size=8)):
        at += timedelta(hours=hours)
        passed = draw(st.booleans())
        made.append(Finished(at=at, score=draw(st.floats(0, 1)), passed=passed))
    return made


def failed(days: float = 0) -> Finished:
    return Finished(at=START + days * DAY, score=0.5, passed=False)


def passed(days: float = 0) -> Finished:
    return Finished(at=START + days * DAY, score=0.9, passed=True)


@given(rules, attempts(), st.integers(0, 2000))
def test_somebody_has_passed_waits_may_start_or_is_out(
    rules: TestRules, made: list[Finished], later: int
) -> None:
    """Exactly one of the four holds, at any time after any attempts."""
    at = (made[-1].at if made else START) + timedelta(hours=later)
    where = stand(rules, made, at)
    waits = where.retry_at is not None
    out = not where.passed and where.attempts_left == 0
    assert [where.passed, where.may_start, waits and not where.passed, out].count(True) == 1
    assert not (waits and (out or where.passed))
    assert 0 <= where.attempts_left <= rules.max_attempts
    assert where.retry_at is None or where.retry_at > at
    assert where.expires_at is None or where.expires_at > at


@given(rules, attempts())
def test_nobody_passes_who_never_passed(rules: TestRules, made: list[Finished]) -> None:
    fails = [each for each in made if not each.passed]
    assert not stand(rules, fails, START).passed


@given(rules, attempts())
def test_a_pass_without_end_counts_whatever_follows(rules: TestRules, made: list[Finished]) -> None:
    forever = rules.model_copy(update={"valid_days": 0})
    where = stand(forever, made, START + 1000 * DAY)
    assert where.passed == any(each.passed for each in made)
    assert where.expires_at is None


@given(rules, attempts())
def test_after_waiting_long_enough_only_attempts_count(
    rules: TestRules, made: list[Finished]
) -> None:
    where = stand(rules, made, START + 1000 * DAY)
    assert where.retry_at is None
    assert where.may_start == (not where.passed and where.attempts_left > 0)


def test_a_pass_runs_out_to_the_moment() -> None:
    rules = TestRules(valid_days=30)
    last = START + 30 * DAY
    assert stand(rules, [passed()], last - timedelta(seconds=1)).expires_at == last
    over = stand(rules, [passed()], last)
    assert (over.passed, over.may_start, over.attempts_left) == (False, True, 3)


def test_attempts_are_counted_anew_after_a_pass_ran_out() -> None:
    rules = TestRules(valid_days=1, max_attempts=2, retry_hours=24)
    made = [failed(), passed(1), failed(3)]
    assert stand(rules, made[:2], START + 3 * DAY).attempts_left == 2
    assert stand(rules, made, START + 3.5 * DAY).retry_at == START + 4 * DAY
    assert stand(rules, made, START + 3.5 * DAY).attempts_left == 1


def test_the_last_attempt_is_followed_by_no_waiting_time() -> None:
    where = stand(TestRules(max_attempts=1), [failed()], START)
    assert (where.attempts_left, where.retry_at, where.may_start) == (0, None, False)


@given(st.integers(0, 1000), st.integers(0, 100), st.none() | st.integers(0, 1000))
def test_what_is_not_known_of_a_history_meets_no_condition(
    asked: int, rate: int, had: int | None
) -> None:
    rules = EntryRules(min_approved=asked, min_approval_rate=rate / 100)
    assert rules.admits_history(had, None) == (rate == 0 and (asked == 0 or (had or -1) >= asked))


def test_the_conditions_of_vizwiz_are_met_from_501_and_95_percent_on() -> None:
    """VW App. A.1: more than 500 HITs, at least 95% of them approved."""
    rules = EntryRules(min_approved=501, min_approval_rate=0.95)
    assert rules.admits_history(501, 0.95)
    assert not rules.admits_history(500, 1.0)
    assert not rules.admits_history(10_000, 0.9499)


@pytest.mark.parametrize(
    ("asked", "locale", "met"),
    [
        ((), "", True),
        (("en",), "", False),
        (("en",), "EN-gb", True),
        (("en",), "eng", False),
        (("de", "pt-BR"), "pt-BR", True),
        (("pt-BR",), "pt-PT", False),
    ],
)
def test_a_locale_meets_its_own_tag_and_wider_ones(
    asked: tuple[str, ...], locale: str, met: bool
) -> None:
    assert EntryRules(locales=asked).admits_locale(locale) == met


@pytest.mark.parametrize(
    ("raw", "path"),
    [
        ({"min_approved": -1}, "min_approved"),
        ({"min_approval_rate": 1.5}, "min_approval_rate"),
        ({"min_approval_rate": float("nan")}, "min_approval_rate"),
        ({"locales": ["english please"]}, "locales[0]"),
        ({"practice": {"size": 0}}, "practice.size"),
        ({"test": {"pass_mark": 2}}, "test.pass_mark"),
        ({"test": {"retry_hours": float("inf")}}, "test.retry_hours"),
        ({"max_atempts": 3}, "max_atempts"),
    ],
)
def test_what_cannot_work_is_named(raw: object, path: str) -> None:
    with pytest.raises(errors.Invalid) as refused:
        parse(EntryRules, raw)
    assert [place for place, _ in paths_of(refused.value)] == [path]


@pytest.mark.parametrize("raw", [None, [], "open", 3])
def test_what_is_no_object_is_refused(raw: object) -> None:
    with pytest.raises(errors.Invalid):
        parse(EntryRules, raw)


def test_the_defaults_ask_nothing() -> None:
    assert not EntryRules().asks_anything
    assert parse(EntryRules, EntryRules().model_dump(mode="json")) == EntryRules()
