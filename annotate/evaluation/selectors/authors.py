"""Nobody judges texts in a study for which they wrote one themselves."""

from annotate.evaluation.models import StudyAuthor
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.hooks import Gate

# Asked at each claim of every project: only stages of studies are looked up.
_KINDS = ("side_by_side.v1", "likert.v1")


def gate(project: Project, user: User, stage: StageSpec) -> Gate | None:
    """Keep the authors of its texts from a study; a gate of the workflow."""
    if stage.kind not in _KINDS:
        return None
    if not StudyAuthor.objects.filter(study__work=project, user=user).exists():
        return None
    return Gate(
        reason="author",
        message="One of the texts of this study is yours, so you cannot judge them.",
        remedy="There may be other work for you.",
    )
