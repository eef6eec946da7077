"""Queries whose SQL is built once, planned once, and then only given values.

The ORM builds the text of a query anew on each use and PostgreSQL plans it anew: both take several
times as long as the look-up itself. Where every request pays for that - claiming and submitting,
a dozen look-ups - a query is prepared: still written as a queryset, still the same on each
database, yet built on first use only and, on PostgreSQL, planned once per connection (PREPARE).
docs/decisions/0014-prepared-queries.md has the figures and what to know about poolers.

How rows become instances is known to Django alone, so this leans on what it does not document. Each
query is checked on its first use; where a version of Django behaves otherwise, that is logged once
and the query is asked through the ORM, slower and just as right.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

import django
from django.db import connection, models

from annotate.core import columns
from annotate.core.connection import cursor_of, fetched, this_database
from annotate.core.planned import Planned

log = logging.getLogger(__name__)

ModelT = TypeVar("ModelT", bound=models.Model)
FoundT = TypeVar("FoundT")
Row = tuple[Any, ...]


class Parameter(models.Expression):
    """A place in a prepared query that each use fills: with a number or a text."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        """Leave itself where the value will be; a statement puts the value there."""
        values = _values.get()
        return "%s", (self if values is None else values[self.name],)


def not_looked_up(column: str) -> models.Expression:
    """A column of whole numbers for conditions that no index of it is to serve: as a sum.

    Left free, PostgreSQL goes by an index that is short while a table is small, or that has the
    order asked for, and keeps that plan (docs/decisions/0080, 0089). What such a sum is compared
    with is taken for rare: for the latest of many rows see `each_asked`.
    """
    return models.ExpressionWrapper(models.F(column) + 0, models.BigIntegerField())


def each_asked(**conditions: Any) -> models.Case:
    """Conditions that rows are asked one by one, and that are taken to hold for half of them.

    For the latest of somebody's rows: PostgreSQL goes along the index that has their order only
    where it expects more of them than are wanted, and otherwise reads and sorts all there are. What
    it expects of several conditions at once, and of columns that are joined, is often far too few.
    """
    return models.Case(
        models.When(models.Q(**conditions), then=models.Value(True)),
        default=models.Value(False),
        output_field=models.BooleanField(),
    )


# What stands for the parameters while a query is asked through the ORM.
_values: ContextVar[Mapping[str, int | str] | None] = ContextVar("values", default=None)


class Unfamiliar(Exception):
    """Django does not do what this module knows of it; the message says what is different."""


@dataclass(frozen=True)
class _Reading:
    """The SQL of a query, and how its columns become values of Python."""

    planned: Planned
    parameters: list[Any]
    converters: list[tuple[int, list[Callable[..., Any]], Any]]

    def run(self, values: Mapping[str, int | str]) -> list[Row]:
        filled = [
            values[part.name] if isinstance(part, Parameter) else part for part in self.parameters
        ]
        database = this_database()
        cursor = cursor_of(database)
        self.planned.execute(cursor, filled)
        rows = fetched(cursor, database)
        return [self._converted(row, database) for row in rows] if self.converters else rows

    def _converted(self, row: Row, database: Any) -> Row:
        converted = list(row)
        for place, functions, expression in self.converters:
            for function in functions:
                converted[place] = function(converted[place], expression, database)
        return tuple(converted)


def _reading(compiler: Any) -> _Reading:
    sql, parameters = _written_out(*compiler.as_sql())
    converters = compiler.get_converters([column[0] for column in compiler.select])
    return _Reading(
        planned=Planned(sql),
        parameters=parameters,
        converters=[
            (place, _quickest(functions, expression), expression)
            for place, (functions, expression) in converters.items()
        ],
    )


def _quickest(functions: list[Callable[..., Any]], expression: Any) -> list[Callable[..., Any]]:
    return [
        columns.json_read if columns.is_read_plainly(each, expression) else each
        for each in functions
    ]


@dataclass(frozen=True)
class _Statement:
    """How the rows of a query become model instances."""

    reading: _Reading
    model: type[models.Model]
    maker: columns.Maker
    first: int
    last: int
    columns: list[str]
    related: list[Any]
    annotated: list[tuple[str, int]]
    width: int

    def run(self, values: Mapping[str, int | str]) -> list[Any]:
        return list(map(self._instance, self.reading.run(values)))

    def check(self) -> None:
        """Make an instance of a row of numbers and see that each is where it belongs.

        Raises:
            Unfamiliar: one is not.
        """
        row = tuple(range(self.width))
        instance = self._instance(row)
        for place, column in enumerate(self.columns, start=self.first):
            if instance.__dict__[column] != place:
                raise Unfamiliar(f"{self.model.__name__}.{column} is not column {place}")
        numbers = [instance.__dict__[name] for name, _ in self.annotated]
        for model in _with_related(instance, []):
            numbers += [model.__dict__[field.attname] for field in model._meta.concrete_fields]
        if sorted(numbers) != list(row):
            raise Unfamiliar("the columns are not those of the rows and what they refer to")

    def _instance(self, row: Row) -> models.Model:
        instance = self.maker.from_db("default", self.columns, row[self.first : self.last])
        for populator in self.related:
            populator.populate(row, instance)
        for name, place in self.annotated:
            setattr(instance, name, row[place])
        return instance


def _make_quickly(populators: Sequence[Any]) -> None:
    """Let what fills in related rows make them as the rows themselves are made."""
    for populator in populators:
        populator.model_cls = columns.Maker(populator.model_cls)
        _make_quickly(populator.related_populators)


def _with_related(instance: models.Model, known: list[models.Model]) -> list[models.Model]:
    """Add a row and all that came with it to those known; some refer back to each other."""
    if not any(instance is other for other in known):
        known.append(instance)
        for other in instance._state.fields_cache.values():
            _with_related(other, known)
    return known


def _written_out(sql: str, parameters: Sequence[Any]) -> tuple[str, list[Any]]:
    """Put constants into the text: only a literal state = 'open' lets a partial index serve."""
    if connection.vendor != "postgresql":
        return sql, list(parameters)
    with connection.cursor() as cursor:
        texts = [
            "%s" if isinstance(value, Parameter) else cursor.mogrify("%s", [value]).decode()
            for value in parameters
        ]
    return sql % tuple(texts), [value for value in parameters if isinstance(value, Parameter)]


class _Asked(ABC, Generic[FoundT]):
    """A query that is built on its first use, for each kind of database."""

    def __init__(self, build: Callable[[], "models.QuerySet[Any, FoundT]"]) -> None:
        self._build = build
        # By vendor; None where Django has to be asked.
        self._statements: dict[str, Any] = {}

    def all(self, **values: int | str) -> list[FoundT]:
        vendor = this_database().vendor
        if vendor not in self._statements:
            self._statements[vendor] = self._checked_statement()
        statement = self._statements[vendor]
        if statement is None:
            return self._plainly(values)
        return cast(list[FoundT], statement.run(values))

    def _plainly(self, values: Mapping[str, int | str]) -> list[FoundT]:
        token = _values.set(values)
        try:
            return list(self._build())
        finally:
            _values.reset(token)

    def _checked_statement(self) -> Any:
        try:
            return self._statement()
        except (Unfamiliar, ImportError, LookupError, AttributeError, TypeError) as difference:
            log.exception(
                "Queries of %s are not prepared with Django %s: %s. They go through the ORM.",
                self._build().model.__name__,
                django.__version__,
                difference,
            )
            return None

    @abstractmethod
    def _statement(self) -> Any:
        """Build the query, and see that it is what this module knows."""

    def first(self, **values: int | str) -> FoundT | None:
        """The first row; a query of which only this is asked ends in `[:1]`."""
        rows = self.all(**values)
        return rows[0] if rows else None

    def one(self, **values: int | str) -> FoundT:
        """The row that is known to exist."""
        [row] = self.all(**values)
        return row


class Prepared(_Asked[ModelT]):
    """A queryset with `Parameter`s in it: `Prepared(lambda: Task.objects.filter(pk=…))`.

    It may use filters, `select_related`, `annotate`, ordering, slices and row locks; not
    prefetching or deferred columns.
    """

    def _statement(self) -> _Statement:
        from django.db.models.query import get_related_populators  # may be gone: then see above

        compiler = self._build().query.get_compiler(using="default")
        reading = _reading(compiler)
        info = cast(dict[str, Any], compiler.klass_info)
        select: Any = compiler.select
        fields = info["select_fields"]
        first, last = fields[0], fields[-1] + 1
        populators: Any = get_related_populators  # the stubs describe another version
        related = populators(info, select, "default")
        _make_quickly(related)
        statement = _Statement(
            reading=reading,
            model=info["model"],
            maker=columns.Maker(info["model"]),
            first=first,
            last=last,
            columns=[column[0].target.attname for column in select[first:last]],
            related=related,
            annotated=list((compiler.annotation_col_map or {}).items()),
            width=len(select),
        )
        statement.check()
        return statement


class PreparedRows(_Asked[Row]):
    """A queryset that ends in `values_list`, likewise: a tuple for each row.

    For whoever needs a few columns of several tables; no instances are made, and no JSON is read
    that nobody asks for.
    """

    def _statement(self) -> _Reading:
        queryset: Any = self._build()
        compiler = queryset.query.get_compiler(using="default")
        reading = _reading(compiler)
        if len(compiler.select) != len(queryset._fields):
            raise Unfamiliar("the columns are not those that were asked for")
        return reading
