"""A list of people as somebody pastes it or keeps it in a file: its entries, and their lines."""

import re
from typing import NamedTuple

# A comma within quotes belongs to a name, as mail programs write it.
_ENTRY = re.compile(r'(?:"[^"\n]*"|[^"\n\r\t,;])+')


class PastedEntry(NamedTuple):
    """One entry and the line it stands in, counted from 1."""

    line: int
    text: str


def entries_in(text: str) -> list[PastedEntry]:
    """The entries of a list, in their order and each once, as the page of the people reads them.

    Entries stand in lines of their own, or between commas, semicolons or tabs. Names have no
    spaces, but what stands between spaces may be a person's other names.

    >>> entries_in('ada, ben\\n"Lind, Dora" <dora@example.org>')[2]
    PastedEntry(line=2, text='"Lind, Dora" <dora@example.org>')
    """
    found: dict[str, PastedEntry] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        for match in _ENTRY.finditer(line):
            entry = match[0].strip()
            if entry:
                found.setdefault(entry, PastedEntry(number, entry))
    return list(found.values())
