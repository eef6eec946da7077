"""Which group an image is in: what most people said of the largest person, where a project asked.

Of images of which nothing was said, or of which no more people said one thing than any other, or
most said that they cannot tell, there is none: nothing here guesses.
"""

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import QuerySet

from annotate.analysis.agreement import majority
from annotate.analysis.undefined import Undefined
from annotate.evaluation.group_models import CANNOT_TELL, GroupAnswer, GroupScheme
from annotate.projects.models import Project
from annotate.workflow.models import Sample


def scheme_of(project: Project) -> GroupScheme | None:
    """What the project has set up, whether it is asked or not."""
    return GroupScheme.objects.filter(project=project).first()


def groups_of(project: Project) -> dict[int, str]:
    """By sample its group; empty unless the project has opted in. Withdrawn samples are left out.

    Leads may read what is made of this, in sums. It is sensitive: show it to nobody else, and do
    not keep it, for a lead can delete all answers at any time.
    """
    scheme = GroupScheme.objects.filter(project=project, is_enabled=True).first()
    return {} if scheme is None else resolved(values_by_sample(scheme))


def means_of(project: Project) -> dict[str, list[str]]:
    """By group what it says of the person; empty unless the project has opted in and said so."""
    scheme = GroupScheme.objects.filter(project=project, is_enabled=True).first()
    return {} if scheme is None else dict(scheme.means)


def given(scheme: GroupScheme) -> QuerySet[GroupAnswer]:
    """The answers of images that are not withdrawn."""
    rows = scheme.answers.filter(state=GroupAnswer.State.ANSWERED)
    return rows.exclude(sample__state=Sample.State.WITHDRAWN)


def values_by_sample(scheme: GroupScheme) -> dict[int, list[str]]:
    """By sample what was said of it, "cannot tell" as CANNOT_TELL."""
    values: dict[int, list[str]] = defaultdict(list)
    for sample_id, value in given(scheme).order_by("pk").values_list("sample", "value"):
        values[sample_id].append(value)
    return values


def resolved(values: dict[int, list[str]]) -> dict[int, str]:
    """The group of each sample that has one."""
    groups = ((sample_id, group_of(said)) for sample_id, said in values.items())
    return {sample_id: group for sample_id, group in groups if group is not None}


def group_of(said: Sequence[str]) -> str | None:
    """What more people said than anything else; None for a tie and for "cannot tell".

    >>> group_of(["lighter", "lighter", ""]), group_of(["lighter", "darker"]), group_of([""])
    ('lighter', None, None)
    """
    most = majority(said)
    return None if isinstance(most, Undefined) or most == CANNOT_TELL else most
