"""Which tests failed is read from a report, so that they can be asked for again."""

from pathlib import Path

from tests.services.failed import LONGEST_REASON, MOST_NAMED, failed, reasons, told

HERE = "tests.test_failed"


def report(path: Path, *cases: str) -> Path:
    path.write_text(f"<testsuites><testsuite>{''.join(cases)}</testsuite></testsuites>")
    return path


def case(name: str, inside: str = "", place: str = HERE) -> str:
    return f'<testcase classname="{place}" name="{name}">{inside}</testcase>'


def test_failures_and_errors_are_named_without_their_group(tmp_path: Path) -> None:
    cases = (
        case("test_a[1440]@pages", "<failure/>"),
        case("test_b", "<error/>"),
        case("test_c"),
        case("test_d", "<skipped/>"),
        case("test_e[a@b]@tests/test_failed", "<failure/>"),
        case("test_e[c@d]", "<failure/>"),
    )
    found = failed(report(tmp_path / "some.xml", *cases))
    names = ("test_a[1440]", "test_b", "test_e[a@b]", "test_e[c@d]")
    assert found == [f"tests/test_failed.py::{name}" for name in names]


def test_nothing_is_named_where_one_has_no_place(tmp_path: Path) -> None:
    cases = (case("test_a", "<failure/>"), case("", "<error/>", place="tests.broken"))
    assert failed(report(tmp_path / "some.xml", *cases)) == []


def test_the_end_of_a_run_names_each_failure_with_its_step_and_the_first_line_of_why(
    tmp_path: Path,
) -> None:
    long = "x" * 2 * LONGEST_REASON
    report(tmp_path / "race.xml", case("test_a@g", 2 * "<failure message='twice&#10;handed out'/>"))
    report(tmp_path / "browser.xml", case("", f"<error>{long}</error>", place="tests.broken"))
    assert reasons(tmp_path) == [
        f"browser: tests.broken : {'x' * LONGEST_REASON}",
        "race: tests/test_failed.py::test_a: twice",
    ]


def test_many_failures_are_counted_past_the_first() -> None:
    lines = [f"line {number}" for number in range(MOST_NAMED + 3)]
    assert told(lines).splitlines() == [*lines[:MOST_NAMED], "and 3 more"]
    assert told(lines[:2]).splitlines() == lines[:2]
