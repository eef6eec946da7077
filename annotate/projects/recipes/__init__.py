"""The recipes that ship with the product, by name and version."""

from annotate.messages import Message
from annotate.projects.recipes.changes import RecipeChanges
from annotate.projects.recipes.papers import IIW_V1, TEXTCAPS_V1, VIZWIZ_V1
from annotate.projects.recipes.spec import OptionalStage, Recipe
from annotate.projects.recipes.staffing import people_short, stage_short
from annotate.projects.recipes.stage import HitSpec, InvalidRecipeError, StageSpec, StopRule
from annotate.projects.recipes.stopping import Decision, stop_after_round
from annotate.projects.recipes.studies import recipes_of_studies

__all__ = [
    "Decision",
    "HitSpec",
    "InvalidRecipeError",
    "OptionalStage",
    "Recipe",
    "RecipeChanges",
    "StageSpec",
    "StopRule",
    "UnknownRecipeError",
    "all",
    "get",
    "is_made_by_study",
    "people_short",
    "stage_short",
    "stop_after_round",
]

# The one table: the newest version of each recipe. A project keeps its own copy of the recipe it
# was made with, so replacing an entry changes no running project.
_RECIPES: dict[str, Recipe] = {recipe.name: recipe for recipe in (IIW_V1, VIZWIZ_V1, TEXTCAPS_V1)}
# Projects of these are made by a study, never by hand: without it, nobody brings their texts in.
_OF_STUDIES: dict[str, Recipe] = recipes_of_studies()


class UnknownRecipeError(LookupError):
    """No recipe has that name; the message lists those there are."""


def get(name: str) -> Recipe:
    """The newest version of a recipe; raises :class:`UnknownRecipeError`."""
    try:
        return (_RECIPES | _OF_STUDIES)[name]
    except KeyError:
        known = list(_RECIPES)
        raise UnknownRecipeError(Message("unknown_recipe", recipe=name, recipes=known)) from None


def is_made_by_study(name: str) -> bool:
    """Whether projects of this recipe are made by a study alone."""
    return name in _OF_STUDIES


def all() -> tuple[Recipe, ...]:
    """The newest version of every recipe that a project can be made with, in order."""
    return tuple(_RECIPES.values())
