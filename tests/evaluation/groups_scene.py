"""A project that opted into asking about the largest person, and what people said."""

from annotate.evaluation.group_models import GroupAnswer, GroupScheme
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow.models import Sample

LIGHTER, DARKER, UNSURE = "Lighter", "Darker", ""


def scheme_in(project: Project, *, enabled: bool = True, per_image: int = 3) -> GroupScheme:
    return GroupScheme.objects.create(
        project=project,
        name="Skin tone",
        values=[LIGHTER, DARKER],
        guideline="Say what you see, not what you know of the person.",
        per_image=per_image,
        is_enabled=enabled,
        created_by=project.created_by,
    )


def said(scheme: GroupScheme, sample: Sample, **by_person: tuple[User, str]) -> None:
    """Have people say something of an image: `ada=(people.ada, LIGHTER)`."""
    for person, value in by_person.values():
        GroupAnswer.objects.create(
            scheme=scheme, sample=sample, person=person, value=value, state="answered"
        )
