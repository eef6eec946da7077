"""Which pages about studies and measurements show something of a project already."""

from annotate.evaluation.group_models import GroupScheme
from annotate.evaluation.harm_models import HarmRun
from annotate.evaluation.models import (
    Enrichment,
    ReasoningSet,
    Study,
    TextFile,
    TextReport,
)
from annotate.evaluation.reader_models import SecondReading
from annotate.projects.models import Project
from annotate.projects.selectors import present


def used_pages(project: Project) -> dict[str, bool]:
    return present(
        project,
        {
            "studies": Study.objects.all(),
            "texts": TextReport.objects.all(),
            "files": TextFile.objects.all(),
            "enrichments": Enrichment.objects.all(),
            "reasoning": ReasoningSet.objects.all(),
            "second_reader": SecondReading.objects.all(),
            "groups": GroupScheme.objects.all(),
            "harms": HarmRun.objects.all(),
        },
    )
