"""A thread's connection and cursor are kept as long as they are its own."""

import threading
from collections.abc import Iterator
from time import monotonic
from typing import Any
from unittest.mock import patch

import pytest
from django.core.signals import request_finished, request_started
from django.db import DatabaseError, connection, connections
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
def test_a_connection_that_the_server_ended_while_nobody_asked_is_made_anew(
    checked: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_request("SELECT 1")
    end_session_of(checked)
    monkeypatch.setattr("annotate.core.connection.TRUSTED_SECONDS", 0)
    assert one_request("SELECT 3") == (3,)


@ON_POSTGRESQL
@pytest.mark.django_db(transaction=True)
def test_a_connection_that_has_just_answered_is_not_asked_whether_it_does(checked: Any) -> None:
    one_request("SELECT 1")
    with patch.object(checked, "is_usable", side_effect=AssertionError):
        assert one_request("SELECT 2") == (2,)


@ON_POSTGRESQL
@pytest.mark.django_db(transaction=True)
def test_a_connection_that_rested_is_asked_whether_it_answers(
    checked: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_request("SELECT 1")
    monkeypatch.setattr("annotate.core.connection.monotonic", lambda: monotonic() + 2)
    with patch.object(checked, "is_usable", return_value=True) as asked:
        one_request("SELECT 2")
    asked.assert_called_once()


@ON_POSTGRESQL
@pytest.mark.django_db(transaction=True)
def test_a_session_that_ends_within_the_second_costs_one_request_and_no_more(checked: Any) -> None:
    one_request("SELECT 1")
    end_session_of(checked)
    with pytest.raises(DatabaseError):
        one_request("SELECT 2")
    assert one_request("SELECT 3") == (3,)


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


@pytest.fixture
def checked() -> Iterator[Any]:
    """The connection of this thread, checked at each request as it is outside of tests."""
    database = this_database()
    database.ensure_connection()
    before, database.health_check_enabled = database.health_check_enabled, True
    yield database
    database.health_check_enabled = before
    database.close()


def one_request(sql: str) -> Any:
    """Ask it as a request would, from its beginning to its end."""
    with patch.object(this_database(), "close_at", new=None):  # kept for the next one
        request_started.send(sender=object)
        try:
            cursor = cursor_of(this_database())
            cursor.execute(sql)
            return cursor.fetchone()
        finally:
            request_finished.send(sender=object)


def end_session_of(database: Any) -> None:
    """Let the server end the session, as when it is started anew."""
    pid = database.connection.info.backend_pid
    other = database.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [pid])
    other.close()


def found(planned: Planned, values: list[Any]) -> Any:
    cursor = cursor_of(this_database())
    planned.execute(cursor, values)
    return cursor.fetchone()
