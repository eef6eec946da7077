"""The recipe of VizWiz-Captions: five people caption each image independently, five at a time."""

from annotate.messages import Message
from annotate.projects.recipes.spec import HitSpec, Recipe, StageSpec

# Gurari et al. 2020 §3.1 and App. A.1: five crowd workers for every image, HITs of five images, at
# least eight words, one sentence, ten banned openings, the canned text, the question about text and
# the quality of the image; these are the defaults of caption.v1. The paper sets no time limit; the
# slowest of the ten HITs in its published raw results took 17 minutes, so 30 hurry nobody.
VIZWIZ_V1 = Recipe(
    name="vizwiz-captions",
    version=1,
    title="VizWiz-Captions",
    description=str(Message("recipe_vizwiz_captions_text")),
    no_repeat="sample",
    stages=(
        StageSpec(
            key="caption",
            title="Caption",
            title_code="stage_caption_title",
            kind="caption.v1",
            mode="parallel",
            rounds=5,
            hit=HitSpec(size=5, minutes=30),
        ),
    ),
)
