"""The documentation as a site: whole, the same as on a code host, and alone in the world."""

import json
import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from docs.site.drawings import as_tables
from docs.site.links import PAGES, source_of, without_contents
from tests.architecture.sources import ROOT, files_under, name_of
from tests.docs.reading import Reader, article

ELSEWHERE = re.compile(r"^(?:[a-z]+:)?//", re.IGNORECASE)
COMMONMARK = MarkdownIt("commonmark").enable("table")


def pages() -> list[str]:
    """Return the pages written by hand, by their place on the site."""
    written = [name_of(path) for path in files_under("docs", suffixes=(".md",))]
    shown = [name.removeprefix("docs/") for name in written if "0000-template" not in name]
    return [*shown, *PAGES.values()]


def built(site: Path, page: str) -> Path:
    return site / re.sub(r"README\.md$", "index.md", page).replace(".md", ".html")


@pytest.mark.parametrize("page", pages())
def test_a_page_is_on_the_site_as_on_a_code_host(site: Path, page: str) -> None:
    """Catches Markdown that the two read differently, such as a list without a line before it."""
    source = as_tables(without_contents((ROOT / source_of(page)).read_text()))
    assert article(built(site, page)).blocks == Reader(COMMONMARK.render(source)).blocks


def test_no_page_loads_anything_from_another_host(site: Path) -> None:
    """Catches a font, a script or a counter of somebody else: the site works without a network."""
    loaded = {
        f"{page.relative_to(site)}: {address}"
        for page in site.rglob("*.html")
        for address in Reader(page.read_text()).loaded
        if ELSEWHERE.match(address)
    }
    styles = "".join(path.read_text() for path in site.rglob("*.css"))
    assert loaded == set()
    assert re.findall(r"url\(['\"]?https?:|@import", styles) == []


def test_drawings_are_tables_that_say_every_step(site: Path) -> None:
    html = (site / "architecture.html").read_text()
    steps = re.findall(r"^  +\w+-+>>\w+: ", (ROOT / "docs/architecture.md").read_text(), re.M)
    assert len(steps) > 20
    assert article(site / "architecture.html").blocks["tr"] > len(steps)
    assert "sequenceDiagram" not in html


def test_the_script_of_the_theme_finds_nothing_that_it_would_fetch(site: Path) -> None:
    """Catches diagrams drawn by a library that the theme loads from elsewhere when it meets one."""
    assert [page for page in site.rglob("*.html") if 'class="mermaid"' in page.read_text()] == []


def test_every_page_can_be_found_by_searching(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text())
    found = {each["location"].split("#")[0] for each in index["docs"]}
    here = {built(site, page).relative_to(site).as_posix() for page in pages()}
    assert here - {"index.html"} - found == set()
    assert (site / "search" / "search_index.js").read_text().startswith("var __index = ")


def test_what_stands_outside_the_docs_is_named_and_not_linked(site: Path) -> None:
    """Catches a link that holds on a code host and leads nowhere on the site."""
    html = (site / "contributing.html").read_text()
    assert "annotate/kinds/base.py</code>" in html
    assert 'href="annotate/kinds/base.py"' not in html
    assert 'href="architecture.html"' in html


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "docs/guide").glob("*.md")))
def test_a_guide_begins_by_saying_whom_it_is_for(name: str) -> None:
    """Catches a page that a reader leaves without knowing whether it was meant for them."""
    first = (ROOT / "docs/guide" / name).read_text().split("\n\n")[1]
    readers = r"\b(You|you|everybody|annotators|leads|reviewers|operators|engineers|admins)\b"
    assert re.search(readers, first, re.IGNORECASE)
