"""Every page, wide and narrow, light and dark: no fault, no overflow, nothing serious from axe."""

import pytest
from playwright.sync_api import Browser

from tests.e2e import routes, sweep
from tests.e2e.furnishing import FURNISHERS, Furnished
from tests.e2e.installation import Served

pytestmark = pytest.mark.e2e


@pytest.mark.long
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in FURNISHERS]
)
def test_pages_are_accessible_and_fit_the_window(
    furnished: Furnished, browser: Browser, served: Served, name: str
) -> None:
    pages = furnished(name)
    assert routes.unopened(name, pages) == []
    faults = sweep.faults_of(pages, browser, served)
    assert not faults, "\n".join(faults)
