"""What figures take for granted, as it stands below them."""

import textwrap
from collections.abc import Sequence
from typing import TextIO


def write_assumptions(assumptions: Sequence[str], out: TextIO) -> None:
    """Write what figures take for granted, a sentence each, below them."""
    for sentence in assumptions:
        out.write("\n" + textwrap.fill(sentence, 100, initial_indent="- ", subsequent_indent="  "))
    out.write("\n")
