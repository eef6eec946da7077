"""Rows that are written once and never changed, promised by the database itself."""

from typing import Any

from django.db import models
from django.db.migrations.operations.base import Operation
from django.db.migrations.operations.special import RunPython


class AppendOnlyError(RuntimeError):
    """Somebody tried to change a row that may only be added."""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    """Refuses updates early, with a clear message; the trigger refuses them in any case."""

    def update(self, **kwargs: Any) -> int:
        raise AppendOnlyError(f"{self.model.__name__} rows are never changed.")


class AppendOnly(models.Model):
    """Base of append-only models; pair it with `forbid_updates` in the migration."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None and not kwargs.get("force_insert") and not self._state.adding:
            raise AppendOnlyError(f"{type(self).__name__} rows are never changed.")
        super().save(*args, **kwargs)


def forbid_updates_again(app: str, model: str) -> Operation:
    """Put back the trigger that SQLite dropped when a migration rebuilt the table.

    PostgreSQL alters a table where it is and keeps its triggers.
    """

    def add(apps: Any, schema_editor: Any) -> None:
        if schema_editor.connection.vendor != "postgresql":
            table = apps.get_model(app, model)._meta.db_table
            schema_editor.execute(_sqlite_trigger(table))

    return RunPython(add, RunPython.noop)


def _sqlite_trigger(table: str, when: str = "TRUE") -> str:
    return (
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE ON {table} WHEN {when} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    )


def forbid_updates(app: str, model: str) -> Operation:
    """A migration operation that makes the database refuse UPDATE on the model's table.

    SQLite drops triggers when a later migration rebuilds the table; a test looks for them in the
    migrated database.
    """

    def add(apps: Any, schema_editor: Any) -> None:
        table = apps.get_model(app, model)._meta.db_table
        name = f"{table}_append_only"
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(
                f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ "
                f"BEGIN RAISE EXCEPTION '{table} is append-only'; END $$"
            )
            schema_editor.execute(
                f"CREATE TRIGGER {name} BEFORE UPDATE ON {table} "
                f"FOR EACH ROW EXECUTE FUNCTION {name}()"
            )
        else:
            schema_editor.execute(_sqlite_trigger(table))

    def remove(apps: Any, schema_editor: Any) -> None:
        table = apps.get_model(app, model)._meta.db_table
        name = f"{table}_append_only"
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP TRIGGER {name} ON {table}")
            schema_editor.execute(f"DROP FUNCTION {name}()")
        else:
            schema_editor.execute(f"DROP TRIGGER {name}")

    return RunPython(add, remove)


def let_names_go(app: str, model: str, columns: tuple[str, ...], *, within: str) -> Operation:
    """A migration operation that lets a deletion replace names in some columns, and nothing else.

    A transaction that has a row in the table ``within`` may change the columns; all others, and
    all other columns, are refused as ever. After the migration that forbade updates.
    """
    # Names of tables and columns of ours: nothing that anybody typed.
    permit = f"EXISTS (SELECT 1 FROM {within})"  # noqa: S608

    def loosen(apps: Any, schema_editor: Any) -> None:
        meta = apps.get_model(app, model)._meta
        if schema_editor.connection.vendor == "postgresql":
            without = "".join(f" - '{column}'" for column in columns)
            same = f"(to_jsonb(NEW){without}) = (to_jsonb(OLD){without})"
            schema_editor.execute(_postgres_function(meta.db_table, f"{permit} AND {same}"))
            return
        others = [f.column for f in meta.concrete_fields if f.column not in columns]
        changed = " OR ".join(f"NEW.{column} IS NOT OLD.{column}" for column in others)
        schema_editor.execute(f"DROP TRIGGER {meta.db_table}_append_only")
        schema_editor.execute(_sqlite_trigger(meta.db_table, f"NOT {permit} OR {changed}"))

    def tighten(apps: Any, schema_editor: Any) -> None:
        table = apps.get_model(app, model)._meta.db_table
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(_postgres_function(table, "FALSE"))
            return
        schema_editor.execute(f"DROP TRIGGER {table}_append_only")
        schema_editor.execute(_sqlite_trigger(table))

    return RunPython(loosen, tighten)


def _postgres_function(table: str, permitted: str) -> str:
    return (
        f"CREATE OR REPLACE FUNCTION {table}_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ "
        f"BEGIN IF {permitted} THEN RETURN NEW; END IF; "
        f"RAISE EXCEPTION '{table} is append-only'; END $$"
    )
