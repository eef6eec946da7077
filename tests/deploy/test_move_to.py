"""`manage.py move_to`: a filled installation goes to PostgreSQL, whole or not at all."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.deploy.installation import Installation, on_sqlite
from tests.own_database import own_database

# Collected where there is PostgreSQL.
pytestmark = pytest.mark.race


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """Made once: nothing here changes it, which is what the tests are about."""
    return on_sqlite(tmp_path_factory.mktemp("filled") / "data")


@pytest.fixture(scope="module")
def before(filled: Installation) -> dict[str, Any]:
    """What it was filled with."""
    return filled.fill()


@dataclass(frozen=True)
class Moved:
    """The installation on PostgreSQL, and what it and the one on SQLite held after the move."""

    target: Installation
    said: str
    there: dict[str, Any]
    here: dict[str, Any]


@pytest.fixture(scope="module")
def moved(filled: Installation, before: dict[str, Any]) -> Iterator[Moved]:
    """The same files on PostgreSQL, to which everything was moved once."""
    with own_database("moved_probe") as address:
        target = Installation(address, filled.data)
        said = filled.manage("move_to", address)
        yield Moved(target, said, target.contents(), filled.contents())


@pytest.fixture
def target(filled: Installation) -> Iterator[Installation]:
    """The same files on an empty PostgreSQL."""
    with own_database("move_probe") as address:
        yield Installation(address, filled.data)


@pytest.mark.long
def test_everything_is_there_afterwards_and_nothing_here_has_changed(
    before: dict[str, Any], moved: Moved
) -> None:
    assert before["releases"]
    assert before["whole"]
    assert "both are equal" in moved.said
    assert moved.there == before  # rows by table, digests of releases, files
    assert moved.here == before
    moved.target.manage("migrate", "--check", "--verbosity", "0")


def test_the_database_keeps_its_promises_and_counts_on(
    before: dict[str, Any], moved: Moved
) -> None:
    """Catches sequences that still begin at one: the first new row would fail."""
    target = moved.target
    target.manage("add_user", "newcomer", NEW_USER_PASSWORD="correct-horse-battery")
    target.manage("release", "Street scenes", "--name", "Street scenes", "--version", "1.1.0")
    first, second = target.contents()["releases"]
    assert [first] == before["releases"]
    assert second != first
    promise = "SELECT count(*) FROM pg_trigger WHERE tgname = 'workflow_annotation_append_only'"
    assert target.execute(promise) == [(1,)]


def test_it_refuses_a_database_that_holds_anything(
    filled: Installation, moved: Moved, target: Installation
) -> None:
    people = "SELECT count(*) FROM people_user"
    [(number,)] = moved.target.execute(people)
    assert "not empty" in filled.manage("move_to", moved.target.database_url, succeeds=False)
    assert moved.target.execute(people) == [(number,)]
    target.add_person("ada")
    said = filled.manage("move_to", target.database_url, succeeds=False)
    assert "tables of something else: person" in said
    assert target.people() == {"ada"}


def test_what_is_refused_on_the_way_leaves_nothing_and_can_be_done_again(
    filled: Installation, target: Installation, tmp_path: Path
) -> None:
    """SQLite keeps texts longer than their column; PostgreSQL does not."""
    other = on_sqlite(tmp_path / "other")
    other.manage("migrate", "--verbosity", "0")
    other.manage("add_user", "ada", NEW_USER_PASSWORD="correct-horse-battery")
    other.execute(f"UPDATE people_user SET display_name = '{'x' * 5000}'")
    said = other.manage("move_to", target.database_url, succeeds=False)
    assert "refuses a row of people_user" in said
    assert "Nothing was moved" in said
    assert target.execute("SELECT count(*) FROM people_user") == [(0,)]
    other.execute("UPDATE people_user SET display_name = 'Ada'")
    other.manage("move_to", MOVE_TO=target.database_url)
    assert target.execute("SELECT display_name FROM people_user") == [("Ada",)]


def test_it_says_where_it_cannot_go(filled: Installation, target: Installation) -> None:
    for address, said in (
        ("sqlite:////tmp/other.sqlite3", "postgres://NAME"),
        ("", "postgres://NAME"),
        ("postgres://nobody:x@127.0.0.1:9/nowhere", "does not answer"),
    ):
        assert said in filled.manage("move_to", address, succeeds=False)
    assert "not on SQLite" in target.manage("move_to", filled.database_url, succeeds=False)
