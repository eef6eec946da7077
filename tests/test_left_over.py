"""A run that has no time left begins no more tests, and says which it did not begin."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import conftest
from tests.services.left_over import NO_TIME, left_over, main
from tests.services.shares import WEIGHTS, until
from tests.test_failed import case, report

DAY = conftest.SECONDS_OF_A_DAY
SKIPPED = f'<skipped message="Skipped: {NO_TIME}"/>'


def begin(until: float) -> None:
    item: Any = SimpleNamespace(config=SimpleNamespace(getoption={"until": until}.get))
    conftest.pytest_runtest_setup(item)


def test_no_test_begins_after_the_time_that_was_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conftest, "wall_time", lambda: 1_000.0)
    begin(until=1_001)
    with pytest.raises(pytest.skip.Exception, match=NO_TIME):
        begin(until=999)


def test_without_such_a_time_every_test_begins() -> None:
    begin(until=0)


def test_what_was_left_over_is_named_by_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = (
        case("test_a", SKIPPED),
        case("test_b", SKIPPED),
        case("test_c", '<skipped message="no Java here"/>'),
        case("test_d"),
        case("test_e", SKIPPED, place="tests.elsewhere"),
    )
    report(tmp_path / "browser.xml", *cases)
    assert left_over(tmp_path) == {"browser": {"tests.test_failed": 2, "tests.elsewhere": 1}}
    main(tmp_path)
    told = capsys.readouterr().out
    assert "NOT RUN in browser, for want of time: 3 tests of" in told
    assert "  tests: elsewhere (1), test_failed (2)" in told


def test_a_run_that_began_all_says_nothing_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report(tmp_path / "browser.xml", case("test_a"))
    main(tmp_path)
    assert capsys.readouterr().out == ""


class Named:
    """A test as the order sees it: its file, and the marks that it bears."""

    config = SimpleNamespace(rootpath=Path("/house"))

    def __init__(self, file: str, *marks: str) -> None:
        self.path = Path("/house/tests") / file
        self.marks = marks

    def get_closest_marker(self, name: str) -> Any:
        return name if name in self.marks else None


def order(until: float, *, only_database: bool = False) -> list[str]:
    both = [Named(f"both_{number}.py", "django_db") for number in range(5)]
    tests = [Named("pure.py"), *both, Named("slow.py", "django_db", "long"), Named("pure.py")]
    asked = {"until": until, "only_database": only_database}
    config: Any = SimpleNamespace(
        getoption=asked.get, option=SimpleNamespace(loadgroup=True), rootpath=Path("/house")
    )
    items: Any = [test for test in tests if not only_database or test.marks]
    conftest.pytest_long_ones_first(config, items)
    return [item.path.stem for item in items]


def test_what_one_database_has_no_time_for_the_other_begins_with() -> None:
    sqlite, postgres = order(DAY), order(DAY, only_database=True)
    assert sqlite[:2] == ["pure", "pure"], "what is asked here alone comes first"
    assert postgres == sqlite[:1:-1]


def test_each_day_others_are_left_over() -> None:
    assert len({tuple(order(day * DAY)) for day in range(1, 20)}) > 5


def test_where_time_is_short_long_ones_do_not_take_it_all() -> None:
    assert {order(day * DAY).index("slow") for day in range(1, 40)} == set(range(2, 8))


def test_where_time_is_not_short_larger_files_come_first() -> None:
    assert order(until=0)[:3] == ["slow", "pure", "pure"]


def test_parts_that_take_all_they_may_have_shares_in_proportion() -> None:
    now, ends = 0.0, []
    for part in WEIGHTS:
        now = until(part, ("sqlite", "postgres", "browser"), now, deadline=3210)
        ends.append(round(now))
    assert ends == [820, 1440, 1870, 1940, 2190, 3210]


def test_a_part_takes_nothing_of_what_belongs_to_a_later_one() -> None:
    late = until("postgres", ("postgres", "browser"), now=1_000, deadline=2_000)
    assert late == pytest.approx(1_000 + 1_000 * 620 / 2390)


def test_a_step_that_is_not_run_has_no_share() -> None:
    assert until("sqlite", ("sqlite",), now=5, deadline=100) == 100


def test_after_the_end_nothing_begins() -> None:
    assert until("browser", ("browser",), now=200, deadline=100) == 200
