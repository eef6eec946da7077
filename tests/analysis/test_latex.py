"""Whatever a title says, LaTeX compiles it and prints it."""

import doctest
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis import latex
from annotate.analysis.latex import escaped, tabular

# What is left once every command that we write is taken out must not be special.
_OURS = re.compile(
    r"\\(?:text[a-z]+|ldots|symbol|ss|ae|AE|o|O|l|L|i|j)(?:\{\d*\})?|\\[{}$&#%_]"
    r"|\\ensuremath\{(?:-|\\[a-z]+)\}|\\[`'^~=.\"uHvcr]\{(?:[A-Za-z]|\\[ij])\}|\{[\[*]\}"
)


@given(st.text())
def test_nothing_special_is_left_and_all_is_ascii(text: str) -> None:
    found = escaped(text)
    assert found.isascii()
    assert "\n" not in found
    assert not set(_OURS.sub("", found)) & set('\\{}$&#%_^~[*"`')


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GPT-4V", "GPT-4V"),
        (r"\input{/etc/passwd}", r"\textbackslash{}input\{/etc/passwd\}"),
        ("50% & more_", r"50\% \& more\_"),
        ("[draft]", "{[}draft]"),
        ("Łódź, Ångström", r"\L{}\'{o}d\'{z}, \r{A}ngstr\"{o}m"),
        ("猫 α", r"? \ensuremath{\alpha}"),
        ("two\nlines\tand\x00", "two lines and "),
    ],
)
def test_titles_are_written_so(text: str, expected: str) -> None:
    assert escaped(text) == expected


def test_no_cell_at_the_start_of_a_row_is_taken_for_an_option() -> None:
    r"""After \\ LaTeX reads [2cm] as space between the rows, and * as a command's star."""
    table = tabular("lr", [("a", "b")], [(escaped("[2cm]"), "c"), (escaped("*"), "d")])
    assert not re.search(r"\\\\\s*[\[*]", table)


def test_the_examples_are_true() -> None:
    assert doctest.testmod(latex).failed == 0
