"""How many samples are where, counted in the transactions that move them."""

from collections import Counter
from collections.abc import Mapping

from django.db.models import Count

from annotate.core import rows
from annotate.core.threads import thread_number
from annotate.projects.models import Project
from annotate.workflow.models import Sample, SampleCounter

# Where a sample is: its project, stage, split and state.
Place = tuple[int, str, str, str]
Places = Counter[Place]
KEY = ("project_id", "stage_key", "split", "state")
# What jobs do, and nobody in particular.
SYSTEM = 0


def place_of(sample: Sample) -> Place:
    return sample.project_id, sample.stage_key, sample.split, sample.state


def add(changes: Mapping[Place, int], *, actor_id: int | None) -> None:
    """Add to the counts, in the lane of whoever moves the samples: nobody waits for another.

    Nor do the threads of one act.
    """
    lane = -thread_number() or actor_id or SYSTEM
    lines = [(*place, lane, change) for place, change in changes.items() if change]
    if lines:
        rows.add(SampleCounter, lines, key=(*KEY, "lane"), sums=("count",))


def counted(project: Project) -> Places:
    """How many samples there are at each place, by asking each of them."""
    numbers = Sample.objects.filter(project=project).values_list(*KEY).annotate(number=Count("pk"))
    return Counter({tuple(place): number for *place, number in numbers.order_by()})
