"""Every question that is asked of packages above has its row in the one table, and in the docs."""

import re
import sys
from importlib import import_module
from typing import Any

import pytest

from annotate.config import hooks
from annotate.core.hooks import Hook
from tests.architecture.sources import ROOT

PAGE = ROOT / "docs" / "reference" / "hooks.md"


def declared() -> set[str]:
    """Return the names of the hooks in all modules of the product that the program has loaded."""
    modules = [module for name, module in sys.modules.items() if name.startswith("annotate.")]
    values = (value for module in modules for value in vars(module).values())
    return {value.name for value in values if isinstance(value, Hook)}


def name_of(function: Any) -> str:
    """Return a function as the page names it; a counter goes with the name of its number."""
    named = function[1] if isinstance(function, tuple) else function
    return f"{named.__module__}.{named.__qualname__}".removeprefix("annotate.")


def test_every_hook_has_one_row_in_the_table() -> None:
    """Catches a hook that nobody answers: what it was to ask would silently never be asked."""
    assert sorted(row.hook.name for row in hooks.HOOKS) == sorted(declared())
    nobody = {row.hook.name for row in hooks.HOOKS if not row.functions}
    assert nobody == set()


def test_what_is_called_is_what_stands_in_the_table() -> None:
    assert {row.hook.name: row.hook.functions for row in hooks.HOOKS} == {
        row.hook.name: row.functions for row in hooks.HOOKS
    }


def test_the_documentation_has_the_same_table_in_the_same_order() -> None:
    rows = re.findall(r"^\| `([\w.]+)` \|.*\| (.+) \|$", PAGE.read_text(), flags=re.MULTILINE)
    assert {name: re.findall(r"`([\w.]+)`", functions) for name, functions in rows} == {
        row.hook.name: [name_of(function) for function in row.functions] for row in hooks.HOOKS
    }


def test_a_module_with_jobs_that_is_not_there_stops_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hooks, "JOB_MODULES", ("annotate.quality.services.no_such_module",))
    with pytest.raises(ModuleNotFoundError):
        hooks.connect()


def test_only_the_table_connects_hooks() -> None:
    """Catches a package that registers itself when it is loaded: the table would say too little."""
    folders = [path for path in (ROOT / "annotate").iterdir() if (path / "apps.py").exists()]
    ready = [
        path.name
        for path in folders
        if any(
            "ready" in vars(value)
            for value in vars(import_module(f"annotate.{path.name}.apps")).values()
            if isinstance(value, type) and value.__module__.startswith("annotate.")
        )
    ]
    assert ready == ["config"]
