"""A pooler between the product and PostgreSQL, such as PgBouncer.

Where it hands connections on at the end of each transaction, what belongs to a session is somebody
else's in the next one: prepared statements, cursors that outlive a transaction, and what is set
when connecting. The product uses none of it then (docs/reference/scaling.md).
"""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error
from django.core.exceptions import ImproperlyConfigured
from django.db import connections

POOLERS = ("", "session", "transaction")
# What Django or the driver sets once for a session.
_OF_A_SESSION = ("options", "isolation_level", "assume_role")


def told(database: dict[str, Any], pooler: str) -> str:
    """Prepare the settings of a database for its pooler; return what that is called.

    Args:
        pooler: for how long one of us has a connection to PostgreSQL, `session` or `transaction`;
            empty where there is no pooler.

    Raises:
        ImproperlyConfigured: the word is unknown, there is nothing to pool, or the address asks
            for what a session would have to keep.
    """
    if pooler not in POOLERS:
        raise ImproperlyConfigured(
            f"DATABASE_POOLER is {pooler!r}. It is 'transaction' or 'session', as the pooler's own"
            " pool_mode is, or not set where there is no pooler."
        )
    if pooler and database["ENGINE"].endswith("sqlite3"):
        raise ImproperlyConfigured(
            "DATABASE_POOLER is set, and DATABASE_URL names no PostgreSQL. Leave it out for SQLite."
        )
    if pooler == "transaction":
        _refuse_what_is_of_a_session(database.get("OPTIONS", {}))
        # `annotate.core.prepared` sends statements whole by this setting too.
        database["DISABLE_SERVER_SIDE_CURSORS"] = True
    return pooler


def _refuse_what_is_of_a_session(options: dict[str, Any]) -> None:
    for name in _OF_A_SESSION:
        if name in options:
            raise ImproperlyConfigured(
                f"DATABASE_URL sets {name!r} for a session, and behind a pooler of transactions"
                " nobody has one. Set it for the role instead, for example: ALTER ROLE annotate SET"
                " statement_timeout = '60s'."
            )


def pooler_is_told(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Say so where there is a pooler and nobody has said how it hands connections on.

    A check of the database: `migrate` makes it, and so does `check --database default`. PgBouncer
    gives its clients numbers of its own for cancelling, which are not those of PostgreSQL's
    processes.
    """
    from django.conf import settings

    found: list[CheckMessage] = []
    for alias in databases or ():
        database = connections[alias]
        if database.vendor != "postgresql" or settings.DATABASE_POOLER:
            continue
        with database.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            [process] = cursor.fetchone()
            known = cursor.connection.info.backend_pid
        if process != known and not database.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS"):
            found.append(
                Error(
                    "A pooler stands before PostgreSQL, and DATABASE_POOLER is not set.",
                    hint="Set it to the pool_mode of the pooler, 'transaction' or 'session';"
                    " left out, claims fail by prepared statements that another session has.",
                    id="config.E001",
                )
            )
    return found
