"""Let people start without seeds."""

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.workflow import services as workflow_services
from annotate.workflow.models import Sample


def open_without_seeds(*, project: Project, actor: User) -> int:
    """Open every waiting sample as it is; return how many."""
    waiting = list(Sample.objects.filter(project=project, state=Sample.State.WAITING))
    opened = workflow_services.open_samples(project=project, samples=waiting, actor=actor)
    audit(project=project, actor=actor, verb="seeding.skipped", samples=opened)
    return opened
