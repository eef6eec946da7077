"""What was written once is never changed: the database itself refuses."""

from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, models, transaction

from annotate.core.appendonly import AppendOnly, AppendOnlyError
from annotate.projects.models import AuditEvent, Guideline, Project
from annotate.quality.models import Evidence, Flag
from annotate.workflow.models import Annotation, Transition
from tests.conftest import Cast, add_samples
from tests.workflow.acts import TREE, mark

pytestmark = pytest.mark.django_db

KEPT: list[type[models.Model]] = [Annotation, Transition, Guideline, AuditEvent, Evidence]


@pytest.fixture
def written(people: Cast, project: Project) -> None:
    add_samples(project, 1)
    marked = mark(project, people.ada, TREE)
    flag = Flag.objects.create(
        project=project,
        assignment=marked,
        annotation=marked.answer,
        annotator=people.ada,
        stage_key="objects",
        code="random_sample",
        numbers={"count": 1, "of": 1, "seed": 7},
    )
    Evidence.objects.create(flag=flag, numbers=flag.numbers)


def triggers() -> set[str]:
    """Return the names of all triggers in the database."""
    names = {
        "postgresql": "SELECT tgname FROM pg_trigger",
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    }
    with connection.cursor() as cursor:
        cursor.execute(names[connection.vendor])
        return {name for (name,) in cursor.fetchall()}


def test_every_table_that_must_never_change_is_guarded() -> None:
    """Catches a model without its trigger, and a migration on SQLite that has dropped one."""
    kept = [model for model in apps.get_models() if issubclass(model, AppendOnly)]
    assert set(KEPT) <= set(kept)
    assert {f"{model._meta.db_table}_append_only" for model in kept} <= triggers()


@pytest.mark.parametrize("model", KEPT, ids=lambda model: model.__name__)
def test_raw_sql_cannot_change_a_row(model: type[models.Model], written: None) -> None:
    table = model._meta.db_table
    assert model._default_manager.exists()
    columns = [f.column for f in model._meta.concrete_fields]
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        connection.cursor().execute(f"UPDATE {table} SET {columns[1]} = {columns[1]}")


@pytest.mark.parametrize("model", KEPT, ids=lambda model: model.__name__)
def test_code_is_told_early(model: Any, written: None) -> None:
    row = model._default_manager.first()
    with pytest.raises(AppendOnlyError, match="never changed"):
        row.save()
    with pytest.raises(AppendOnlyError, match="never changed"):
        model._default_manager.filter(pk=row.pk).update(pk=row.pk)


@pytest.mark.parametrize("model", KEPT, ids=lambda model: model.__name__)
def test_a_bulk_update_is_refused_as_well(model: Any, written: None) -> None:
    rows = list(model._default_manager.all())
    field = model._meta.concrete_fields[1].name
    with pytest.raises(AppendOnlyError):
        model._default_manager.bulk_update(rows, [field])
