"""Values and rows between models and the database, where each request passes hundreds of them.

Django asks the field of each value what the database takes, and each model to make itself of a row
with signals before and after. Here that is asked once for a column or a table: what would come back
as it went in is handed on, and an instance without listeners is its columns by their names.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from django.db import models
from django.db.models.base import ModelState
from django.db.models.fields.related_descriptors import ForwardManyToOneDescriptor
from django.db.models.signals import post_init, pre_init

Way = Callable[[Any], Any]
ModelT = TypeVar("ModelT", bound=models.Model)
_read_json = msgspec.json.Decoder().decode


def _as_it_is(value: Any) -> Any:
    return value


_WHOLE: Mapping[type, Way] = {int: _as_it_is, type(None): _as_it_is}
_TEXT: Mapping[type, Way] = {
    str: _as_it_is,
    type(None): _as_it_is,
    models.TextChoices: attrgetter("value"),
}
# What Django's own fields hand on as it is, by what they call themselves. Any other type of value,
# such as an expression, is for the field to say.
_WAYS: Mapping[str, Mapping[type, Way]] = {
    **dict.fromkeys(("AutoField", "BigAutoField", "IntegerField", "BigIntegerField"), _WHOLE),
    **dict.fromkeys(("SmallIntegerField", "PositiveIntegerField"), _WHOLE),
    **dict.fromkeys(("PositiveSmallIntegerField", "PositiveBigIntegerField"), _WHOLE),
    **dict.fromkeys(("CharField", "TextField", "SlugField"), _TEXT),
    "BooleanField": {bool: _as_it_is, type(None): _as_it_is},
    "FloatField": {float: _as_it_is, type(None): _as_it_is},
    # By `json`, as Django does: what is in the database already was written so.
    "JSONField": {dict: json.dumps, list: json.dumps, type(None): _as_it_is},
}
# Where the database has types for them.
_NATIVE: Mapping[str, Mapping[type, Way]] = {
    "UUIDField": {UUID: _as_it_is, type(None): _as_it_is},
    "DateTimeField": {datetime: _as_it_is, type(None): _as_it_is},
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table, and what becomes of its values on their way into the database."""

    field: Any
    name: str
    _ways: Mapping[type, Way]

    def stored(self, value: Any, database: Any) -> Any:
        """What the database takes for a value."""
        way = self._way_of(value)
        return way(value) if way else self.field.get_db_prep_save(value, database)

    def of(self, instance: models.Model, database: Any) -> Any:
        """What the database takes for a new row's value."""
        value = getattr(instance, self.name)
        way = self._way_of(value)
        if way:
            return way(value)
        return self.field.get_db_prep_save(self.field.pre_save(instance, True), database)

    def _way_of(self, value: Any) -> Way | None:
        kind = type(value)
        if kind is datetime and value.tzinfo is None:
            return None  # Django says in which zone it is
        way = self._ways.get(kind)
        if way is None and isinstance(value, models.TextChoices):
            return self._ways.get(models.TextChoices)
        return way


@cache
def column_of(field: Any, *, is_typed: bool) -> Column:
    """The column of a field of a model.

    Args:
        is_typed: the database has types for UUIDs and for times in a zone.
    """
    kept = field.target_field if isinstance(field, models.ForeignKey) else field
    name = kept.get_internal_type()
    ways = _WAYS.get(name, {})
    if is_typed:
        ways = _NATIVE.get(name, ways)
    # A field of our own may do what it likes, and some set their value when they are written.
    is_plain = all(type(each).__module__.startswith("django.") for each in (field, kept))
    is_set = getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False)
    if not is_plain or is_set or getattr(kept, "encoder", None) is not None:
        ways = {}
    return Column(field, field.attname, ways)


def json_read(value: Any, *_: Any) -> Any:
    """The value of a column of JSON, as `JSONField.from_db_value` reads it without a decoder."""
    if value is None:
        return None
    try:
        return _read_json(value)
    except msgspec.DecodeError:  # SQLite keeps NaN, which is no JSON
        return json.loads(value)


def is_read_plainly(function: Any, expression: Any) -> bool:
    """Whether a converter reads a whole column of JSON, so that `json_read` does as well."""
    field = getattr(function, "__self__", None)
    return (
        type(field) is models.JSONField
        and getattr(function, "__func__", None) is models.JSONField.from_db_value
        and field.decoder is None
        and isinstance(expression, models.expressions.Col)
    )


@cache
def _is_plain(model: type[models.Model]) -> bool:
    """Whether nobody has a say in how instances of the model come to be."""
    return (
        model.__init__ is models.Model.__init__
        and not pre_init.has_listeners(model)
        and not post_init.has_listeners(model)
    )


class Maker:
    """Makes instances of a model of the values of rows, as its `from_db` does."""

    def __init__(self, model: type[models.Model]) -> None:
        self._model = model
        own: Any = model
        from_db: Any = models.Model.from_db
        self._is_plain = _is_plain(model) and own.from_db.__func__ is from_db.__func__

    def from_db(self, database: str, names: Sequence[str], values: Sequence[Any]) -> models.Model:
        """An instance of a row that has been read, with all of its columns."""
        if not self._is_plain:
            return self._model.from_db(database, names, values)
        instance = self._model.__new__(self._model)
        state = ModelState()
        state.db, state.adding = database, False
        instance.__dict__.update(zip(names, values, strict=True), _state=state)
        return instance


def new(model: type[ModelT], **values: Any) -> ModelT:
    """A new instance, as `model(**values)`, for whoever makes many: in half the time.

    Raises:
        TypeError: it has no such field.
    """
    if not _is_plain(model):
        return model(**values)
    constants, made = _defaults(model)
    references = _references(model)
    instance, state = model.__new__(model), ModelState()
    columns = instance.__dict__
    columns.update(constants, _state=state)
    for name, make in made.items():
        columns[name] = values[name] if name in values else make()
    for name, value in values.items():
        if name in columns:
            columns[name] = value
        elif isinstance(value, models.Model) and isinstance(value, references.get(name, ())):
            columns[f"{name}_id"] = value.pk
            state.fields_cache[name] = value
            state.db = state.db or value._state.db
        else:
            if not hasattr(model, name):
                raise TypeError(f"{model.__name__} has no {name}.")
            setattr(instance, name, value)  # what else a row refers to
    return instance


@cache
def _references(model: type[models.Model]) -> dict[str, type[models.Model]]:
    """What rows refer to by its key, by its name there, where the other side keeps nothing."""
    return {
        field.name: field.related_model
        for field in model._meta.concrete_fields
        if type(getattr(model, field.name)) is ForwardManyToOneDescriptor
        and field.attname == f"{field.name}_id"
        and isinstance(field, models.ForeignKey)
        and field.target_field.primary_key
    }


@cache
def _defaults(model: type[models.Model]) -> tuple[dict[str, Any], dict[str, Callable[[], Any]]]:
    """What new rows have in columns that are not given: values, and what makes them."""
    constants: dict[str, Any] = {}
    made: dict[str, Callable[[], Any]] = {}
    for field in model._meta.concrete_fields:
        each: Any = field
        # What marks a field without a default is a class, which can be called.
        is_called = each.has_default() and callable(each.default)
        if is_called or each.has_db_default():
            made[each.attname] = each.get_default
        else:
            constants[each.attname] = each.get_default()
    return constants, made
