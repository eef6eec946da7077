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


def _sqlite_trigger(table: str) -> str:
    return (
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE ON {table} "
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
