from django.db import migrations, models


def unique(fields: list[str], name: str) -> models.UniqueConstraint:
    return models.UniqueConstraint(fields=fields, name=name)


RENAMED = {
    "DailyFigure": ("DailyStats", "figure_once", "daily_stats_once"),
    "Tally": ("SampleCounter", "tally_once", "sample_counter_once"),
    "FigureBin": ("HistogramBin", "figure_bin_once", "histogram_bin_once"),
}
KEYS = {
    "DailyStats": ["project", "stage_key", "index", "annotator", "day"],
    "SampleCounter": ["project", "stage_key", "split", "state", "lane"],
    "HistogramBin": ["project", "stage_key", "measure", "index", "day", "bin", "lane"],
}


class Migration(migrations.Migration):
    dependencies = [("workflow", "0010_uses_of_labels")]

    operations = [
        operation
        for before, (after, old, new) in RENAMED.items()
        for operation in (
            migrations.RemoveConstraint(model_name=before.lower(), name=old),
            migrations.RenameModel(before, after),
            migrations.AddConstraint(
                model_name=after.lower(), constraint=unique(KEYS[after], new)
            ),
        )
    ]
