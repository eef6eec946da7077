"""The pages of captions, votes, quality control and crowds: the same promises as all others."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e import routes, sweep
from tests.e2e.conftest import Served
from tests.e2e.furnished import furnish

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def pages(
    served: Served, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> sweep.Pages:
    folder: Path = tmp_path_factory.mktemp("pictures")
    return furnish(served, browser, folder)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", sweep.SIZES)
def test_quality_pages_are_accessible_and_fit_the_window(
    pages: sweep.Pages, browser: Browser, served: Served, size: str, scheme: str
) -> None:
    assert routes.unopened("quality", pages) == []
    faults = sweep.faults_of(pages, browser, served, size=size, scheme=scheme)
    assert not faults, "\n".join(faults)
