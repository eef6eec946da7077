"""Everything that pages show, made once for all tests of a process that look at it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.e2e import (
    furnished,
    furnished_dashboards,
    furnished_demo,
    furnished_learning,
    furnished_models,
    furnished_studies,
)
from tests.e2e.installation import Served
from tests.e2e.sweep import Pages

# By the name that routes.json gives a sweep.
FURNISHERS: dict[str, Callable[..., Pages]] = {
    "pages": furnished_demo.furnish,
    "quality": furnished.furnish,
    "dashboards": furnished_dashboards.furnish,
    "studies": furnished_studies.furnish,
    "models": furnished_models.furnish,
    "learning": furnished_learning.furnish,
}


class Furnished:
    """The pages of a sweep, by its name."""

    def __init__(self, served: Served, browser: Browser, folders: pytest.TempPathFactory) -> None:
        self._served = served
        self._browser = browser
        self._folders = folders
        self._pages: dict[str, Pages] = {}

    def __call__(self, sweep: str) -> Pages:
        if sweep not in self._pages:
            folder = self._folders.mktemp("pictures")
            self._pages[sweep] = FURNISHERS[sweep](self._served, self._browser, folder)
        return self._pages[sweep]
