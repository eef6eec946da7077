"""The pages of models: the same promises as all others, dialogs included."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import routes, sweep
from tests.e2e.conftest import SCREENSHOTS, Served, Visitor
from tests.e2e.furnished_models import furnish

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def pages(
    served: Served, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> sweep.Pages:
    folder: Path = tmp_path_factory.mktemp("pictures")
    return furnish(served, browser, folder)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", sweep.SIZES)
def test_model_pages_are_accessible_and_fit_the_window(
    pages: sweep.Pages, browser: Browser, served: Served, size: str, scheme: str
) -> None:
    assert routes.unopened("models", pages) == []
    faults = sweep.faults_of(pages, browser, served, size=size, scheme=scheme)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("size", sweep.SIZES)
def test_dialogs_of_models_are_accessible_and_fit_the_window(
    pages: sweep.Pages, browser: Browser, served: Served, size: str
) -> None:
    width, height = sweep.SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height})
    visitor = Visitor(context, served)
    visitor.sign_in("lena")
    page = visitor.open(pages["models"][1])
    page.get_by_role("button", name="Connect a model").click()
    dialog = page.get_by_role("dialog", name="Connect a model")
    local = dialog.get_by_role("button", name="Local models")
    expect(local).to_be_visible()
    faults = _faults(page, f"connect-kinds-{size}")
    local.click()
    expect(dialog.get_by_label("Name", exact=False).first).to_be_visible()
    faults += _faults(page, f"connect-form-{size}")
    page = visitor.open(pages["model-versions"][1])
    page.get_by_role("button", name="Details of M1").click()
    expect(page.get_by_role("dialog", name="local-vlm M1")).to_be_visible()
    faults += _faults(page, f"version-details-{size}")
    context.close()
    assert not faults + visitor.faults, "\n".join(faults + visitor.faults)


def _faults(page: Page, name: str) -> list[str]:
    sweep.settled(page)
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png")
    beyond = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    found = [f"{name}: reaches {beyond} px beyond the window"] if beyond > 0 else []
    return found + [f"{name}: {fault}" for fault in sweep.serious(page)]
