"""Nobody judges texts in a study for which they wrote one themselves."""

from annotate.evaluation.models import StudyAuthor
from annotate.kinds.capabilities import Judges
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.schemas.work import Gate


def gate(project: Project, user: User, stage: StageSpec) -> Gate | None:
    """Keep the authors of its texts from a study; a gate of the workflow."""
    kind = stage.kind_object
    # Asked at each claim of every project: most kinds need no look at the studies.
    if not (isinstance(kind, Judges) and kind.excludes_authors):
        return None
    if not StudyAuthor.objects.filter(study__work=project, user=user).exists():
        return None
    return Gate.of(Message("own_text_judged"), reason="author")
