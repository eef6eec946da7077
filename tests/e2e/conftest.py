"""The product served as it is deployed - web server, worker, database - and a real browser."""

import os
from collections.abc import Generator, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from tests import tables
from tests.backends.standin.api import StandIn
from tests.backends.standin.serving import serving
from tests.crowd.stand_ins.server import serving as answering
from tests.e2e import installation
from tests.e2e.desk import house, new_desk
from tests.e2e.furnishing import Furnished
from tests.e2e.installation import Served
from tests.e2e.visitors import SCREENSHOTS, NewVisitor, Visitor
from tests.exchange.hub_stand_in import StandInHub, standing_in
from tests.projects.receiving import Receiver
from tests.sso import provider as providers

__all__ = ["house", "new_desk"]  # fixtures
PASSED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let fixtures know, when they end, how the test went."""
    report = yield
    if report.when == "call":
        item.stash[PASSED] = report.passed
    return report


@pytest.fixture(scope="session")
def database_url() -> Iterator[str]:
    """Return the address of an empty database; without a server it is SQLite in the data folder."""
    with tables.own_server_database("e2e") as address:
        yield address


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that all processes of this test run share."""
    mine = tmp_path_factory.getbasetemp()
    return mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine


@pytest.fixture(scope="session")
def hub() -> Iterator[StandInHub]:
    """What releases of the installation are pushed to."""
    with standing_in() as hub:
        yield hub


@pytest.fixture(scope="session")
def model_server() -> Iterator[tuple[str, StandIn]]:
    """What connections of the installation may ask: `host:port` and the server."""
    standin = StandIn()
    with serving(standin) as host:
        yield host, standin


@pytest.fixture(scope="session")
def receiver() -> Iterator[Receiver]:
    """What webhooks of the installation are sent to."""
    made = Receiver()
    with answering(made.answer) as address:
        made.address = f"{address}/told"
        yield made


@pytest.fixture(scope="session")
def identity_provider() -> Iterator[providers.Provider]:
    """What people of the installation may sign in by."""
    with providers.running() as provider:
        yield provider


@pytest.fixture(scope="session")
def served(
    tmp_path_factory: pytest.TempPathFactory,
    database_url: str,
    run_folder: Path,
    hub: StandInHub,
    model_server: tuple[str, StandIn],
    receiver: Receiver,
    identity_provider: providers.Provider,
) -> Iterator[Served]:
    """Serve an empty installation with one web process and one worker."""
    assert (installation.ROOT / "frontend" / "dist" / "index.html").is_file(), "Run `make build`."
    data = tmp_path_factory.mktemp("installation")
    installation.make_tables_once(run_folder, data, database_url)
    hosts = [hub.url.removeprefix("http://"), model_server[0], urlsplit(receiver.address).netloc]
    hosts.append(identity_provider.host)
    reached = {
        "HUB_ENDPOINT": hub.url,
        "FETCH_PRIVATE_HOSTS": ",".join(hosts),
        # One more attempt, as soon as the clock sees to it.
        "WEBHOOK_RETRY_SECONDS": "1",
    }
    with installation.running(data, database_url, **reached) as served:
        yield served


@pytest.fixture(scope="session")
def browser(chromium: Browser) -> Browser:
    return chromium


@pytest.fixture(scope="session")
def furnished(
    served: Served, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Furnished:
    return Furnished(served, browser, tmp_path_factory)


@pytest.fixture
def new_visitor(
    request: pytest.FixtureRequest, served: Served, browser: Browser
) -> Iterator[NewVisitor]:
    """Open a browser of its own for a person; at the end no page may have had a fault.

    Where the test failed there is a picture of what each of them saw last.
    """
    visitors: list[Visitor] = []
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)

    def make(
        *, width: int = 1440, height: int = 900, has_touch: bool = False, locale: str | None = None
    ) -> Visitor:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=has_touch,
            locale=locale,
            accept_downloads=True,
        )
        visitors.append(Visitor(context, served))
        return visitors[-1]

    yield make
    failed = not request.node.stash.get(PASSED, False)
    for number, visitor in enumerate(visitors):
        if failed and not visitor.page.is_closed():
            visitor.page.screenshot(path=SCREENSHOTS / f"{request.node.name}-{number}.png")
    faults = [fault for visitor in visitors for fault in visitor.faults]
    for visitor in visitors:
        visitor.context.close()
    assert not faults, f"Faults in the browser: {faults}"
