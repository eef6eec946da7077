"""The reference of the Python client, made from its docstrings when the site is built."""

from pathlib import Path

from docs.site.client_page import PACKAGE, offered
from tests.docs.reading import article


def test_everything_the_client_offers_is_in_its_reference(site: Path) -> None:
    ids = article(site / "reference" / "python-client.html").ids
    assert {"Client", "Project", "Invalid"} <= set(offered())
    assert {name for name in offered() if f"{PACKAGE}.{name}" not in ids} == set()


def test_methods_stand_there_with_what_their_docstrings_say(site: Path) -> None:
    """Catches a page of bare names, as where the style of the docstrings is not understood."""
    html = (site / "reference" / "python-client.html").read_text()
    assert "annotate_client.Project.add_images" in html
    assert "Called again with the same images" in html
    assert "name and version of the model" in html
