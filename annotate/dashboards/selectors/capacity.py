"""How many people a recipe needs, beside how many are here."""

from datetime import timedelta

from annotate.core import clock
from annotate.dashboards.schemas.capacity import Capacity, StageNeed
from annotate.projects.models import Membership, Project, Role
from annotate.projects.recipes import StageSpec
from annotate.workflow.selectors.last_seen import last_seen

# Who worked within so many days counts as active.
ACTIVE_DAYS = 14


def capacity(project: Project) -> Capacity:
    """What is needed at least, and who is here for it; three statements.

    With exactly so many people everybody must do their part of every sample: it is the least.
    """
    seen = last_seen(project.pk)
    members = Membership.objects.filter(
        project=project, is_blocked=False, user__is_active=True, user__is_blocked=False
    )
    here = {
        user
        for user, role in members.values_list("user", "role")
        if role == Role.ANNOTATOR or user in seen
    }
    since = clock.now().date() - timedelta(days=ACTIVE_DAYS)
    needed = project.recipe.people_needed
    return Capacity(
        needed=needed,
        here=len(here),
        active=sum(seen[user] >= since for user in here if user in seen),
        short=max(0, needed - len(here)),
        stages=[_need(stage, len(here)) for stage in project.recipe.asked_stages],
    )


def _need(stage: StageSpec, here: int) -> StageNeed:
    needed = stage.most_rounds
    return StageNeed(
        stage=stage.key,
        title=stage.title,
        title_code=stage.title_code,
        needed=needed,
        short=max(0, needed - here),
    )
