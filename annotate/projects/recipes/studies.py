"""The recipes of studies: texts are brought in, and people judge them without knowing whose."""

from annotate.projects.recipes.spec import Recipe, StageSpec

TEXTS = "texts"
RATING = "rating"

_TEXTS = StageSpec(key=TEXTS, title="Texts", kind="texts.v1", mode="parallel", given=True)

# Garg et al. 2024 §4 and App. D.4: five metrics on a scale of five points with reasons (the
# defaults of side_by_side.v1); a comparison takes 15 to 20 minutes there, so 45 hurry nobody. The
# paper names no number of people per pair: three is the least that can have a majority, and our
# choice.
SIDE_BY_SIDE_V1 = Recipe(
    name="side-by-side",
    version=1,
    title="Side-by-side comparison",
    description="People compare two texts about each image, not knowing where they come from.",
    no_repeat="sample",
    stages=(
        _TEXTS,
        StageSpec(
            key=RATING,
            title="Comparison",
            kind="side_by_side.v1",
            mode="parallel",
            rounds=3,
            about=TEXTS,
            lease_minutes=45,
        ),
    ),
)

LIKERT_V1 = Recipe(
    name="likert",
    version=1,
    title="Rating",
    description="People rate texts about images one by one, not knowing where they come from.",
    no_repeat="sample",
    stages=(
        _TEXTS,
        StageSpec(
            key=RATING,
            title="Rating",
            kind="likert.v1",
            mode="parallel",
            rounds=3,
            about=TEXTS,
            lease_minutes=30,
        ),
    ),
)
