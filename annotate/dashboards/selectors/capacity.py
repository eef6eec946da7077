"""How many people a recipe needs, beside how many are here."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from annotate.core import clock
from annotate.dashboards.schemas.capacity import Capacity, StageNeed
from annotate.dashboards.selectors.people_here import Here, people_here
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec, people_short, stage_short
from annotate.workflow.selectors.last_seen import last_seen

# Who worked within so many days counts as active.
ACTIVE_DAYS = 14


def capacity(project: Project) -> Capacity:
    """What is needed at least, and who is here for it; four statements.

    With exactly so many people everybody must do their part of every sample: it is the least.
    """
    here = people_here([project.pk]).get(project.pk, ())
    seen = last_seen(project.pk)
    names = dict(project.teams.values_list("key", "name"))
    since = clock.now().date() - timedelta(days=ACTIVE_DAYS)
    recipe = project.recipe
    return Capacity(
        needed=recipe.people_needed,
        here=len(here),
        active=sum(seen[each.user] >= since for each in here if each.user in seen),
        short=people_short(recipe, [each.teams for each in here]),
        stages=[_need(stage, here, names) for stage in recipe.asked_stages],
    )


def _need(stage: StageSpec, here: Sequence[Here], names: Mapping[str, str]) -> StageNeed:
    return StageNeed(
        stage=stage.key,
        title=stage.title,
        title_code=stage.title_code,
        needed=stage.most_rounds,
        here=sum(stage.is_for(each.teams) for each in here),
        short=stage_short(stage, [each.teams for each in here]),
        teams=[names.get(key, key) for key in stage.teams],
    )
