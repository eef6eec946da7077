"""Notebooks on the site: to be read without running them."""

import json
from pathlib import Path

import pytest

from docs.site.notebooks import FOLDER, output
from tests.docs.reading import article


@pytest.mark.parametrize("notebook", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_is_a_page_with_its_code_and_what_it_printed(site: Path, notebook: Path) -> None:
    cells = json.loads(notebook.read_text())["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code" and cell["source"]]
    page = site / "notebooks" / f"{notebook.stem}.html"
    assert article(page).blocks["pre"] >= len(code) > 0
    tables = sum("<table" in output(each) for cell in code for each in cell["outputs"])
    assert article(page).blocks["table"] == tables


def test_links_to_a_notebook_lead_to_its_page(site: Path) -> None:
    """Catches a guide that offers a file of JSON to be read."""
    html = (site / "guide" / "python-client.html").read_text()
    assert 'href="../notebooks/ten_lines.html"' in html
