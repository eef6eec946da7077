"""The product served as it is deployed - web server, worker, database - and a real browser."""

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.own_database import own_database

ROOT = Path(__file__).resolve().parents[2]
PHOTOS = ROOT / "deploy" / "demo" / "photos"
BIN = Path(sys.executable).parent
PASSWORD = "correct-horse-battery"
START_SECONDS = 60
# With DATABASE_URL and REDIS_URL the same stories run on the servers of a real deployment.
# The browser that drives the pages also prints reports.
KEPT = ("PATH", "HOME", "LANG", "REDIS_URL", "CHROMIUM")
SCREENSHOTS = ROOT / "var" / "screenshots"  # what every visitor saw last

expect.set_options(timeout=30_000)  # a busy machine takes its time


@dataclass(frozen=True)
class Served:
    """A running installation: its address, its data, and the environment of its commands."""

    url: str
    data: Path
    env: dict[str, str]

    def manage(self, *arguments: str, **extra: str) -> str:
        """Run a management command of this installation; fail the test if it fails."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env={**self.env, **extra},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, f"manage.py {arguments}: {done.stdout}\n{done.stderr}"
        return done.stdout

    def health(self) -> dict[str, object]:
        with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:  # noqa: S310
            return dict(json.load(answer))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(data: Path, database_url: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {
        **kept,
        **({"DATABASE_URL": database_url} if database_url else {}),
        "SECRET_KEY": "only-for-this-test-run-0123456789-0123456789-0123456789",
        "ALLOWED_HOSTS": "127.0.0.1",
        "DATA_DIR": str(data),
        "PYTHONUNBUFFERED": "1",
    }


@pytest.fixture(scope="session")
def database_url() -> Iterator[str]:
    """Return the address of an empty database; without a server it is SQLite in the data folder."""
    is_served = os.environ.get("DATABASE_URL", "").startswith("postgres")
    with own_database("e2e") if is_served else nullcontext("") as address:
        yield address


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory, database_url: str) -> Iterator[Served]:
    """Serve an empty installation with one web process and one worker."""
    assert (ROOT / "frontend" / "dist" / "index.html").is_file(), "Run `make build` first."
    data = tmp_path_factory.mktemp("installation")
    port = free_port()
    served = Served(f"http://127.0.0.1:{port}", data, environment(data, database_url))
    served.manage("migrate", "--verbosity", "0")
    served.manage("add_user", "lena", "--admin", "--name", "Lena", NEW_USER_PASSWORD=PASSWORD)
    log = (data / "servers.log").open("w")
    children = [
        subprocess.Popen(command, cwd=ROOT, env=served.env, stdout=log, stderr=log)
        for command in commands(port)
    ]
    try:
        _wait_until_up(served)
        yield served
    finally:
        for child in children:
            child.terminate()
        for child in children:
            child.wait(timeout=30)
        log.close()
        print((data / "servers.log").read_text()[-4000:])


def commands(port: int) -> list[list[str]]:
    return [
        [
            *[str(BIN / "gunicorn"), "annotate.config.wsgi", "--bind", f"127.0.0.1:{port}"],
            *["--threads", "8", "--worker-class", "gthread", "--no-control-socket"],
        ],
        [
            *[str(BIN / "celery"), "--app", "annotate.config", "--quiet", "worker"],
            *["--pool", "solo", "--beat", "--loglevel", "info"],
        ],
    ]


def _wait_until_up(served: Served) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        try:
            if served.health()["status"] == "ok":
                return
        except OSError:
            pass
        time.sleep(0.2)
    pytest.fail("The product did not come up; see servers.log.")


@pytest.fixture(scope="session")
def browser(chromium: Browser) -> Browser:
    return chromium


class Visitor:
    """One person at their own browser."""

    def __init__(self, context: BrowserContext, served: Served) -> None:
        self.context = context
        self.served = served
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("response", self._note_server_fault)

    def _note_server_fault(self, response: object) -> None:
        status, url = response.status, response.url  # type: ignore[attr-defined]
        if status >= 500:
            self.faults.append(f"{status} {url}")

    def open(self, path: str) -> Page:
        self.page.goto(self.served.url + path)
        return self.page

    def sign_in(self, username: str, password: str = PASSWORD) -> Page:
        page = self.open("/login")
        page.get_by_label("User name").fill(username)
        page.get_by_label("Password", exact=True).fill(password)
        page.get_by_role("button", name="Sign in").click()
        expect(page).not_to_have_url(re.compile("/login"))
        return page


@pytest.fixture
def new_visitor(
    request: pytest.FixtureRequest, served: Served, browser: Browser
) -> Iterator[object]:
    """Open a browser of its own for a person; at the end no page may have had a fault."""
    visitors: list[Visitor] = []
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)

    def make(*, width: int = 1440, height: int = 900) -> Visitor:
        context = browser.new_context(viewport={"width": width, "height": height})
        visitors.append(Visitor(context, served))
        return visitors[-1]

    yield make
    for number, visitor in enumerate(visitors):
        if not visitor.page.is_closed():
            visitor.page.screenshot(path=SCREENSHOTS / f"{request.node.name}-{number}.png")
    faults = [fault for visitor in visitors for fault in visitor.faults]
    for visitor in visitors:
        visitor.context.close()
    assert not faults, f"Faults in the browser: {faults}"
