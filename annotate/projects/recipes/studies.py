"""The recipes of studies: texts are brought in, and people judge them without knowing whose."""

from annotate import kinds
from annotate.kinds.judging import AnyDesign
from annotate.messages import Message
from annotate.projects.recipes.spec import Recipe
from annotate.projects.recipes.stage import StageSpec

TEXTS = "texts"
RATING = "rating"

_TEXTS = StageSpec(
    key=TEXTS,
    title="Texts",
    title_code="stage_texts_title",
    kind="texts.v1",
    mode="parallel",
    given=True,
)


def recipes_of_studies() -> dict[str, Recipe]:
    """The recipe of each design, by its name."""
    return {design.recipe: _recipe(kind, design) for kind, design in kinds.designs().items()}


def _recipe(kind: str, design: AnyDesign) -> Recipe:
    return Recipe(
        name=design.recipe,
        version=1,
        title=design.title,
        description=design.description,
        no_repeat="sample",
        stages=(
            _TEXTS,
            StageSpec(
                key=RATING,
                title=str(Message(design.stage_title_code)),
                title_code=design.stage_title_code,
                kind=kind,
                mode="parallel",
                # The papers name no number of people per item: three is the least that can have a
                # majority, and our choice.
                rounds=3,
                about=TEXTS,
                lease_minutes=design.lease_minutes,
            ),
        ),
    )
