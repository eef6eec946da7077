"""Statements that each connection to PostgreSQL plans once, and then only gives values."""

from collections.abc import Sequence
from itertools import count
from typing import Any

from annotate.core.connection import cursor_of, is_pooled, planned_by, this_database

_numbers = count(1)
# The plan is made for tables as they are then, and kept until PostgreSQL has next counted their
# rows. Where they were counted while all but empty, as early in an installation, reading them whole
# looks cheapest, and is what every request still does thousands of rows later. So it is made for
# look-ups by key.
_SCANS = "enable_seqscan", "enable_hashjoin", "enable_mergejoin"
_BY_KEY = "; ".join(f"SET {each} = off" for each in _SCANS)
_AS_BEFORE = "; ".join(f"RESET {each}" for each in _SCANS)

# SQL, and the values of its `%s`.
Filled = tuple[str, Sequence[Any]]


class Planned:
    """One statement; on PostgreSQL each connection plans it at its first use of it."""

    def __init__(self, sql: str) -> None:
        self.sql = sql
        self._name = f"annotate_{next(_numbers)}"

    def execute(self, cursor: Any, values: Sequence[Any]) -> None:
        """Run it with these values in the places of its `%s`."""
        cursor.execute(*self.filled(cursor, values))

    def filled(self, cursor: Any, values: Sequence[Any]) -> Filled:
        """What to execute for these values; first of all the statement is planned."""
        database = cursor.db
        if database.vendor != "postgresql" or is_pooled(database):
            return self.sql, values
        planned = planned_by(database.connection)
        if self._name not in planned:
            self._plan(cursor, len(values))
            planned.add(self._name)
        return self._execution(values)

    def _plan(self, cursor: Any, number: int) -> None:
        numbered = tuple(f"${place}" for place in range(1, number + 1))
        explained, _ = self._execution([None] * number)
        cursor.execute(
            f"PREPARE {self._name} AS {self.sql % numbered}; {_BY_KEY}; "
            f"EXPLAIN {explained}; {_AS_BEFORE}"
        )

    def _execution(self, values: Sequence[Any]) -> Filled:
        """Its use. Most values are keys, counts and nothing: psycopg2 takes longest for those."""
        if not values:
            return f"EXECUTE {self._name}", ()
        written, others = [], []
        for value in values:
            if value is None:
                written.append("NULL")
            elif type(value) in (int, bool):
                written.append(str(value))
            else:
                written.append("%s")
                others.append(value)
        return f"EXECUTE {self._name} ({', '.join(written)})", others


# A planned statement with its values.
Statement = tuple[Planned, Sequence[Any]]


def execute_all(statements: Sequence[Statement]) -> None:
    """Run statements whose results nobody reads: on PostgreSQL all of them in one round trip."""
    database = this_database()
    cursor = cursor_of(database)
    if database.vendor != "postgresql":
        for planned, values in statements:
            planned.execute(cursor, values)
        return
    filled = [planned.filled(cursor, values) for planned, values in statements]
    every = [value for _, values in filled for value in values]
    cursor.execute("; ".join([text for text, _ in filled]), every)
