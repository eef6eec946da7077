"""Drawings in the language of Mermaid, as tables.

Code hosts draw them with a program of theirs; the site would have to fetch such a program from
elsewhere. What they say is read as well in rows, also aloud.
"""

import re
from collections.abc import Iterator

DRAWING = re.compile(r"^```mermaid\n(?P<lines>.*?)^```$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"participant (\w+) as (.+)")
STEP = re.compile(r"([\w*\[\]]+) *(-+>+) *([\w*\[\]]+)(?:: *(.*))?")
GROUP = re.compile(r"(loop|alt|else|opt) (.*)")
WORDS = {"loop": "again and again, ", "alt": "if ", "else": "or if ", "opt": "if "}
HEAD = "| from | to | what |\n|---|---|---|\n"


def as_tables(markdown: str) -> str:
    """Return a page with a table in the place of each drawing.

    >>> print(as_tables("```mermaid\\nsequenceDiagram\\n  A->>B: asks\\n```"))
    | from | to | what |
    |---|---|---|
    | A | B | asks |
    """
    return DRAWING.sub(lambda found: HEAD + "\n".join(rows(found["lines"])), markdown)


def rows(lines: str) -> Iterator[str]:
    names = dict(NAME.findall(lines)) | {"[*]": ""}
    for line in map(str.strip, lines.replace("<br/>", " ").splitlines()):
        if group := GROUP.fullmatch(line):
            yield f"| *{WORDS[group[1]]}{group[2]}:* | | |"
        elif step := STEP.fullmatch(line):
            start, end = (names.get(each, each) for each in (step[1], step[3]))
            yield f"| {start} | {end} | {step[4] or ''} |"
