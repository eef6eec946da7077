"""The connection of this thread, a cursor of it, and what holds for each session.

Every claim and submission makes some fifteen statements. Finding the connection anew for each of
them, and making a cursor for it, took as long as sending it.
"""

import codecs
import threading
from time import monotonic
from typing import Any
from weakref import WeakKeyDictionary

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.signals import connection_created

# Left to itself PostgreSQL plans a statement five times more, for values that change nothing here:
# what the plan rests on is written out as constants, and parameters are keys.
_ONE_PLAN = "SET plan_cache_mode = force_generic_plan"
# When PostgreSQL has next counted the rows, it plans anew by itself. By its default of 4, made for
# disks whose heads move, a table of a hundred rows is read whole sooner than looked up in, and that
# plan too stays until the count after it (docs/decisions/0083).
_OF_SESSION = f"{_ONE_PLAN}; SET random_page_cost = 1.1"
# A connection that was asked something so short a time ago, without an error, is not asked first
# whether it still answers: a statement in every request, and in full use nothing comes of it. Where
# the server goes away within that second, the request fails as it does where that happens in its
# middle, and may be asked again.
TRUSTED_SECONDS = 1.0


class _Here(threading.local):
    database: Any = None
    cursor: Any = None
    asked_at = float("-inf")
    # The connection that was asked last what it has planned, and the answer.
    connection: Any = None
    planned: set[str]


_here = _Here()
_planned: WeakKeyDictionary[Any, set[str]] = WeakKeyDictionary()


def this_database() -> Any:
    """The connection of this thread; `django.db.connection` finds it anew for each attribute."""
    database = _here.database
    if database is None:
        database = _here.database = connections[DEFAULT_DB_ALIAS]
    return database


def cursor_of(database: Any) -> Any:
    """A cursor for one statement, whose rows are read before the next one.

    On PostgreSQL it is the one that this thread had before, as long as that is a cursor of its
    present connection. Where statements are logged, which another kind of cursor does, and on
    SQLite, whose cursors hold on to what they read, each statement has its own.
    """
    now = monotonic()
    if now - _here.asked_at < TRUSTED_SECONDS and not database.errors_occurred:
        database.health_check_done = True
    else:
        database.close_if_health_check_failed()
    _here.asked_at = now
    if database.vendor != "postgresql" or database.queries_logged:
        return database.cursor()
    kept = _here.cursor
    if kept is None or kept.cursor.connection is not database.connection:
        kept = _here.cursor = database.cursor()
    return kept


def planned_by(connection: Any) -> set[str]:
    """The names of the statements that a connection of psycopg2 has prepared; to be added to."""
    if _here.connection is not connection:
        _here.planned = _planned.setdefault(connection, set())
        _here.connection = connection
    return _here.planned


def fetched(cursor: Any, database: Any) -> list[tuple[Any, ...]]:
    """All rows of the statement that a cursor has just run.

    psycopg2 has them by then, so that no error is left for Django to put into its own words.
    """
    wrapped = cursor if database.vendor != "postgresql" else cursor.cursor
    rows: list[tuple[Any, ...]] = wrapped.fetchall()
    return rows


def is_pooled(database: Any) -> bool:
    """Whether connections change hands between transactions, as behind PgBouncer.

    Django's own setting for that case says so: what a session keeps cannot be used then.
    """
    return bool(database.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS"))


def prepare_session(connection: Any, **_: Any) -> None:
    """Set what plans are made by, as soon as a connection is there.

    Not where the first statement is prepared: that is inside a transaction, and one that is rolled
    back takes such settings with it, while the statement and its plan stay.
    """
    if connection.vendor == "postgresql" and not is_pooled(connection):
        with connection.cursor() as cursor:
            cursor.execute(_OF_SESSION)


def connect() -> None:
    """Have all of this done from now on."""
    connection_created.connect(prepare_session)
    if connections[DEFAULT_DB_ALIAS].vendor == "postgresql":
        _read_names_by_c()


_CODEC = "utf_8_of_c"


def _read_names_by_c() -> None:
    """Let psycopg2 read the names of columns without a function of Python for each.

    It asks Python's codec for them, and that of UTF-8 wraps the function of C that does it: four
    hundred calls for a claim and a submission, whose names nobody looks at.
    """
    from psycopg2.extensions import encodings

    codecs.register(_found)
    encodings["UTF8"] = _CODEC


def _found(name: str) -> codecs.CodecInfo | None:
    if name != _CODEC:
        return None
    return codecs.CodecInfo(name=name, encode=codecs.utf_8_encode, decode=codecs.utf_8_decode)
