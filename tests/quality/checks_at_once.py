"""All checks of a project at once, where a lead's are jobs in parts."""

from annotate.messages import Message
from annotate.projects.models import Project
from annotate.quality.services import jobs
from annotate.quality.services.recording import Recorded
from annotate.workflow.models import Batch


class Silent:
    """Progress of checks that somebody waits for."""

    job_id = 0
    scope = ""

    def renew(self) -> None: ...

    def report(self, done: int, total: int, note: Message | None = None) -> None: ...


def run_checks(
    *, project: Project, stage_key: str | None = None, batch: Batch | None = None
) -> Recorded:
    counts = Recorded()
    for stage in jobs._stages(project, stage_key):
        for part in jobs._parts(project, stage, batch.pk if batch else None, None, None):
            counts.add(jobs._run(project, part, Silent()))
    return counts
