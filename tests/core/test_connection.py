"""A thread's connection and cursor are kept as long as they are its own."""

import threading
from typing import Any

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from annotate.core.connection import cursor_of, this_database
from annotate.core.planned import Planned, execute_all
from annotate.projects.models import Project

ON_POSTGRESQL = pytest.mark.skipif(
    "connection.vendor != 'postgresql'", reason="SQLite has a cursor for each statement"
)


def test_each_thread_has_the_connection_that_django_gives_it() -> None:
    found: list[bool] = []

    def look() -> None:
        found.append(this_database() is connections["default"])
        found.append(this_database() is not mine)

    mine = this_database()
    other = threading.Thread(target=look)
    other.start()
    other.join()
    assert mine is connections["default"]
    assert found == [True, True]


@ON_POSTGRESQL
@pytest.mark.django_db
def test_a_cursor_is_kept_from_statement_to_statement() -> None:
    assert cursor_of(this_database()) is cursor_of(this_database())


@ON_POSTGRESQL
@pytest.mark.django_db
def test_statements_that_are_logged_have_cursors_that_log() -> None:
    cursor_of(this_database())
    with CaptureQueriesContext(connection) as logged:
        cursor_of(this_database()).execute("SELECT 1")
    assert len(logged) == 1


@ON_POSTGRESQL
@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_closed_takes_its_cursor_with_it() -> None:
    cursor_of(this_database()).execute("SELECT 1")
    connection.close()
    cursor = cursor_of(this_database())
    cursor.execute("SELECT 2")
    assert cursor.fetchone() == (2,)


@ON_POSTGRESQL
@pytest.mark.django_db(transaction=True)
def test_a_connection_that_the_server_ended_between_requests_is_made_anew() -> None:
    database = this_database()
    cursor_of(database).execute("SELECT pg_backend_pid()")
    [pid] = cursor_of(database).fetchone()
    with connections["default"].copy().cursor() as other:
        other.execute("SELECT pg_terminate_backend(%s)", [pid])
        other.db.close()
    # As at the beginning of a request.
    database.health_check_enabled, database.health_check_done = True, False
    try:
        cursor = cursor_of(database)
        cursor.execute("SELECT 3")
        assert cursor.fetchone() == (3,)
    finally:
        database.health_check_enabled = False


@pytest.mark.database
@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["", "kite", "Größe", "%s", "'; DROP TABLE projects_project; --", "a\\'b", "$1"]
)
def test_a_planned_statement_takes_any_text_for_a_value(project: Project, name: str) -> None:
    """Catches a value that is written into a statement as if it were a part of it."""
    renaming = Planned(
        "UPDATE projects_project SET name = %s, description = %s, has_channels = %s WHERE id = %s"
    )
    execute_all([(renaming, [name, name, True, project.pk]), (renaming, [name, "", False, -1])])
    project.refresh_from_db()
    assert (project.name, project.description, project.has_channels) == (name, name, True)


@pytest.mark.database
@pytest.mark.django_db
@pytest.mark.parametrize("number", [0, -1, 2**63 - 1, -(2**63)])
def test_a_planned_statement_takes_any_number_for_a_value(number: int) -> None:
    assert found(Planned("SELECT CAST(%s AS bigint)"), [number]) == (number,)


@pytest.mark.django_db
def test_a_planned_statement_takes_nothing_for_a_value() -> None:
    assert found(Planned("SELECT CAST(%s AS bigint)"), [None]) == (None,)


def found(planned: Planned, values: list[Any]) -> Any:
    cursor = cursor_of(this_database())
    planned.execute(cursor, values)
    return cursor.fetchone()
