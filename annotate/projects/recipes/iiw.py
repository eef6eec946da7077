"""The recipe of ImageInWords: objects first, then up to three rounds of one description."""

from annotate.messages import Message
from annotate.projects.recipes.spec import Recipe, StageSpec, StopRule

# Garg et al. 2024 §3.3: Task 1, then Task 2 in three sequential rounds, fewer where two rounds are
# alike at 0.8. The paper names no n-gram size; 1 is the Jaccard index it cites.
IIW_V1 = Recipe(
    name="iiw",
    version=1,
    title="ImageInWords",
    description=str(Message("recipe_iiw_text")),
    no_repeat="sample",
    stages=(
        StageSpec(
            key="objects",
            title="Objects",
            title_code="stage_objects_title",
            kind="objects.v1",
            rounds=1,
            seeded=True,
        ),
        StageSpec(
            key="description",
            title="Image description",
            title_code="stage_description_title",
            kind="description.v1",
            rounds=3,
            stop=StopRule(n=1, threshold=0.8),
            seeded=True,
            context=("objects",),
        ),
    ),
)
