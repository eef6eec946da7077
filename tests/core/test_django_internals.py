"""What `core.prepared` and `core.rows` know of Django, piece by piece, and what they do without it.

After an upgrade of Django the first tests here say which piece has changed; until that is fixed,
the same queries go through the ORM, which the last tests see to.
"""

import inspect
import logging
from typing import Any

import django
import pytest
from django.db import connection
from django.db.models import F

from annotate.core import prepared, rows
from annotate.core.prepared import Parameter, Prepared, PreparedRows
from annotate.projects.models import Membership, Project
from annotate.workflow.models import Task
from tests.conftest import Cast, add_samples

pytestmark = pytest.mark.django_db


def tasks_of() -> Prepared[Task]:
    """Return a query with everything a prepared one may have."""
    return Prepared(
        lambda: (
            Task.objects.select_related("sample__image")
            .annotate(place=F("order_key"))
            .filter(project=Parameter("project"), state=Task.State.OPEN)
            .order_by("order_key")[:5]
        )
    )


def compiler_of(query: Prepared[Any]) -> Any:
    compiler = query._build().query.get_compiler(using="default")
    compiler.as_sql()
    return compiler


def test_django_is_the_version_whose_inside_is_known() -> None:
    assert django.VERSION[:2] == (5, 2), "read this file's tests with the new version, one by one"


def test_a_compiler_tells_which_columns_are_which() -> None:
    compiler = compiler_of(tasks_of())
    info = compiler.klass_info
    assert info["model"] is Task, "klass_info['model'] is the model of the rows"
    places = info["select_fields"]
    assert places == list(range(places[0], places[-1] + 1)), "its columns follow one another"
    columns = [compiler.select[place][0].target.attname for place in places]
    assert columns == [field.attname for field in Task._meta.concrete_fields], "in their order"
    assert compiler.annotation_col_map["place"] not in places, "annotations have their own"


def test_a_compiler_keeps_parameters_in_the_order_of_the_text() -> None:
    sql, parameters = tasks_of()._build().query.get_compiler(using="default").as_sql()
    assert sql.count("%s") == len(parameters)
    assert [part.name for part in parameters if isinstance(part, Parameter)] == ["project"]


def test_converters_come_by_column_with_their_expression() -> None:
    compiler = compiler_of(tasks_of())
    for place, pair in compiler.get_converters([each[0] for each in compiler.select]).items():
        functions, expression = pair
        assert isinstance(place, int)
        assert all(callable(function) for function in functions)
        assert expression is compiler.select[place][0]


def test_related_rows_are_made_by_populators() -> None:
    from django.db.models.query import get_related_populators

    compiler = compiler_of(tasks_of())
    make: Any = get_related_populators  # the stubs describe another version
    [populator] = make(compiler.klass_info, compiler.select, "default")
    assert list(inspect.signature(populator.populate).parameters) == ["row", "from_obj"]


def test_a_model_tells_its_columns_and_how_values_are_stored(project: Project) -> None:
    assert Membership._meta.get_field("user").column == "user_id"
    assert Membership._meta.pk.column == "id", "rows are inserted RETURNING id"
    role: Any = Membership._meta.get_field("role")
    assert role.get_db_prep_save("lead", connection) == "lead"
    fresh = Membership(project=project)
    assert fresh._state.adding, "what is new says so, and is told when it is stored"


def test_every_kind_of_query_passes_its_check(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, logger=prepared.__name__):
        statement = tasks_of()._checked_statement()
    assert statement is not None, caplog.text


def broken_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    def shifted(*_: Any) -> Any:
        raise AttributeError("annotation_col_map")

    monkeypatch.setattr(Prepared, "_statement", shifted)


def test_where_django_is_unfamiliar_the_query_goes_through_the_orm(
    project: Project, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    add_samples(project, 3)
    expected = [(task.pk, task.sample.image.sha256) for task in tasks_of().all(project=project.pk)]
    broken_compiler(monkeypatch)
    query = tasks_of()
    with caplog.at_level(logging.ERROR, logger=prepared.__name__):
        found = query.all(project=project.pk)
        assert query.all(project=0) == [], "each use has its own values"
    assert [(task.pk, task.sample.image.sha256) for task in found] == expected
    assert len(expected) == 3
    assert [record.levelname for record in caplog.records] == ["ERROR"], "said once"


def test_rows_whose_columns_are_not_those_asked_for_come_through_the_orm(
    project: Project, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Catches a version of Django that selects more than the names of `values_list`."""
    add_samples(project, 2)
    query = PreparedRows(
        lambda: (
            Task.objects.filter(project=Parameter("project"), state=Task.State.OPEN)
            .order_by("order_key")
            .values_list("pk", "order_key")
        )
    )
    expected = query.all(project=project.pk)
    more = PreparedRows(query._build)
    read = prepared._reading

    def with_one_more(compiler: Any) -> Any:
        reading = read(compiler)
        compiler.select.append(compiler.select[0])
        return reading

    monkeypatch.setattr(prepared, "_reading", with_one_more)
    with caplog.at_level(logging.ERROR, logger=prepared.__name__):
        assert more.all(project=project.pk) == expected
    assert [record.levelname for record in caplog.records] == ["ERROR"]


def test_a_column_in_the_wrong_place_is_noticed(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Catches what is worse than an error: values that arrive in the field beside their own."""
    make = prepared._Statement._instance
    monkeypatch.setattr(
        prepared._Statement, "_instance", lambda self, row: make(self, (*row[1:], row[0]))
    )
    assert tasks_of()._checked_statement() is None
    monkeypatch.undo()
    assert tasks_of()._checked_statement() is not None


def test_rows_are_written_by_the_orm_where_the_columns_are_unfamiliar(
    people: Cast, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    Membership.objects.filter(project=project).delete()
    monkeypatch.setattr(rows, "_is_familiar", lambda model: False)
    made = Membership(project=project, user=people.ada, role="annotator")
    rows.insert([made])
    assert Membership.objects.get(pk=made.pk).user_id == people.ada.pk
    where = {"id": made.pk, "role": "annotator"}
    assert rows.update(Membership, where, {"role": "lead"}) == 1
    assert rows.update(Membership, where, {"role": "lead"}) == 0
