"""Which study a project was made for, told to those who may read the texts it is about."""

from collections.abc import Sequence

from annotate.evaluation.models import Study
from annotate.people.models import User
from annotate.projects.belonging import Origin
from annotate.projects.models import Membership, Role


def origins(user: User, project_ids: Sequence[int]) -> dict[int, Origin]:
    """Return the studies behind projects, of those whose texts this person may read.

    Raters are told nothing: neither the study nor the project may lead them to a source.
    """
    found = Study.objects.filter(work__in=project_ids)
    if not user.is_admin:
        readable = Membership.objects.filter(
            user=user, role__in=[Role.LEAD, Role.REVIEWER], is_blocked=False
        )
        found = found.filter(project__in=readable.values("project"))
    rows = found.values_list("work_id", "id", "name", "project_id", "project__name")
    return {
        work_id: {"id": pk, "name": name, "project": project, "project_name": project_name}
        for work_id, pk, name, project, project_name in rows
    }
