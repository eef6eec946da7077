"""Dialogs of models: the same promises as all pages."""

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e import sweep
from tests.e2e.furnishing import Furnished
from tests.e2e.installation import Served

pytestmark = [pytest.mark.e2e, pytest.mark.xdist_group("models")]


def test_dialogs_of_models_are_accessible_and_fit_the_window(
    furnished: Furnished, browser: Browser, served: Served
) -> None:
    pages = furnished("models")
    visitor = sweep.still(browser, served)
    visitor.sign_in("lena")
    page = visitor.open(pages["models"][1])
    page.get_by_role("button", name="Connect a model").click()
    dialog = page.get_by_role("dialog", name="Connect a model")
    local = dialog.get_by_role("button", name="Local models")
    expect(local).to_be_visible()
    faults = sweep.looks(page, "connect-kinds")
    local.click()
    expect(dialog.get_by_label("Vision-language model")).to_be_visible()
    faults += sweep.looks(page, "connect-form")
    dialog.get_by_text("More settings").click()
    expect(dialog.get_by_label("Name", exact=False).first).to_be_visible()
    faults += sweep.looks(page, "connect-form-unfolded")
    page = visitor.open(pages["model-versions"][1])
    page.get_by_role("button", name="Details of M1").click()
    expect(page.get_by_role("dialog", name="local-vlm M1")).to_be_visible()
    faults += sweep.looks(page, "version-details") + visitor.faults
    visitor.context.close()
    assert not faults, "\n".join(faults)
