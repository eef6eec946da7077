"""Give samples the split of their image, and count where they are.

Distributions of what was submitted before are made by `manage.py rebuild_figures --all`.
"""

from typing import Any

from django.db import migrations
from django.db.models import Count, OuterRef, Subquery

PLACE = ("project_id", "stage_key", "split", "state")


def fill(apps: Any, schema_editor: Any) -> None:
    sample_model, tally_model, image_model = (
        apps.get_model(*name)
        for name in (("workflow", "Sample"), ("workflow", "Tally"), ("images", "Image"))
    )
    tally_model.objects.all().delete()
    splits = image_model.objects.filter(pk=OuterRef("image_id")).values("split")[:1]
    sample_model.objects.exclude(image__split="").update(split=Subquery(splits))
    places = sample_model.objects.values(*PLACE).annotate(count=Count("pk")).order_by()
    tally_model.objects.bulk_create(
        [tally_model(lane=0, **place) for place in places], batch_size=1000
    )


class Migration(migrations.Migration):
    dependencies = [
        ("images", "0001_initial"),
        ("workflow", "0006_tallies_and_bins"),
    ]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
