"""How many people a recipe lacks, where its stages ask for people of certain teams."""

from collections.abc import Collection, Iterator, Sequence
from itertools import product

from annotate.projects.recipes.spec import Recipe
from annotate.projects.recipes.stage import StageSpec

# The teams of one person, or those that one place asks for.
Teams = frozenset[str]


def people_short(recipe: Recipe, people: Sequence[Collection[str]]) -> int:
    """How many people must come so that one image can be taken through all stages; 0: none.

    As `Recipe.people_needed` where no stage asks for teams. Where one does, each of its rounds is a
    place that only people of its teams can take, and nobody takes two: as many places as possible
    are filled (a bipartite matching), and each that is left needs one more person.

    Args:
        people: the teams of each who is here, by their keys.
    """
    if not any(stage.teams for stage in recipe.asked_stages):
        return max(0, recipe.people_needed - len(people))
    here = [frozenset(teams) for teams in people]
    return max(len(places) - _filled(places, here) for places in _casts(recipe))


def stage_short(stage: StageSpec, people: Sequence[Collection[str]]) -> int:
    """How many more people it takes for one image in one stage alone; 0 where there are enough."""
    return max(0, stage.most_rounds - sum(stage.is_for(teams) for teams in people))


def _casts(recipe: Recipe) -> Iterator[list[Teams]]:
    """The places that need different people, for each choice of stages that decides.

    Judges of one stage may judge in another; where nobody is barred from a second stage, neither do
    two stages of writing need different people.
    """
    writing = [stage for stage in recipe.asked_stages if stage.about is None]
    judging = [[stage] for stage in recipe.asked_stages if stage.about is not None]
    writers = [writing] if recipe.no_repeat == "sample" else [[stage] for stage in writing]
    for chosen in product(writers or [[]], judging or [[]]):
        yield [
            frozenset(stage.teams)
            for stages in chosen
            for stage in stages
            for _ in range(stage.most_rounds)
        ]


def _filled(places: Sequence[Teams], people: Sequence[Teams]) -> int:
    """The most places that can be taken at once (Kuhn's augmenting paths)."""
    taken: dict[int, int] = {}  # by person, the place they take
    alike: dict[Teams, int] = {}
    useful = []
    for teams in people:  # more people alike than there are places change nothing
        alike[teams] = alike.get(teams, 0) + 1
        if alike[teams] <= len(places):
            useful.append(teams)

    def take(place: int, asked: set[int]) -> bool:
        for person, teams in enumerate(useful):
            if person in asked or not places[place] <= teams:
                continue
            asked.add(person)
            if person not in taken or take(taken[person], asked):
                taken[person] = place
                return True
        return False

    return sum(take(place, set()) for place in range(len(places)))
