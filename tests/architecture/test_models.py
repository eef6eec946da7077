"""What the tables may point at, and what must be answered when one is deleted."""

from collections.abc import Iterator

from django.apps import apps
from django.db import models

from tests.architecture.sources import layer_of


def own_models() -> list[type[models.Model]]:
    return [model for model in apps.get_models() if model.__module__.startswith("annotate.")]


def package_of(model: type[models.Model]) -> str:
    return model.__module__.split(".")[1]


def relations() -> Iterator[tuple[type[models.Model], str, type[models.Model]]]:
    """Yield (model, field name, model pointed at) for every relation between our tables."""
    for model in own_models():
        for field in model._meta.get_fields(include_hidden=True):
            if isinstance(field, models.ForeignKey | models.ManyToManyField):
                target = field.related_model
                assert isinstance(target, type)
                if target.__module__.startswith("annotate."):
                    yield model, field.name, target


def test_foreign_keys_point_downwards() -> None:
    """Catches a table of a lower package that refers to a higher one: the import graph stays
    clean when the reference is written as a string, and the lower package can no longer be
    understood, migrated or tested without the higher one."""
    seen = list(relations())
    assert len(seen) > 5
    upwards = [
        f"{model._meta.label}.{name} -> {target._meta.label}"
        for model, name, target in seen
        if package_of(model) != package_of(target)
        and layer_of(package_of(model)) >= layer_of(package_of(target))
    ]
    assert upwards == []


def test_only_packages_above_core_have_tables_of_the_domain() -> None:
    """Catches a model in a package that is plain Python or only wires things together."""
    assert {package_of(model) for model in own_models()}.isdisjoint({"config", "kinds", "analysis"})


def test_no_generic_foreign_keys() -> None:
    """Catches a reference that no database constraint can keep."""
    generic = [
        f"{model._meta.label}.{field.name}"
        for model in own_models()
        for field in model._meta.private_fields
        if type(field).__name__ == "GenericForeignKey"
    ]
    assert generic == []
