"""Every process that collects the tests finds the same ones, under the same names."""

import ast
from collections.abc import Iterator

from tests.architecture.sources import files_under, name_of

# What is another value in the next process, or in the next second.
PASSING = ("time", "time_ns", "now", "today", "utcnow", "monotonic", "random", "uuid4", "urandom")


def _passing(source: str) -> Iterator[int]:
    """Yield the lines on which a case of a parametrized test is made of a passing value.

    >>> list(_passing("@pytest.mark.parametrize('at', [time.time()])\\ndef test(at): ..."))
    [1]
    >>> list(_passing("@pytest.mark.parametrize('ago', [60])\\ndef test(ago): time.time()"))
    []
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.parametrize"):
            for call in (each for each in ast.walk(node) if isinstance(each, ast.Call)):
                if ast.unparse(call.func).rpartition(".")[2] in PASSING:
                    yield call.lineno


def test_no_case_of_a_test_is_made_of_the_time_or_of_chance() -> None:
    """Catches two processes that share the tests and cannot agree on what they are."""
    found = [
        f"{name_of(path)}:{line}"
        for path in files_under("tests", "annotate", "client", suffixes=(".py",))
        for line in _passing(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_a_case_made_of_the_time_is_found() -> None:
    cases = "@pytest.mark.parametrize('at', [time.time()])\ndef test(at): ..."
    assert list(_passing(cases)) == [1]
    assert list(_passing("@pytest.mark.parametrize('ago', [60])\ndef test(ago): time.time()")) == []


# By which `tests/services/test.sh` finds the files of a step without collecting all the others.
FOUND_BY = ("alone", "deployed", "e2e", "race")


def _marks(source: str) -> set[str]:
    """Return the marks of `FOUND_BY` that a source speaks of, under whatever name pytest has there.

    >>> _marks("pytestmark = pytest.mark.alone")
    {'alone'}
    """
    if not any(f".{mark}" in source for mark in FOUND_BY):
        return set()
    return {
        node.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute)
        and node.attr in FOUND_BY
        and ast.unparse(node.value).endswith("mark")
    }


def test_marks_of_a_step_stand_in_the_files_of_tests_themselves() -> None:
    """Catches a test that no step runs: marked by a folder or by a helper, no search finds it."""
    elsewhere = [
        name_of(path)
        for path in files_under("tests", suffixes=(".py",))
        if not path.name.startswith("test_") and _marks(path.read_text(encoding="utf-8"))
    ]
    assert elsewhere == []


def test_each_mark_of_a_step_is_written_so_that_a_search_finds_it() -> None:
    for path in files_under("tests", suffixes=(".py",)):
        source = path.read_text(encoding="utf-8")
        for mark in _marks(source):
            assert f"mark.{mark}" in source, name_of(path)


def test_a_mark_is_seen_whatever_its_module_is_called() -> None:
    assert _marks("pytestmark = [py.mark.e2e, py.mark.slow]") == {"e2e"}
    assert _marks("state.alone = 1") == set()
