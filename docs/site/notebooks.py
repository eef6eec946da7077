"""Notebooks as pages: their text, their code and what running it printed."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docs.site.links import ROOT

FOLDER = ROOT / "docs" / "notebooks"
STYLE = re.compile(r"<style.*?</style>\s*", re.DOTALL)
Cell = dict[str, Any]


def pages() -> Iterator[tuple[str, str]]:
    """Yield the place of the page of each notebook, and its Markdown."""
    for path in sorted(FOLDER.glob("*.ipynb")):
        yield f"notebooks/{path.stem}.md", "\n\n".join(page(path)) + "\n"


def page(path: Path) -> Iterator[str]:
    for cell in json.loads(path.read_text())["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield source
        elif source:
            yield f"```python\n{source}\n```"
            yield from filter(None, map(output, cell["outputs"]))


def output(printed: Cell) -> str:
    """Return what a cell printed: as HTML where it is drawn, as text otherwise.

    >>> output({"output_type": "stream", "text": ["11 ", "added"]})
    '```text\\n11 added\\n```'
    """
    data = printed.get("data", {})
    if "text/html" in data:
        # Without empty lines, at which Markdown would end the block of HTML.
        html = STYLE.sub("", "".join(data["text/html"]))
        html = html.replace('border="1" class="dataframe"', "")  # as all tables of the site
        return "\n".join(line for line in html.splitlines() if line.strip())
    text = "".join(printed.get("text", data.get("text/plain", ""))).rstrip()
    return f"```text\n{text}\n```" if text else ""
