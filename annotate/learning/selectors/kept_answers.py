"""Which runs need the answers that were kept for them."""

from annotate.core.jobs.models import Job
from annotate.learning.models import Comparison, TrainingRun


def comparison_run(pk: int) -> str:
    """How answers name the comparison they are of."""
    return f"comparison/{pk}"


def training_run(pk: int) -> str:
    """How answers name the training they are of."""
    return f"training/{pk}"


def under_way() -> list[str]:
    """The runs that are waiting for a worker or being worked on, as their answers name them."""
    compared = Comparison.objects.filter(job__state__in=Job.UNFINISHED)
    trained = TrainingRun.objects.filter(state__in=TrainingRun.UNFINISHED)
    return [
        *map(comparison_run, compared.values_list("pk", flat=True)),
        *map(training_run, trained.values_list("pk", flat=True)),
    ]
