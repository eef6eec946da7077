"""Models that are created together are what they would be, created one after the other."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.db import connection, migrations, models
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from annotate.core.schema_operations import CreateModels

pytestmark = pytest.mark.django_db(transaction=True)

APP = "probe"
KEY = ("id", models.BigAutoField(primary_key=True))


def operations() -> list[Any]:
    """An author with a favourite book, and a book with an author: neither can come second."""
    return [
        migrations.CreateModel("Author", [KEY, ("name", models.CharField(max_length=20))]),
        migrations.CreateModel(
            "Book",
            [
                KEY,
                ("title", models.CharField(max_length=20)),
                ("author", models.ForeignKey("probe.author", models.CASCADE)),
            ],
            options={"indexes": [models.Index(fields=["title"], name="probe_by_title")]},
        ),
        migrations.AddField(
            "Author", "favourite", models.ForeignKey("probe.book", models.CASCADE, null=True)
        ),
        migrations.AddIndex("author", models.Index(fields=["name"], name="probe_by_name")),
        migrations.AddConstraint(
            "book", models.UniqueConstraint(fields=["author", "title"], name="probe_title_once")
        ),
    ]


def applied(done: Sequence[Operation], state: ProjectState) -> None:
    for each in done:
        before = state.clone()
        each.state_forwards(APP, state)
        with connection.schema_editor() as editor:
            each.database_forwards(APP, editor, before, state)


def taken_back(done: Sequence[Operation]) -> None:
    states = [ProjectState()]
    for each in done:
        states.append(states[-1].clone())
        each.state_forwards(APP, states[-1])
    for each, before, after in reversed(list(zip(done, states, states[1:], strict=False))):
        with connection.schema_editor() as editor:
            each.database_backwards(APP, editor, after, before)


def described() -> dict[str, Any]:
    """Columns and constraints of the tables; names that Django draws have a digest in them."""
    with connection.cursor() as cursor:
        return {
            table: (
                sorted(
                    (each.name, each.null_ok)
                    for each in connection.introspection.get_table_description(cursor, table)
                ),
                sorted(
                    (each["columns"], each["unique"], each["index"], str(each["foreign_key"]))
                    for each in connection.introspection.get_constraints(cursor, table).values()
                ),
            )
            for table in tables()
        }


def tables() -> list[str]:
    names = connection.introspection.table_names()
    return sorted(name for name in names if name.startswith(f"{APP}_"))


@pytest.fixture
def nothing_left() -> Iterator[None]:
    yield
    with connection.schema_editor() as editor:
        for table in tables():
            editor.execute(editor.sql_delete_table % {"table": editor.quote_name(table)})


@pytest.mark.usefixtures("nothing_left")
def test_tables_and_models_are_those_of_one_operation_after_the_other() -> None:
    one_by_one, at_once = ProjectState(), ProjectState()
    applied(operations(), one_by_one)
    expected = described()
    taken_back(operations())
    assert tables() == []
    applied([CreateModels(operations())], at_once)
    assert described() == expected
    assert at_once == one_by_one


@pytest.mark.usefixtures("nothing_left")
def test_taken_back_it_leaves_no_table() -> None:
    applied([CreateModels(operations())], ProjectState())
    assert tables() == ["probe_author", "probe_book"]
    taken_back([CreateModels(operations())])
    assert tables() == []


@pytest.mark.usefixtures("nothing_left")
def test_what_comes_after_sees_the_new_models() -> None:
    """Catches classes that were made before and are not made anew."""
    state = ProjectState()
    assert not list(state.apps.get_models())
    applied([CreateModels(operations())], state)
    assert state.apps.get_model(APP, "author")._meta.get_field("favourite").related_model is (
        state.apps.get_model(APP, "book")
    )
    more = migrations.AddField("Book", "year", models.IntegerField(null=True))
    applied([more], state)
    assert ("year", True) in described()["probe_book"][0]


@pytest.mark.parametrize(
    "other",
    [
        migrations.AddField("Reader", "name", models.CharField(max_length=20)),
        migrations.RunPython(migrations.RunPython.noop),
    ],
)
def test_other_models_and_other_operations_are_refused(other: Any) -> None:
    with pytest.raises(TypeError, match="not created here"):
        CreateModels([*operations(), other])
