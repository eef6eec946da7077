"""Every number of a recipe is a setting of the project."""

from typing import Any

import pytest

from annotate.projects import recipes
from annotate.projects.recipes import HitSpec, InvalidRecipeError, Recipe

VIZWIZ = recipes.get("vizwiz-captions")
TEXTCAPS = recipes.get("textcaps")
IIW = recipes.get("iiw")


def test_a_project_changes_every_number_of_a_stage() -> None:
    changed = TEXTCAPS.customise(
        stages={
            "caption": {
                "rounds": 3,
                "rounds_by_split": {"val": 4},
                "lease_minutes": 20,
                "hit": {"size": 8, "minutes": 20},
                "gold_rate": 0.2,
                "settings": {"max_characters": 200},
            },
            "validation": {"hit": None, "settings": {"majority": 0.6}},
        }
    )
    caption, validation = changed.stages
    assert (caption.rounds, caption.rounds_by_split) == (3, {"val": 4})
    assert (caption.lease_minutes, caption.gold_rate) == (20, 0.2)
    assert caption.hit == HitSpec(size=8, minutes=20)
    assert caption.settings["max_characters"] == 200
    assert caption.settings["must_read_text"] is True
    assert validation.hit is None
    assert validation.settings["majority"] == 0.6
    assert Recipe.parse(changed.dump()) == changed


def test_what_is_not_named_stays() -> None:
    changed = VIZWIZ.customise(stages={"caption": {"rounds": 3}})
    assert changed.stage("caption").hit == HitSpec(size=5, minutes=30)
    assert changed.stage("caption").settings == VIZWIZ.stage("caption").settings


def test_naming_one_rule_leaves_the_others_at_their_level() -> None:
    changed = VIZWIZ.customise(
        stages={"caption": {"settings": {"rules": {"subjective_word": "block"}}}}
    )
    before, after = (one.stage("caption").settings["rules"] for one in (VIZWIZ, changed))
    assert after == before | {"subjective_word": "block"}


def test_a_second_change_keeps_the_first() -> None:
    once = VIZWIZ.customise(stages={"caption": {"settings": {"rules": {"filler_phrase": "off"}}}})
    twice = once.customise(stages={"caption": {"settings": {"rules": {"phone_number": "block"}}}})
    rules = twice.stage("caption").settings["rules"]
    assert (rules["filler_phrase"], rules["phone_number"]) == ("off", "block")


def test_rounds_of_a_single_stage_outweigh_the_short_form() -> None:
    changed = IIW.customise(rounds={"description": 4}, stages={"description": {"rounds": 2}})
    assert changed.stage("description").rounds == 2


@pytest.mark.parametrize(
    ("wish", "path"),
    [
        ({"nonsense": {"rounds": 2}}, "stages.nonsense"),
        ({"caption": {"nonsense": 2}}, "stages.caption.nonsense"),
        ({"caption": {"rounds": 0}}, "stages.caption.rounds"),
        ({"caption": {"hit": {"size": 0}}}, "stages.caption.hit.size"),
        ({"caption": {"gold_rate": 2}}, "stages.caption.gold_rate"),
        ({"caption": {"settings": {"min_words": -1}}}, "stages.caption.settings.min_words"),
        ({"caption": {"settings": {"nonsense": 1}}}, "stages.caption.settings.nonsense"),
        (
            {"caption": {"settings": {"rules": {"filler_phrase": "shout"}}}},
            "stages.caption.settings.rules.filler_phrase",
        ),
        (
            {"caption": {"settings": {"rules": {"nonsense": "off"}}}},
            "stages.caption.settings.rules",
        ),
    ],
)
def test_a_wish_that_cannot_work_is_refused_at_its_path(wish: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRecipeError) as caught:
        VIZWIZ.customise(stages=wish)
    assert [problem.path for problem in caught.value.problems] == [path]
