"""The search of the site, opened from a folder by somebody who has no network."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect


@pytest.mark.e2e
def test_the_site_is_searched_from_a_folder_without_a_network(
    chromium: Browser, site: Path
) -> None:
    """Catches a search that needs a server, or a script from somewhere else."""
    context = chromium.new_context(offline=True)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((site / "index.html").as_uri())
    page.get_by_placeholder("Search").click()
    page.keyboard.type("early stopping")
    results = page.locator(".md-search-result__list")
    expect(results.get_by_role("heading", name="Early stopping").first).to_be_visible()
    assert [address for address in asked if not address.startswith("file:")] == []
    context.close()
