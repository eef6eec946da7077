"""The rows that dashboards read, as tests look at them: sums without their lanes."""

from typing import Any

from django.db.models import Model, Sum

from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import DailyStats, HistogramBin, LabelUse, Sample, SampleCounter
from annotate.workflow.services.counters import daily_stats, histograms, labels, rebuild
from tests.conftest import add_image

Row = tuple[Any, ...]
# Of each table what a row is known by, without the lanes, and what is added up.
TABLES: dict[type[Model], tuple[tuple[str, ...], tuple[str, ...]]] = {
    DailyStats: (daily_stats.KEY, daily_stats.SUMS),
    SampleCounter: (("stage_key", "split", "state"), ("count",)),
    HistogramBin: (histograms.KEY[1:-1], histograms.SUMS),
    LabelUse: (("label", "place", "tail"), labels.SUMS),
}


def there(project: Project) -> dict[Row, list[float]]:
    """Return all sums of a project that are not zero."""
    found = {}
    for model, (key, names) in TABLES.items():
        rows = model._default_manager.filter(project=project).order_by().values(*key)
        for row in rows.annotate(**{f"sum_{name}": Sum(name) for name in names}):
            # Sums of fractions depend on the order of adding in their last digits.
            sums = [round(row[f"sum_{name}"], 6) for name in names]
            if any(sums):
                found[(model.__name__, *(row[name] for name in key))] = sums
    return found


def last_moments(project: Project) -> dict[Row, Any]:
    rows = DailyStats.objects.filter(project=project, submissions__gt=0)
    return {row[:-1]: row[-1] for row in rows.values_list(*daily_stats.KEY, "last_at")}


def forget(project: Project) -> None:
    """Lose every row."""
    for model in TABLES:
        model._default_manager.filter(project=project).delete()


def that_differ(project: Project) -> list[str]:
    """Return the sums that a rebuild from nothing does not confirm, and those it finds wrong."""
    written, moments = there(project), last_moments(project)
    repaired = rebuild.rebuild(project).repaired
    forget(project)
    rebuild.rebuild(project)
    made_anew = there(project)
    found = [
        f"{key}: {written.get(key)} or {made_anew.get(key)}"
        for key in written.keys() | made_anew.keys()
        if written.get(key) != made_anew.get(key)
    ]
    if last_moments(project) != moments:
        found.append("the last moments")
    return [*found, f"{repaired} rows repaired"] if repaired else found


def tallied(project: Project) -> dict[tuple[str, str, str], int]:
    """Return how many samples there are by stage, split and state, as the rows say."""
    return {
        key[1:]: int(sums[0]) for key, sums in there(project).items() if key[0] == "SampleCounter"
    }


def bins(
    project: Project, measure: str, stage: str = "description", *, n: int = 1
) -> dict[Row, list[float]]:
    """Return the sums of one measure by round and bin; of similarities by one size of n-grams."""
    return {
        (key[3], key[6]): sums
        for key, sums in there(project).items()
        if key[:3] == ("HistogramBin", stage, measure) and key[5] in (0, n)
    }


def split_samples(project: Project, number: int) -> list[Sample]:
    """Make open samples, a third of them in each of two splits and a third in none."""
    images = [add_image(project, split=("train", "val", "")[n % 3]) for n in range(number)]
    samples = services.add_samples(project=project, image_ids=[image.pk for image in images])
    services.open_samples(project=project, samples=samples)
    return samples
