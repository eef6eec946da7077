"""Dialogs of learning: the same promises as all pages."""

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e import sweep
from tests.e2e.furnishing import Furnished
from tests.e2e.installation import Served

pytestmark = [pytest.mark.e2e, pytest.mark.xdist_group("learning")]


def test_the_settings_of_the_loop_are_accessible_and_fit_the_window(
    furnished: Furnished, browser: Browser, served: Served
) -> None:
    visitor = sweep.still(browser, served)
    visitor.sign_in("lena")
    page = visitor.open(furnished("learning")["learning"][1])
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="How the model learns")
    expect(dialog.get_by_label("Objects at most")).to_be_visible()
    faults = sweep.looks(page, "loop-settings") + visitor.faults
    visitor.context.close()
    assert not faults, "\n".join(faults)
