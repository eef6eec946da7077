"""What a page of the site holds, as far as tests ask."""

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

# What a browser fetches by itself, and the attribute that says from where.
LOADED = {
    **{"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src"},
    **{"audio": "src", "embed": "src", "object": "data", "link": "href"},
}
BLOCKS = {"li", "ul", "ol", "table", "tr", "pre", "h1", "h2", "h3", "h4", "blockquote", "img"}


class Reader(HTMLParser):
    """Collects what a page loads, its blocks, and its links."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.blocks: Counter[str] = Counter()
        self.ids: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.ids.add(values.get("id", ""))
        if tag in BLOCKS:
            self.blocks[tag] += 1
        if tag in LOADED and values.get("rel") not in ("canonical", "next", "prev"):
            self.loaded.append(values.get(LOADED[tag], ""))


def article(page: Path) -> Reader:
    """Return what the writer of a page wrote, without what the site puts around it."""
    found = re.search(r"<article[^>]*>(.*?)</article>", page.read_text(), re.DOTALL)
    assert found is not None, page
    return Reader(found[1])
