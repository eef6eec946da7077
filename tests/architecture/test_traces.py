"""What traces are told, wherever that is: words of ours, and nothing that they would leave out."""

import ast
from collections.abc import Iterator

from annotate.core.traces import KNOWN
from tests.architecture.sources import files_under, name_of


def told() -> Iterator[tuple[str, ast.Call]]:
    """Yield every call of `traces.step` and `traces.note`, with where it stands."""
    for path in files_under("annotate", suffixes=(".py",)):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="traces"), attr="step" | "note")
                ):
                    yield f"{name_of(path)}:{node.lineno}", node


def test_steps_are_called_by_words_of_ours() -> None:
    """Catches a step that is called by what somebody wrote."""
    steps = {where: call for where, call in told() if call.args}
    assert len(steps) >= 8
    made_up = [where for where, call in steps.items() if not isinstance(call.args[0], ast.Constant)]
    assert made_up == []


def test_traces_know_all_that_they_are_told() -> None:
    """Catches a misspelt figure, which would be left out without a word."""
    unknown = {
        where: names
        for where, call in told()
        if (names := {word.arg for word in call.keywords} - KNOWN - {"name"})
    }
    assert unknown == {}
