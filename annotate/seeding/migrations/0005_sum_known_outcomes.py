"""Sum the outcomes that were written before there were sums."""

from typing import Any

from django.db import migrations
from django.db.models import Case, Count, F, FloatField, Sum, Value, When

FIGURES = (
    "edit_distance",
    "edit_share",
    "jaccard",
    "rounds_jaccard",
    "kept",
    "edited",
    "added",
    "removed",
    "first_seconds",
    "active_seconds",
    "rounds",
    "seed_tokens",
    "tokens",
)
ARMS = {None: "", True: "seeded", False: "unseeded"}
GROUP = ("project_id", "stage_key", "version_id", "has_seed", "sample__seeding_arm__seeded")


def fill(apps: Any, schema_editor: Any) -> None:
    outcomes = apps.get_model("seeding", "SeedOutcome").objects.filter(sample__state="done")
    sum_model = apps.get_model("seeding", "SeedSum")
    sums: dict[tuple[Any, ...], list[float]] = {}
    for figure in ("", *FIGURES):
        value = F(figure) if figure else Value(1.0)
        rows = (
            outcomes.order_by()
            .annotate(has_seed=Case(When(seed=None, then=Value(False)), default=Value(True)))
            .values_list(*GROUP)
            .annotate(
                Count(figure or "id"),
                total=Sum(value, output_field=FloatField()),
                squares=Sum(value * value, output_field=FloatField()),
            )
        )
        for project, stage, version, has_seed, seeded, number, total, squares in rows:
            key = (project, stage, version or 0, has_seed, ARMS[seeded], figure)
            row = sums.setdefault(key, [0, 0.0, 0.0])
            for place, more in enumerate((number, total or 0.0, squares or 0.0)):
                row[place] += more
    names = ("project_id", "stage_key", "version", "has_seed", "arm", "figure")
    sum_model.objects.bulk_create(
        [
            sum_model(
                **dict(zip(names, key, strict=True)), count=count, total=total, squares=squares
            )
            for key, (count, total, squares) in sums.items()
            if count
        ]
    )


class Migration(migrations.Migration):
    dependencies = [("seeding", "0004_sums_of_seeds")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
