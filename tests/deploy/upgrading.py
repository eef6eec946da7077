"""python -m tests.deploy.upgrading: fills the tables of the first version, then brings them up.

A process of its own, for the installation that its environment names; its database must be empty.
Prints one JSON object: the rows of before, the same rows of after, and what data migrations did.
"""

import json
import uuid
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

# Apps of ours whose first migration needs later ones of others: they came later.
LATER = {"notifications", "privacy", "sso"}
AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
Row = dict[str, Any]
Made = dict[str, Any]
# Where what a column may hold is more than its type says.
VALUES: dict[str, Any] = {
    "projects.project.recipe_data": {"stages": []},
    "workflow.annotation.origin": "person",
    "exchange.export.only_done": False,
    "quality.feedback.end": 4,  # after its start
    "quality.block.scope": "batch",
    "crowd.delivery.hit": None,  # it delivers an assignment
}


def first(executor: Any) -> list[tuple[str, str]]:
    """The first migration of every app of ours that had one then."""
    ours = {app for app, _ in executor.loader.graph.nodes if _is_ours(app)} - LATER
    return [(app, "0001_initial") for app in sorted(ours)]


def _is_ours(app: str) -> bool:
    from django.apps import apps

    return apps.get_app_config(app).name.startswith("annotate.")


def fill(models: Any) -> Made:
    """Make one row of each table of ours; return them by label."""
    made: Made = {}
    waiting = [each for each in models.get_models() if _is_ours(each._meta.app_label)]
    while waiting:
        ready = [each for each in waiting if _needed(each) <= set(made)]
        assert ready, f"these need each other: {waiting}"
        for model in ready:
            label = model._meta.label_lower
            made[label] = model._base_manager.create(**_values(model, made))
            waiting.remove(model)
    return made


def _needed(model: Any) -> set[str]:
    """The tables of ours that a row must refer to."""
    related = [each.related_model._meta for each in model._meta.concrete_fields if each.is_relation]
    own = model._meta.label_lower
    return {each.label_lower for each in related if _is_ours(each.app_label)} - {own}


def _values(model: Any, made: Made) -> Row:
    label = model._meta.label_lower
    found: Row = {}
    for field in model._meta.concrete_fields:
        name = f"{label}.{field.name}"
        if name in VALUES:
            found[field.name] = VALUES[name]
        elif field.is_relation:
            other = made.get(field.related_model._meta.label_lower)
            found[field.attname] = other.pk if other else None
        elif not field.auto_created:
            found[field.name] = _value(field)
    return found


def _value(field: Any) -> Any:
    kind = field.get_internal_type()
    if field.choices:
        return field.choices[0][0]
    if field.unique and kind == "CharField":
        return f"{field.name}"[: field.max_length]
    known = {
        "BinaryField": b"\x00\xff",
        "BooleanField": True,
        "CharField": "A word"[: field.max_length or 6],
        "DateField": date(2026, 1, 2),
        "DateTimeField": AT,
        "DecimalField": Decimal("1.25"),
        "EmailField": "ada@example.org",
        "FloatField": 0.5,
        "JSONField": {"told": ["a", 1, 0.5]},
        "TextField": "Words, more words: 木.",
        "UUIDField": uuid.UUID(int=7),
    }
    return known.get(kind, 3)


def told(row: Any) -> Row:
    from annotate.core.moving import plain

    return {each.attname: plain(getattr(row, each.attname)) for each in row._meta.concrete_fields}


def more(models: Any, made: Made) -> None:
    """What data migrations turn into something else, besides the one row of each table."""
    guideline = models.get_model("projects", "Guideline")
    values = _values(guideline, made) | {"version": 9}
    guideline.objects.create(**values)


def facts(made: Made) -> Row:
    """What the data migrations have made of the rows."""
    from annotate.exchange.models import Export
    from annotate.projects.models import Project
    from annotate.workflow.models import HistogramBin, SampleDocument

    return {
        "guidelines_version": Project.objects.get().guidelines_version,
        "with_unfinished": Export.objects.get().with_unfinished,
        "bins": HistogramBin.objects.count(),
        "words": SampleDocument.objects.get(sample=made["workflow.sample"].pk).words,
    }


def main() -> None:
    """Do it all."""
    import django

    django.setup()
    from django.apps import apps
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    targets = first(executor)
    then = executor.migrate(targets).apps
    made = fill(then)
    more(then, made)
    before = {label: told(row) for label, row in made.items()}
    call_command("migrate", verbosity=0)
    after = {}
    for label, row in made.items():
        model = apps.get_model(label)
        found = model._base_manager.filter(pk=row.pk).first()
        after[label] = told(found) if found else None
    print(json.dumps({"before": before, "after": after, "facts": facts(made)}))


if __name__ == "__main__":
    main()
