"""A run that has no time left begins no more tests, and says which it did not begin."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import conftest
from tests.services.left_over import NO_TIME, left_over, main
from tests.test_failed import case, report

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
    assert left_over(tmp_path) == {"tests.test_failed": 2, "tests.elsewhere": 1}
    main(tmp_path)
    told = capsys.readouterr().out
    assert "NOT RUN, for want of time: 3 tests of" in told
    assert "tests.elsewhere (1)" in told


def test_a_run_that_began_all_says_nothing_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report(tmp_path / "browser.xml", case("test_a"))
    main(tmp_path)
    assert capsys.readouterr().out == ""
