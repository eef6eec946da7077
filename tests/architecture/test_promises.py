"""What the page of promises names is there."""

import ast
import re
from functools import cache

import pytest

from tests.architecture.sources import ROOT, name_of

PAGE = ROOT / "docs" / "reference" / "promises.md"
NAMED = re.compile(r"`((?:tests|frontend)/[\w./-]+\.(?:py|tsx?))(?:::([^`]+))?`")
# A title stands whole between quotes, also where it is given case by case.
TITLE = re.compile(r'\b(?:it|test)(?:\.each\([^)]*\))?\(\s*"([^"]+)"')


def named() -> list[tuple[str, str]]:
    """Return path and name of each test of the page; a file alone stands for all of its tests."""
    return NAMED.findall(PAGE.read_text(encoding="utf-8"))


@cache
def names_in(path: str) -> frozenset[str]:
    if not (ROOT / path).is_file():
        return frozenset()
    source = (ROOT / path).read_text(encoding="utf-8")
    if not path.endswith(".py"):
        return frozenset(TITLE.findall(source))
    functions = (each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.FunctionDef))
    return frozenset(each.name for each in functions if each.name.startswith("test_"))


def test_every_test_on_the_page_of_promises_is_there() -> None:
    missing = [
        f"{path}::{name}" if name else path
        for path, name in named()
        if not names_in(path) or (name and name not in names_in(path))
    ]
    assert not missing, f"{name_of(PAGE)} names tests that are not there: {missing}"


def test_every_row_of_the_page_names_a_test() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:1] == "|"]
    promised = [row for row in rows if not row.startswith(("| what is promised", "|---"))]
    assert len(promised) > 40
    assert [row for row in promised if not NAMED.search(row.split(" | ")[-1])] == []


@pytest.mark.parametrize("path", ["tests/promises/test_00_nothing.py", "frontend/src/none.test.ts"])
def test_a_file_that_is_not_there_has_no_tests(path: str) -> None:
    assert names_in(path) == frozenset()
