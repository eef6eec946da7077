"""Queries whose SQL is built once, planned once, and then only given values.

The ORM builds the text of a query anew on each use and PostgreSQL plans it anew: both take several
times as long as the look-up itself. Where every request pays for that - claiming and submitting,
a dozen look-ups - a query is prepared: still written as a queryset, still the same on each
database, yet built on first use only and, on PostgreSQL, planned once per connection (PREPARE).
docs/decisions/0014-prepared-queries.md has the figures and what to know about poolers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Generic, TypeVar, cast
from weakref import WeakSet

from django.db import connection, models
from django.db.models.query import get_related_populators

ModelT = TypeVar("ModelT", bound=models.Model)
Row = tuple[Any, ...]


class Parameter(models.Expression):
    """A place in a prepared query that each use fills: with a number or a text."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        """Leave itself where the value will be; a statement puts the value there."""
        return "%s", (self,)


_numbers = count(1)


class Planned:
    """One statement; on PostgreSQL each connection plans it at its first use of it."""

    def __init__(self, sql: str) -> None:
        self._sql = sql
        self._name = f"annotate_{next(_numbers)}"
        self._known_to: WeakSet[Any] = WeakSet()

    def execute(self, cursor: Any, values: Sequence[Any]) -> None:
        """Run it with these values in the places of its `%s`."""
        if connection.vendor != "postgresql" or _is_pooled():
            cursor.execute(self._sql, values)
            return
        if connection.connection not in self._known_to:
            places = tuple(f"${number}" for number in range(1, len(values) + 1))
            cursor.execute(f"PREPARE {self._name} AS {self._sql % places}")
            self._known_to.add(connection.connection)
        given = f"({', '.join(['%s'] * len(values))})" if values else ""
        cursor.execute(f"EXECUTE {self._name} {given}", values)


def _is_pooled() -> bool:
    """Whether connections change hands between transactions, as behind PgBouncer.

    Django's own setting for that case says so: what a session keeps cannot be used then.
    """
    return bool(connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS"))


@dataclass(frozen=True)
class _Statement:
    """The SQL of a query, and how its rows become model instances."""

    planned: Planned
    parameters: list[Any]
    converters: list[tuple[int, list[Callable[..., Any]], Any]]
    model: type[models.Model]
    first: int
    last: int
    columns: list[str]
    related: list[Any]
    annotated: list[tuple[str, int]]

    def run(self, values: dict[str, Any]) -> list[Any]:
        filled = [
            values[each.name] if isinstance(each, Parameter) else each for each in self.parameters
        ]
        with connection.cursor() as cursor:
            self.planned.execute(cursor, filled)
            rows = cursor.fetchall()
        return [self._instance(row) for row in rows]

    def _instance(self, row: Row) -> models.Model:
        if self.converters:
            converted = list(row)
            for place, functions, expression in self.converters:
                for function in functions:
                    converted[place] = function(converted[place], expression, connection)
            row = tuple(converted)
        instance = self.model.from_db("default", self.columns, row[self.first : self.last])
        for each in self.related:
            each.populate(row, instance)
        for name, place in self.annotated:
            setattr(instance, name, row[place])
        return instance


def _written_out(sql: str, parameters: Sequence[Any]) -> tuple[str, list[Any]]:
    """Put constants into the text: only a literal state = 'open' lets a partial index serve."""
    if connection.vendor != "postgresql":
        return sql, list(parameters)
    with connection.cursor() as cursor:
        texts = [
            "%s" if isinstance(each, Parameter) else cursor.mogrify("%s", [each]).decode()
            for each in parameters
        ]
    return sql % tuple(texts), [each for each in parameters if isinstance(each, Parameter)]


class Prepared(Generic[ModelT]):
    """A queryset with `Parameter`s in it: `Prepared(lambda: Task.objects.filter(pk=…))`.

    It may use filters, `select_related`, `annotate`, ordering, slices and row locks; not
    prefetching or deferred columns.
    """

    def __init__(self, build: Callable[[], models.QuerySet[ModelT]]) -> None:
        self._build = build
        self._statements: dict[str, _Statement] = {}

    def all(self, **values: int | str) -> list[ModelT]:
        """Return what the query finds with these values of its parameters."""
        vendor = connection.vendor
        if vendor not in self._statements:
            self._statements[vendor] = self._statement()
        return cast(list[ModelT], self._statements[vendor].run(values))

    def first(self, **values: int | str) -> ModelT | None:
        """Return the first row; a query of which only this is asked ends in `[:1]`."""
        found = self.all(**values)
        return found[0] if found else None

    def one(self, **values: int | str) -> ModelT:
        """Return the row that is known to exist."""
        [found] = self.all(**values)
        return found

    def _statement(self) -> _Statement:
        compiler = self._build().query.get_compiler(using="default")
        sql, parameters = _written_out(*compiler.as_sql())
        info = cast(dict[str, Any], compiler.klass_info)
        select: Any = compiler.select
        fields = info["select_fields"]
        first, last = fields[0], fields[-1] + 1
        populators: Any = get_related_populators  # the stubs describe another version
        converters = compiler.get_converters([each[0] for each in select])
        return _Statement(
            planned=Planned(sql),
            parameters=parameters,
            converters=[(place, *each) for place, each in converters.items()],
            model=info["model"],
            first=first,
            last=last,
            columns=[each[0].target.attname for each in select[first:last]],
            related=populators(info, select, "default"),
            annotated=list((compiler.annotation_col_map or {}).items()),
        )
