"""How many different people one sample needs, by the rules of a recipe."""

from annotate.projects.recipes.spec import Recipe
from annotate.projects.recipes.stage import StageSpec


def needed_in(stage: StageSpec) -> int:
    """The most different people that one sample, or one answer that is judged, needs here."""
    return max(stage.rounds, *stage.rounds_by_split.values(), 0)


def needed_by(recipe: Recipe) -> int:
    """The fewest different people who can take one sample through all stages.

    Where nobody works twice on a sample (IIW §3.3) each round of each stage is another person's;
    else the longest stage decides. Nobody judges answers on a sample where they wrote one, so
    judges count apart.
    """
    writing = [needed_in(stage) for stage in recipe.asked_stages if stage.about is None]
    judging = [needed_in(stage) for stage in recipe.asked_stages if stage.about is not None]
    writers = sum(writing) if recipe.no_repeat == "sample" else max(writing, default=0)
    return writers + max(judging, default=0)
