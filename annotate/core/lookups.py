"""Lookups of our own: `filter(pk__among=…)`, which is `in` for thousands of values.

`in` asks the field for each value and puts a parameter into the statement for each, which
PostgreSQL reads one by one; `among` sends all of them as one array. The same rows are found.
"""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import models
from django.db.models.lookups import In


class Among(In):
    """Whether a column's value is one of some numbers or texts; they are of the column's type."""

    lookup_name = "among"

    def get_prep_lookup(self) -> list[Any]:
        """The values as they are."""
        rhs: Iterable[Any] = self.rhs
        return list(rhs)

    def as_postgresql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        """One parameter, an array as PostgreSQL writes it."""
        if not self.rhs:
            raise EmptyResultSet
        column, parameters = self.process_lhs(compiler, connection)
        return f"{column} = ANY(%s)", [*parameters, array(self.rhs)]


def register() -> None:
    """Let every query use them."""
    for kind in (models.Field, models.ForeignObject):
        kind.register_lookup(Among)


def array(values: Iterable[int | str]) -> str:
    r"""Values as PostgreSQL reads an array of them.

    >>> array([3, 1]), array(['a "b"', "c\\d", ""])
    ('{3,1}', '{"a \\"b\\"","c\\\\d",""}')
    """
    return "{" + ",".join(map(_element, values)) + "}"


def _element(value: int | str) -> str:
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return str(value)
