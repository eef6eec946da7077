"""The recipes of three papers: ImageInWords, VizWiz-Captions and TextCaps."""

from annotate.messages import Message
from annotate.projects.recipes.spec import OptionalStage, Recipe
from annotate.projects.recipes.stage import HitSpec, StageSpec, StopRule

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


# Sidorov et al. 2020 §3.1: five captions for each image and a sixth for the test split; five votes
# on five criteria (the defaults of vote.v1), of which the majority decides; evaluators are
# controlled with gold captions. Suppl. F: mini-batches of 5 captions and of 10 votes, 15 minutes
# each. The paper gives no share of gold; every tenth vote is our choice.
#
# Of form the paper asks one thing, one sentence, and lets the voters judge it. So the rules for
# captions only advise here: "a can of Dr. Pepper" is one sentence to a voter and two to a rule.
_RULES = {
    "too_few_words": "off",
    "several_sentences": "advise",
    "banned_opening": "advise",
}

TEXTCAPS_V1 = Recipe(
    name="textcaps",
    version=1,
    title="TextCaps",
    description=str(Message("recipe_textcaps_text")),
    no_repeat="sample",
    stages=(
        StageSpec(
            key="caption",
            title="Caption",
            title_code="stage_caption_title",
            kind="caption.v1",
            settings={
                "canned_text": None,
                "ask_text": False,
                "ask_quality": False,
                "must_read_text": True,
                "rules": _RULES,
            },
            mode="parallel",
            rounds=5,
            rounds_by_split={"test": 6},
            hit=HitSpec(size=5, minutes=15),
            lease_minutes=15,
        ),
        StageSpec(
            key="validation",
            title="Validation",
            title_code="stage_validation_title",
            kind="vote.v1",
            mode="parallel",
            rounds=5,
            about="caption",
            hit=HitSpec(size=10, minutes=15),
            gold_rate=0.1,
            lease_minutes=15,
        ),
    ),
    optional_stages=(
        OptionalStage(
            stage=StageSpec(
                key="ocr",
                title="Text in the image",
                title_code="stage_ocr_title",
                kind="ocr.v1",
                seeded=True,
            ),
            before="caption",
            shown_in=("caption", "validation"),
        ),
    ),
)
