"""Every number that a flag rests on has a name for people, in each language of the client."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# The modules that make flags, and what they call the numbers on the way.
MODULES = [
    *(
        ROOT / "annotate/analysis/quality" / name
        for name in ("captions.py", "texts.py", "people.py")
    ),
    *(
        ROOT / "annotate/quality/services" / name
        for name in ("checking.py", "spot_checks.py", "people.py", "one_act.py")
    ),
]
ON_THE_WAY = {"numbers", "counts", "common"}
# No figure that can be read in one line, so that it is not shown.
NOT_SHOWN = {"message", "reasons"}


def _holders(tree: ast.AST) -> Iterator[ast.AST]:
    """The places of a module that say the numbers of a flag."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "numbers":
            yield node.value
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = {
                part.id for each in targets for part in ast.walk(each) if isinstance(part, ast.Name)
            }
            if names & ON_THE_WAY and node.value is not None:
                yield node.value
        elif isinstance(node, ast.FunctionDef) and node.name == "_numbers":
            yield node
        elif isinstance(node, ast.Yield) and node.value is not None:
            yield node.value


def written() -> set[str]:
    """The names of all numbers that a flag may have."""
    return {
        key.value
        for module in MODULES
        for holder in _holders(ast.parse(module.read_text("utf-8")))
        for part in ast.walk(holder)
        if isinstance(part, ast.Dict)
        for key in part.keys
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    } - NOT_SHOWN


def test_the_modules_tell_the_numbers_of_every_check() -> None:
    of_each = {"z", "median", "canned", "similarity", "passage", "pool_sd", "accuracy", "of"}
    of_each |= {
        "new_below",
        "places",
        "drawn",
        "comment",
        "reason",
        "limit",
        "capitals",
        "words",
        "passage",
    }
    assert of_each <= written()


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_number_of_a_flag_has_a_name(language: str) -> None:
    path = ROOT / "frontend/src/locales" / language / "review.json"
    names = json.loads(path.read_text("utf-8"))["numbers"]
    assert set(names) == written()
    assert all(names.values())
