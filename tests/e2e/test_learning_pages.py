"""The pages of learning: the same promises as all others, dialogs included."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e import routes, sweep
from tests.e2e.conftest import SCREENSHOTS, Served, Visitor
from tests.e2e.furnished_learning import furnish

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def pages(
    served: Served, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> sweep.Pages:
    folder: Path = tmp_path_factory.mktemp("pictures")
    return furnish(served, browser, folder)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", sweep.SIZES)
def test_learning_pages_are_accessible_and_fit_the_window(
    pages: sweep.Pages, browser: Browser, served: Served, size: str, scheme: str
) -> None:
    assert routes.unopened("learning", pages) == []
    faults = sweep.faults_of(pages, browser, served, size=size, scheme=scheme)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("size", sweep.SIZES)
def test_the_settings_of_the_loop_are_accessible_and_fit_the_window(
    pages: sweep.Pages, browser: Browser, served: Served, size: str
) -> None:
    width, height = sweep.SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height})
    visitor = Visitor(context, served)
    visitor.sign_in("lena")
    page = visitor.open(pages["learning"][1])
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="How the model learns")
    expect(dialog.get_by_label("Objects at most")).to_be_visible()
    sweep.settled(page)
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"loop-settings-{size}.png")
    beyond = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    faults = sweep.serious(page) + visitor.faults
    context.close()
    assert beyond <= 0
    assert not faults, "\n".join(faults)
