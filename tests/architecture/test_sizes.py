"""Nothing grows so long that nobody reads it."""

import ast
from pathlib import Path
from statistics import median, quantiles

import pytest

from tests.architecture.sources import files_under, name_of

LONGEST_FILE = 400
LONGEST_FUNCTION = 60
# Written by a program, read by none but programs.
GENERATED = {"frontend/src/api/schema.d.ts"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def own_files() -> list[Path]:
    found = files_under("annotate", "client", "tests", suffixes=(".py",))
    found += files_under("frontend/src", suffixes=(".ts", ".tsx", ".css"))
    return [
        path
        for path in found
        if path.parent.name != "migrations" and name_of(path) not in GENERATED
    ]


def functions(folder: str) -> dict[str, int]:
    """Return the length of each function, its docstring not counted, by where it stands."""
    lengths = {}
    for path in files_under(folder, suffixes=(".py",)):
        if path.parent.name == "migrations":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, Function):
                lengths[f"{name_of(path)}:{node.lineno} {node.name}"] = length(node)
    return lengths


def length(node: Function) -> int:
    """Count a function's lines without its docstring: explaining must cost nothing."""
    lines = (node.end_lineno or node.lineno) - node.lineno + 1
    if ast.get_docstring(node, clean=False) is not None:
        text = node.body[0]
        lines -= (text.end_lineno or text.lineno) - text.lineno + 1
    return lines


def test_no_file_is_longer_than_a_reader_can_hold() -> None:
    """Catches the module that everything is added to. Past the limit it becomes a folder."""
    lengths = {name_of(path): len(path.read_text().splitlines()) for path in own_files()}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_FILE} == {}


@pytest.mark.parametrize("folder", ["annotate", "client", "tests"])
def test_no_function_is_longer_than_a_screen(folder: str) -> None:
    """Catches the function that does three things."""
    too_long = {
        where: lines for where, lines in functions(folder).items() if lines > LONGEST_FUNCTION
    }
    assert too_long == {}


def test_most_functions_are_short() -> None:
    """Catches a slow drift: each function still below the hard limit, all of them growing."""
    lengths = sorted(functions("annotate").values())
    assert median(lengths) <= 10
    assert quantiles(lengths, n=10)[-1] <= 30


def test_most_files_are_short() -> None:
    """Catches the same drift in files."""
    lengths = [len(path.read_text().splitlines()) for path in own_files()]
    assert quantiles(lengths, n=10)[-1] <= 200
