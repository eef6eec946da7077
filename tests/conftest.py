"""The cast and the stage: the people every test knows, and ready-made projects.

Olga owns the project (a lead), Leo leads it with her, Ada, Ben and Cleo annotate, Rita reviews,
Bob is blocked, and Sam is a stranger who must see nothing. Ines is an admin of the platform.
"""

import gc
import hashlib
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib import import_module
from itertools import count
from time import time as wall_time
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.cache import cache
from django.db import connection
from django.utils.crypto import get_random_string
from hypothesis import settings as properties
from rest_framework.test import APIClient

from annotate.core import clock, limits
from annotate.core.planned import Planned
from annotate.core.remembered import Remembered
from annotate.images.models import Image
from annotate.people.authentication import BACKEND
from annotate.people.models import User
from annotate.projects import services as project_services
from annotate.projects.models import Membership, Project, Role
from annotate.workflow import answers, services
from annotate.workflow.models import Sample
from annotate.workflow.selectors import remembered
from tests import tables
from tests.browsers import chromium
from tests.services.left_over import NO_TIME

__all__ = ["chromium"]  # a fixture of all
PASSWORD = "correct-horse-battery"
LONGEST_BYTES_IN_A_NAME = 60
SECONDS_OF_A_DAY = 86_400

# Properties see the same examples in every run and have no deadline: a busy machine, or an example
# that was never drawn before, is no failure of the change at hand. To look for such examples:
# HYPOTHESIS_PROFILE=explore.
properties.register_profile("tests", deadline=None, max_examples=50, derandomize=True)
properties.register_profile("explore", deadline=None, max_examples=1000)
properties.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "tests"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--only-database",
        action="store_true",
        help="leave out tests that use no database: they show the same on each",
    )
    parser.addoption(
        "--until",
        type=float,
        default=0,
        help="begin no test after this time (seconds since 1970); those left over are skipped",
    )


@pytest.hookimpl(tryfirst=True)  # before anything is made for the test
def pytest_runtest_setup(item: pytest.Item) -> None:
    until = item.config.getoption("until")
    if until and wall_time() > until:
        pytest.skip(NO_TIME)


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name packed bytes by their parameter: the hour in them differs from process to process."""
    return argname if isinstance(val, bytes) and len(val) > LONGEST_BYTES_IN_A_NAME else None


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep a file in one process, unless its tests say with which others they share something."""
    for item in items:
        if item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(_file_of(item)))
    _leave_out(config, items)


@pytest.hookimpl(specname="pytest_collection_modifyitems", trylast=True)
def pytest_long_ones_first(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put first whose group has a long test, then larger groups: none is waited for at the end.

    Where time may run out long ones would leave none for others, so all come in an order of their
    own each day, and not always the same are left over: first what one database alone is asked,
    then the rest, which the other database is asked from the other end, so that what one has no
    time for the other begins with.
    """
    if not getattr(config.option, "loadgroup", False):
        return
    sizes = Counter(map(_group_of, items))
    long = {_group_of(item) for item in items if item.get_closest_marker("long")}
    day = int(config.getoption("until") // SECONDS_OF_A_DAY)
    on_both = Counter(_group_of(item) for item in items if _is_told_again(item))
    direction = -1 if config.getoption("only_database") else 1

    def place(item: pytest.Item) -> tuple[bool, int]:
        group = _group_of(item)
        if not day:
            return group not in long, -sizes[group]
        by_chance = int(hashlib.sha256(f"{day} {group}".encode()).hexdigest(), 16)
        return 2 * on_both[group] > sizes[group], direction * by_chance

    items.sort(key=place)


def _leave_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Races are left out where they cannot happen: SQLite lets one connection write at a time."""
    unwanted: set[pytest.Item] = set()
    if connection.vendor != "postgresql":
        unwanted |= {item for item in items if item.get_closest_marker("race")}
    if config.getoption("only_database"):
        unwanted |= {item for item in items if not _is_told_again(item)}
    if unwanted:
        items[:] = [item for item in items if item not in unwanted]
        config.hook.pytest_deselected(items=list(unwanted))


def _group_of(item: pytest.Item) -> str:
    mark = item.get_closest_marker("xdist_group")
    return str(mark.args[0]) if mark else _file_of(item)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Refuse to share out tests whose groups are lost, as pytest 9.2 loses those of xdist 3.8.

    What was collected stays to the end: nobody need look through it for garbage again and again.
    """
    gc.collect()
    gc.freeze()
    if not getattr(session.config.option, "loadgroup", False):
        return
    lost = [i for i in session.items if i.get_closest_marker("xdist_group") and "@" not in i.nodeid]
    if lost:
        raise pytest.UsageError(f"xdist does not see the group of {lost[0].nodeid}.")


def _file_of(item: pytest.Item) -> str:
    return item.path.relative_to(item.config.rootpath).with_suffix("").as_posix()


def _uses_database(item: pytest.Item) -> bool:
    """Return whether a test asks for a database; who does not is kept from it by pytest-django."""
    if item.get_closest_marker("django_db") or item.get_closest_marker("database"):
        return True
    return not {"db", "transactional_db"}.isdisjoint(getattr(item, "fixturenames", ()))


def _is_told_again(item: pytest.Item) -> bool:
    """Return whether the step of PostgreSQL asks what the step of SQLite does."""
    if item.get_closest_marker("once"):
        return False
    return _uses_database(item) or item.get_closest_marker("deployed") is not None


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Spare each process the migrations."""
    tables.begin_with_tables(connection)


@pytest.fixture(autouse=True)
def nothing_counted_yet(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what limits have counted: it outlives the rows of the test before.

    The cache of a served installation holds its queue as well, so it is left alone.
    """
    monkeypatch.setattr(limits, "_untold", limits._Untold())
    monkeypatch.setattr(remembered, "_remembered", Remembered(most=9, seconds=remembered.SECONDS))
    answers._guideline.cache_clear()
    served = request.node.get_closest_marker("e2e") or request.node.get_closest_marker("race")
    if _uses_database(request.node) and not served:
        cache.clear()


@pytest.fixture(autouse=True)
def plans_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the planning of statements out of what is logged, and so of what tests count.

    A connection plans each statement at its first use, whichever test that happens to be in.
    """
    plan = Planned._plan

    def unlogged(statement: Planned, cursor: Any, number: int) -> None:
        with cursor.db.wrap_database_errors:
            plan(statement, cursor.cursor, number)

    monkeypatch.setattr(Planned, "_plan", unlogged)


class Clock:
    """The time as the product sees it: it stands still until a test moves it."""

    def __init__(self) -> None:
        self.at = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at

    def forward(self, **by: float) -> datetime:
        """Move on, e.g. `forward(minutes=31)`, and return the new time."""
        self.at += timedelta(**by)
        return self.at


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Stop the one clock of the product; sessions and other parts of Django keep real time.

    What `clock.now` reads is replaced, not `clock.now` itself: the defaults of columns hold a
    reference to that function.
    """
    stopped = Clock()
    monkeypatch.setattr(clock, "timezone", SimpleNamespace(now=stopped.now))
    return stopped


@dataclass(frozen=True)
class Cast:
    owner: User
    lead: User
    reviewer: User
    ada: User
    ben: User
    cleo: User
    blocked: User
    stranger: User
    admin: User


def _person(name: str, **extra: Any) -> User:
    user = User(username=name, display_name=name.title(), **extra)
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.fixture
def people(db: None) -> Cast:
    """All accounts, before any of them is in a project."""
    return Cast(
        owner=_person("olga", may_create_projects=True),
        lead=_person("leo"),
        reviewer=_person("rita"),
        ada=_person("ada"),
        ben=_person("ben"),
        cleo=_person("cleo"),
        blocked=_person("bob"),
        stranger=_person("sam"),
        admin=_person("ines", is_staff=True),
    )


NewProject = Callable[..., Project]


@pytest.fixture
def new_project(people: Cast) -> NewProject:
    """Make a project of the owner's with everybody in their role.

    Nobody has to read guidelines before work in it, unless a test is about that.
    """

    def make(**changes: Any) -> Project:
        must_read = changes.pop("guidelines_required", False)
        project = project_services.create_project(
            name=changes.pop("name", "Street scenes"),
            description="",
            recipe_name="iiw",
            changes=changes,
            creator=people.owner,
            seed=7,
            guidelines_required=must_read,
        )
        roles = [
            (people.lead, Role.LEAD),
            (people.reviewer, Role.REVIEWER),
            (people.ada, Role.ANNOTATOR),
            (people.ben, Role.ANNOTATOR),
            (people.cleo, Role.ANNOTATOR),
        ]
        for user, role in roles:
            Membership.objects.create(project=project, user=user, role=role)
        Membership.objects.create(
            project=project, user=people.blocked, role=Role.ANNOTATOR, is_blocked=True
        )
        return project

    return make


@pytest.fixture
def project(new_project: NewProject) -> Project:
    """The usual project: recipe iiw, nobody twice on a sample."""
    return new_project()


_numbers = count(1)


def add_image(project: Project, **values: Any) -> Image:
    """Make an image row of 400 by 300 pixels; its files exist only where a test puts them."""
    number = next(_numbers)
    facts = {
        "name": f"photo-{number}.jpg",
        "external_id": f"photo-{number}",
        "sha256": hashlib.sha256(str(number).encode()).hexdigest(),
        "format": "jpeg",
        "width": 400,
        "height": 300,
        "bytes": 1000,
    }
    return Image.objects.create(project=project, **{**facts, **values})


def add_samples(project: Project, number: int, *, opened: bool = True) -> list[Sample]:
    """Make samples of new images, open for work unless told otherwise."""
    images = [add_image(project) for _ in range(number)]
    samples = services.add_samples(project=project, image_ids=[image.pk for image in images])
    if opened:
        services.open_samples(project=project, samples=samples)
    return samples


def client_of(user: User | None) -> APIClient:
    """A browser in which this person is signed in; CSRF is not enforced here.

    What signing in leaves is written at once: doing it takes seventeen statements, and tests look
    through some thousand browsers. Who signs in is tested where that is what is asked.
    """
    client = APIClient()
    if user is not None:
        session = import_module(settings.SESSION_ENGINE).SessionStore(get_random_string(32))
        session._session_cache = {
            SESSION_KEY: str(user.pk),
            BACKEND_SESSION_KEY: BACKEND,
            HASH_SESSION_KEY: user.get_session_auth_hash(),
        }
        session.save(must_create=True)
        client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return client


@pytest.fixture
def as_user() -> Callable[[User | None], APIClient]:
    return client_of
