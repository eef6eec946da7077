"""Values and rows come and go as Django has them, by a shorter way."""

import json
import uuid
from datetime import UTC, datetime
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, models
from django.db.models.functions import Now
from django.db.models.signals import post_init
from django.utils import timezone

from annotate.core import columns
from annotate.core.columns import Maker, column_of, json_read
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import StoredSettings
from annotate.workflow.models import Sample, Task
from tests.conftest import add_samples

OURS = [model for model in apps.get_models() if model.__module__.startswith("annotate.")]
VALUES: dict[str, list[Any]] = {
    "BooleanField": [True, False],
    "CharField": ["", "kite", "Größe\n'\"\\"],
    "TextField": ["", "kite", "Größe\n'\"\\"],
    "FloatField": [0.0, -1.5, 3],
    "DateTimeField": [datetime(2026, 3, 2, 9, 0, tzinfo=UTC)],
    "DateField": [datetime(2026, 3, 2, tzinfo=UTC).date()],
    "UUIDField": [uuid.UUID(int=7)],
    "JSONField": [{}, [], {"text": "Größe", "parts": [1, 2.5, None, True]}, "text", 7, True],
    "BinaryField": [b"", b"\x00\xff"],
    "DecimalField": [Decimal("1.50")],
}


def column(field: Any) -> columns.Column:
    return column_of(field, is_typed=bool(connection.features.has_native_uuid_field))


def sent(value: Any) -> Any:
    """A value as a statement carries it: psycopg2 wraps JSON, and so does Django for it."""
    if hasattr(value, "dumps"):
        return value.dumps(value.adapted)
    value = getattr(value, "adapted", value)
    return bytes(value) if isinstance(value, memoryview) else value


def kind_of(field: Any) -> str:
    kept = field.target_field if isinstance(field, models.ForeignKey) else field
    return str(kept.get_internal_type())


@pytest.mark.database
@pytest.mark.parametrize("model", OURS, ids=lambda model: model._meta.label)
def test_columns_take_what_their_fields_give_the_database(model: type[models.Model]) -> None:
    """Catches a field whose values are handed on although it does something with them."""
    for field in model._meta.concrete_fields:
        for value in (None, *VALUES.get(kind_of(field), [0, 7, 2**40])):
            expected = sent(field.get_db_prep_save(value, connection))
            assert sent(column(field).stored(value, connection)) == expected, field


def test_what_is_no_plain_value_is_for_the_field_to_say() -> None:
    state, at = Task._meta.get_field("state"), Sample._meta.get_field("updated_at")
    chosen = column(state).stored(Task.State.OPEN, connection)
    assert (type(chosen), chosen) == (str, "open")
    assert isinstance(column(at).stored(Now(), connection), Now)


@pytest.mark.database
def test_a_time_without_a_zone_is_for_the_field_to_place() -> None:
    field, naive = Sample._meta.get_field("updated_at"), datetime(2026, 3, 2, 9)
    with pytest.warns(RuntimeWarning, match="naive datetime"):
        placed = column(field).stored(naive, connection)
    aware = naive.replace(tzinfo=timezone.get_current_timezone())
    assert placed == field.get_db_prep_save(aware, connection)


def test_a_time_that_is_set_as_a_row_is_written_is_not_the_one_it_has() -> None:
    field = models.DateTimeField(auto_now=True)
    field.set_attributes_from_name("changed_at")
    row = SimpleNamespace(changed_at=datetime(2000, 1, 1, tzinfo=UTC))
    column(field).of(row, connection)  # type: ignore[arg-type]
    assert row.changed_at.year > 2000


def test_a_field_of_ones_own_is_asked_for_each_value() -> None:
    class Shouted(models.CharField):  # type: ignore[type-arg]
        def get_prep_value(self, value: Any) -> Any:
            return str(value).upper()

    field = Shouted(max_length=20)
    field.set_attributes_from_name("said")
    assert column(field).stored("kite", connection) == "KITE"


@pytest.mark.parametrize("text", ["null", "{}", '[1, 2.5, "Größe"]', '{"a": {"b": null}}', "1e3"])
def test_json_is_read_as_django_reads_it(text: str) -> None:
    assert json_read(text) == json.loads(text)


def test_json_that_only_python_writes_is_read() -> None:
    assert json_read('{"a": Infinity}') == {"a": float("inf")}
    assert json_read("123456789012345678901234567890") == 123456789012345678901234567890
    assert json_read(None) is None


@pytest.mark.django_db
def test_an_instance_is_as_django_makes_it(project: Project) -> None:
    [sample] = add_samples(project, 1)
    names = [field.attname for field in Sample._meta.concrete_fields]
    values = Sample.objects.values_list(*names).get(pk=sample.pk)
    made, known = Maker(Sample).from_db("default", names, values), Sample.objects.get(pk=sample.pk)
    left_out = {"_state"}
    assert {k: v for k, v in made.__dict__.items() if k not in left_out} == {
        k: v for k, v in known.__dict__.items() if k not in left_out
    }
    assert (made._state.db, made._state.adding) == ("default", False)
    assert made.project == project  # type: ignore[attr-defined]


def test_whoever_listens_for_instances_is_told() -> None:
    heard: list[str] = []

    def listen(instance: models.Model, **_: Any) -> None:
        heard.append(type(instance).__name__)

    post_init.connect(listen, sender=User)
    columns._is_plain.cache_clear()  # as where somebody listens from the start
    try:
        names = [field.attname for field in User._meta.concrete_fields]
        Maker(User).from_db("default", names, [None] * len(names))
    finally:
        post_init.disconnect(listen, sender=User)
        columns._is_plain.cache_clear()
    assert heard == ["User"]


@pytest.mark.parametrize("model", OURS, ids=lambda model: model._meta.label)
def test_a_new_instance_is_as_its_model_makes_it(model: type[models.Model]) -> None:
    made, known = columns.new(model).__dict__, model().__dict__
    assert made.keys() == known.keys()
    drawn = {
        field.attname
        for field in model._meta.concrete_fields
        if callable(field.default) or field.has_db_default()
    }
    assert {type(made[name]) for name in drawn} == {type(known[name]) for name in drawn}
    left_out = drawn | {"_state"}
    assert {k: v for k, v in made.items() if k not in left_out} == {
        k: v for k, v in known.items() if k not in left_out
    }


@pytest.mark.django_db
def test_a_new_instance_takes_what_it_is_given(project: Project) -> None:
    at = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
    sample = columns.new(Sample, project=project, image_id=7, round=3, updated_at=at)
    assert (sample.project_id, sample.project) == (project.pk, project)
    assert (sample.image_id, sample.round, sample.updated_at) == (7, 3, at)
    assert sample._state.adding


@pytest.mark.django_db
def test_what_a_new_instance_refers_to_is_known_without_asking(project: Project) -> None:
    made, known = columns.new(Sample, project=project), Sample(project=project)
    assert made._state.fields_cache == known._state.fields_cache == {"project": project}
    assert made._state.db == known._state.db
    assert made.project is project


@pytest.mark.django_db
def test_a_new_instance_refers_to_nothing_of_another_kind(project: Project) -> None:
    with pytest.raises(ValueError, match=r'"Sample\.image" must be a "Image" instance'):
        columns.new(Sample, image=project)


@pytest.mark.django_db
def test_what_is_referred_to_by_one_row_only_knows_that_row(project: Project) -> None:
    """Catches a reference that is written down on one of its two sides."""
    stored = columns.new(StoredSettings, project=project)
    assert project.quality_settings is stored


def test_a_new_instance_is_given_nothing_that_its_model_lacks() -> None:
    with pytest.raises(TypeError, match="Sample has no colour"):
        columns.new(Sample, colour="red")


def test_new_instances_share_nothing_that_changes() -> None:
    one, other = columns.new(Task), columns.new(Task)
    for name, value in one.__dict__.items():
        if isinstance(value, dict | list):
            assert value is not other.__dict__[name]
