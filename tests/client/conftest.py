"""A server as it is deployed, and people who use it by the Python client."""

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from annotate_client import Client, Project
from tests import tables
from tests.client.house import SEEDS, House, Person
from tests.e2e import installation
from tests.e2e.installation import PASSWORD, PHOTOS, Served


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep what shares a server in one process, where tests are shared out by groups."""
    here = Path(__file__).parent
    for item in items:
        if item.path.parent == here and "house" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("python-client"))
            item.add_marker(pytest.mark.database)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve an empty installation with one web process and one worker."""
    with tables.own_server_database("client") as database_url:
        data = tmp_path_factory.mktemp("installation")
        installation.make_tables(data, database_url)
        with installation.running(data, database_url) as served:
            yield served


@pytest.fixture(scope="session")
def house(served: Served) -> House:
    """The server with Lena, who is an admin, and Ada, Ben and Cleo, each with a token."""
    lena = Person.sign_in(served.url, "lena", PASSWORD)
    for name in ("ada", "ben", "cleo"):
        lena.client.api.call(
            "usersCreate", username=name, display_name=name.title(), password=PASSWORD
        )
    others = {name: Person.sign_in(served.url, name, PASSWORD) for name in ("ada", "ben", "cleo")}
    return House(served.url, lena, others)


@pytest.fixture(scope="session")
def finished(house: House) -> Project:
    """A project of the demo's photos, two of them seeded by hand, finished by two people."""
    project = house.lena.client.create_project(
        "Ten lines",
        recipe="iiw",
        guidelines="Describe only what you see.",
        settings={"rounds": {"description": 1}},
    )
    added = project.add_images(PHOTOS, seeds=SEEDS, producer="by hand 1.0", progress=False)
    assert (added.seeded, added.errors) == (2, ())
    project.open(progress=False)
    house.invite(project, "ada", "ben")
    house.put_to_work(project, "ada", "ben")
    return project.wait(progress=False)


@pytest.fixture
def lead(house: House) -> Client:
    return house.lena.client


Answers = Callable[[httpx.Request], httpx.Response]


@pytest.fixture
def pauses() -> list[float]:
    """How long a client of `standin` would have waited."""
    return []


@pytest.fixture
def standin(pauses: list[float]) -> Callable[[Answers], Client]:
    """A client of a server that answers as a test says."""

    def make(answers: Answers) -> Client:
        def of_this_api(request: httpx.Request) -> httpx.Response:
            if request.url.path == "/api/v1/session":
                return httpx.Response(200, json={"user": None})
            return answers(request)

        transport = httpx.MockTransport(of_this_api)
        return Client(
            "http://annotate.test", token="secret", transport=transport, sleep=pauses.append
        )

    return make
