"""The sentences that the server can say, read from its source and its word lists."""

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from tests.architecture.sources import ROOT

# Libraries whose own sentences reach people through forms.
LIBRARIES = (
    "rest_framework.fields",
    "django.core.validators",
    "django.contrib.auth.password_validation",
    "django.contrib.auth.validators",
)
HOLE = "{}"
_PERCENT = re.compile(r"%(?:\(\w+\))?[ds]|\{\w+\}")
_NAMED = re.compile(r"\{\{\w+\}\}")


def shape(key: str) -> str:
    """Return a key of a catalogue with nameless holes.

    >>> shape("Write at least {{count}} words.")
    'Write at least {} words.'
    """
    return _NAMED.sub(HOLE, key)


def sentences_in(path: Path) -> set[str]:
    """Return the texts in a module, each with nameless holes; docstrings are left out."""
    tree = ast.parse(path.read_text())
    skipped = {id(node) for node in _docstrings(tree)}
    return {
        text
        for node in ast.walk(tree)
        if id(node) not in skipped and (text := _text(node)) is not None
    }


def said_by(paths: list[Path]) -> set[str]:
    """Return the whole sentences in modules: what begins and ends like one."""
    looks_like_one = re.compile(r"[“A-Z{].*\s.*[.?]", re.DOTALL)
    return {text for path in paths for text in sentences_in(path) if looks_like_one.fullmatch(text)}


def everything_said() -> set[str]:
    """Return every text of the server, of its word lists and of the libraries it lets speak."""
    modules = sorted((ROOT / "annotate").rglob("*.py"))
    specs = [find_spec(name) for name in LIBRARIES]
    modules += [Path(spec.origin) for spec in specs if spec and spec.origin]
    found = set().union(*(sentences_in(path) for path in modules))
    lists = sorted((ROOT / "annotate" / "analysis").rglob("*.toml"))
    return found.union(*(set(_strings(tomllib.loads(path.read_text()))) for path in lists))


def _docstrings(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                yield first.value


def _text(node: ast.AST) -> str | None:
    match node:
        case ast.Constant(value=str(value)):
            return _PERCENT.sub(HOLE, value)
        case ast.JoinedStr(values=values):
            return "".join(_text(value) or HOLE for value in values)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            parts = (_text(left), _text(right))
            return parts[0] + parts[1] if parts[0] is not None and parts[1] is not None else None
    return None


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)
