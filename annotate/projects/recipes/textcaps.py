"""The recipe of TextCaps: captions that read the text in the image, then votes on each caption."""

from annotate.messages import Message
from annotate.projects.recipes.spec import HitSpec, OptionalStage, Recipe, StageSpec

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
