"""English that is left on a page in another language: its texts, compared with the catalogues."""

import json
from collections.abc import Iterator

from playwright.sync_api import Page

from tests.e2e.installation import ROOT

LOCALES = ROOT / "frontend" / "src" / "locales"
# Everything that is read or heard: texts, names for screen readers, hints.
_READ = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement;
    if (parent && !["SCRIPT", "STYLE"].includes(parent.tagName)) found.push(walk.currentNode.data);
  }
  for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description"])
    for (const each of document.querySelectorAll(`[${name}]`)) found.push(each.getAttribute(name));
  found.push(document.title);
  return found.map((text) => text.trim()).filter(Boolean);
}"""


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)


def wording(language: str) -> set[str]:
    """Return all texts of a language that stand as they are, without anything filled in."""
    texts: set[str] = set()
    for path in (LOCALES / language).glob("*.json"):
        texts.update(_texts(json.loads(path.read_text())))
    return {text for text in texts if "{{" not in text and len(text) > 3}


def english_on(page: Page, language: str, *, names: frozenset[str]) -> list[str]:
    """Return the texts of a page that English says and its language does not.

    ``names`` are content that happens to be worded as a page is, such as the title of a stage.
    """
    english = wording("en") - wording(language) - names
    return sorted(set(page.evaluate(_READ)) & english)
