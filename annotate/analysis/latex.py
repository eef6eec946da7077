"""Tables for LaTeX: whatever a title says, the file compiles, with every engine.

Only plain ASCII is written. Letters with accents become commands; a character that has none (a
Chinese one, say) becomes a question mark, as every engine without its font would fail or drop it.
"""

import unicodedata
from collections.abc import Iterable, Sequence

_COMMANDS = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\symbol{34}",
    "`": r"\textasciigrave{}",
    # After the end of a row these two would be taken for its options.
    "[": "{[}",
    "*": "{*}",
    "–": "--",
    "—": "---",
    "−": r"\ensuremath{-}",
    "‘": r"\textquoteleft{}",
    "’": "'",
    "“": r"\textquotedblleft{}",
    "”": r"\textquotedblright{}",
    "…": r"\ldots{}",
    "·": r"\textperiodcentered{}",
    "×": r"\ensuremath{\times}",
    "±": r"\ensuremath{\pm}",
    "α": r"\ensuremath{\alpha}",
    "ß": r"\ss{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
}
# What stands over or under a letter, by the command that puts it there.
_ACCENTS = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "=",
    "\u0306": "u",
    "\u0307": ".",
    "\u0308": '"',
    "\u030a": "r",
    "\u030b": "H",
    "\u030c": "v",
    "\u0327": "c",
}
_DOTLESS = {"i": r"\i", "j": r"\j"}


def escaped(text: str) -> str:
    r"""Return a text that LaTeX prints as it is, in plain ASCII and on one line.

    >>> escaped("GPT-4V & 100% of café_1"), escaped("naïve 猫 \\input{x}")
    ("GPT-4V \\& 100\\% of caf\\'{e}\\_1", 'na\\"{\\i}ve ? \\textbackslash{}input\\{x\\}')
    """
    return "".join(_character(character) for character in " ".join(text.split()))


def _character(character: str) -> str:
    if character in _COMMANDS:
        return _COMMANDS[character]
    if character.isascii():
        return character if character.isprintable() else " "
    apart = unicodedata.normalize("NFD", character)
    base, mark = apart[0], apart[1:]
    if base.isascii() and base.isalpha() and mark in _ACCENTS:
        return f"\\{_ACCENTS[mark]}{{{_DOTLESS.get(base, base)}}}"
    return "?"


Row = Sequence[str] | str


def tabular(columns: str, header: Iterable[Row], rows: Iterable[Row]) -> str:
    r"""Return a table of cells that are LaTeX already; a row that is a text is a rule.

    >>> print(tabular("lr", [("name", "n")], [("a", "1")]))
    \begin{tabular}{lr}
    \toprule
    name & n \\
    \midrule
    a & 1 \\
    \bottomrule
    \end{tabular}
    """
    whole = [r"\toprule", *header, r"\midrule", *rows, r"\bottomrule"]
    lines = [row if isinstance(row, str) else " & ".join(row) + r" \\" for row in whole]
    return "\n".join([rf"\begin{{tabular}}{{{columns}}}", *lines, r"\end{tabular}"])


def number(value: float | None, form: str) -> str:
    r"""Return a figure for a cell, with a real minus; what has no value is a dash.

    >>> number(-1.25, ".1f"), number(None, ".1f")
    ('\\ensuremath{-}1.2', '--')
    """
    if value is None:
        return "--"
    text = format(value, form)
    return rf"\ensuremath{{-}}{text[1:]}" if text.startswith("-") else text


def number_range(low: float | None, high: float | None, form: str) -> str:
    """Return an interval for a cell; a dash where it has no value.

    >>> number_range(1, 2.5, ".1f"), number_range(None, None, "d")
    ('[1.0, 2.5]', '--')
    """
    return "--" if low is None else f"[{number(low, form)}, {number(high, form)}]"
