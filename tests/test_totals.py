"""A run says how many tests it told, over all its steps."""

from pathlib import Path

from tests.services.totals import totals
from tests.test_failed import case, report


def test_tests_are_counted_over_all_reports(tmp_path: Path) -> None:
    report(tmp_path / "sqlite.xml", case("test_a"), case("test_b", "<failure/>"))
    report(tmp_path / "vitest.xml", case("test_c", "<system-out/>"), case("test_d", "<skipped/>"))
    report(tmp_path / "browser.xml", case("test_e", "<error/>"))
    assert totals(tmp_path) == "2 passed, 2 failed, 1 skipped"


def test_a_run_without_reports_counts_none(tmp_path: Path) -> None:
    assert totals(tmp_path) == "0 passed, 0 failed, 0 skipped"
