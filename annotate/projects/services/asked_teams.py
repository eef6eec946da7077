"""The teams that a recipe asks for, which must be those of its project."""

from annotate.core import errors
from annotate.messages import Message
from annotate.projects.models import Project, Team
from annotate.projects.recipes import Recipe


def make_missing(project: Project, recipe: Recipe) -> None:
    """Make the teams that the recipe of a new project asks for, without people."""
    keys = sorted({key for stage in recipe.stages for key in stage.teams})
    Team.objects.bulk_create(Team(project=project, key=key, name=key) for key in keys)


def check_asked(project: Project, recipe: Recipe) -> None:
    """Raise Invalid, naming each stage, where a recipe asks for teams that there are not."""
    if not any(stage.teams for stage in recipe.stages):
        return
    known = set(project.teams.values_list("key", flat=True))
    fields = [
        errors.FieldError.about(
            f"settings.stages.{stage.key}.teams", Message("no_such_team", team=key)
        )
        for stage in recipe.stages
        for key in stage.teams
        if key not in known
    ]
    if fields:
        raise errors.Invalid(Message("settings_do_not_work"), fields=fields)
