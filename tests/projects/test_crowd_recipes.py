"""The recipes of the two crowdsourcing papers, and what a project may change in them."""

from typing import Any

import pytest

from annotate.projects import recipes
from annotate.projects.recipes import HitSpec, InvalidRecipeError, Recipe

VIZWIZ = recipes.get("vizwiz-captions")
TEXTCAPS = recipes.get("textcaps")


def stage(key: str = "first", **changes: Any) -> dict[str, Any]:
    return {"key": key, "title": "A stage", "kind": "caption.v1", "mode": "parallel"} | changes


def votes(key: str = "votes", about: str | None = "first", **changes: Any) -> dict[str, Any]:
    return stage(key, kind="vote.v1", about=about, **changes)


def refused(*stages: dict[str, Any], **changes: Any) -> tuple[str, str]:
    raw = {"name": "mine", "version": 1, "title": "Mine", "stages": list(stages)} | changes
    with pytest.raises(InvalidRecipeError) as caught:
        Recipe.parse(raw)
    [problem] = caught.value.problems
    return problem.path, problem.message


def wish_refused(recipe: Recipe, **stages: Any) -> list[str]:
    with pytest.raises(InvalidRecipeError) as caught:
        recipe.customise(stages=stages)
    return [problem.path for problem in caught.value.problems]


# --- As in the papers -------------------------------------------------------------------------


def test_vizwiz_asks_five_people_for_captions_in_hits_of_five_images() -> None:
    [caption] = VIZWIZ.stages
    assert (caption.kind, caption.mode, caption.rounds) == ("caption.v1", "parallel", 5)
    assert caption.hit == HitSpec(size=5, minutes=30)
    assert caption.kind_settings.min_words == 8
    assert caption.kind_settings.canned_text.startswith("Quality issues are too severe")
    assert len(caption.kind_settings.banned_openings) == 10
    assert VIZWIZ.no_repeat == "sample"


def test_textcaps_asks_five_people_and_a_sixth_for_the_test_split() -> None:
    caption = TEXTCAPS.stage("caption")
    assert [caption.rounds_for(split) for split in ("train", "val", "test", "")] == [5, 5, 6, 5]
    assert caption.hit == HitSpec(size=5, minutes=15)
    settings = caption.kind_settings
    assert settings.must_read_text
    assert (settings.canned_text, settings.ask_text, settings.ask_quality) == (None, False, False)


def test_textcaps_has_each_caption_judged_by_five_votes_on_five_criteria() -> None:
    validation = TEXTCAPS.stage("validation")
    assert (validation.kind, validation.about, validation.rounds) == ("vote.v1", "caption", 5)
    assert validation.hit == HitSpec(size=10, minutes=15)
    assert validation.gold_rate == 0.1
    assert len(validation.kind_settings.criteria) == 5
    assert validation.kind_settings.majority == 0.5


def test_textcaps_leaves_it_to_the_votes_whether_a_caption_is_one_sentence() -> None:
    assert "block" not in TEXTCAPS.stage("caption").settings["rules"].values()


# --- Reading the image first is optional ------------------------------------------------------


def test_the_text_of_the_image_is_corrected_only_where_a_project_wants_it() -> None:
    assert TEXTCAPS.stage_keys == ("caption", "validation")
    with_ocr = TEXTCAPS.customise(stages={"ocr": {"enabled": True, "rounds": 2}})
    assert with_ocr.stage_keys == ("ocr", "caption", "validation")
    assert with_ocr.stage("ocr").seeded
    assert with_ocr.stage("ocr").rounds == 2
    assert with_ocr.stage("caption").context == ("ocr",)
    assert with_ocr.optional_stages == ()
    assert Recipe.parse(with_ocr.dump()) == with_ocr


def test_an_optional_stage_that_is_not_taken_in_cannot_be_changed() -> None:
    assert wish_refused(TEXTCAPS, ocr={"rounds": 2}) == ["stages.ocr"]


def test_to_leave_out_an_optional_stage_changes_nothing() -> None:
    assert TEXTCAPS.customise(stages={"ocr": {"enabled": False}}) == TEXTCAPS


def test_a_stage_of_the_recipe_cannot_be_left_out() -> None:
    assert wish_refused(TEXTCAPS, caption={"enabled": False}) == ["stages.caption.enabled"]


def test_to_take_in_a_stage_that_is_there_changes_nothing() -> None:
    assert TEXTCAPS.customise(stages={"caption": {"enabled": True}}) == TEXTCAPS


@pytest.mark.parametrize(
    "extra",
    [
        {"stage": stage("first"), "before": "first"},
        {"stage": stage("other"), "before": "nowhere"},
        {"stage": stage("other"), "before": "first", "shown_in": ["nowhere"]},
    ],
)
def test_an_optional_stage_must_fit_into_the_recipe(extra: dict[str, Any]) -> None:
    path, message = refused(stage(), optional_stages=[extra])
    assert path == ""
    assert message.endswith(".")


# --- Judging ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "stages",
    [
        (votes(about="nowhere"),),
        (votes(about="first"), stage()),
        (stage(mode="sequential"), votes()),
        (stage(), votes("one"), votes("two", about="one")),
    ],
    ids=["unknown", "later", "rounds", "votes"],
)
def test_only_an_earlier_stage_of_parallel_answers_can_be_judged(
    stages: tuple[dict[str, Any], ...],
) -> None:
    path, message = refused(*stages)
    assert path == ""
    assert "judges" in message


@pytest.mark.parametrize(
    "wrong",
    [
        votes(about=None),
        stage("second", about="first"),
        votes(mode="sequential"),
        votes(seeded=True),
    ],
    ids=["votes about nothing", "caption about something", "in rounds", "seeded"],
)
def test_a_stage_judges_if_and_only_if_its_kind_does(wrong: dict[str, Any]) -> None:
    path, message = refused(stage(), wrong)
    assert path == "stages[1]"
    assert "judge" in message


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"hit": {"size": 0, "minutes": 5}}, "stages[0].hit.size"),
        ({"hit": {"size": 51, "minutes": 5}}, "stages[0].hit.size"),
        ({"hit": {"size": 5, "minutes": 0}}, "stages[0].hit.minutes"),
        ({"gold_rate": 1.1}, "stages[0].gold_rate"),
        ({"gold_rate": float("nan")}, "stages[0].gold_rate"),
        ({"rounds_by_split": {"test": 0}}, "stages[0].rounds_by_split.test"),
        ({"rounds_by_split": {"test": 21}}, "stages[0].rounds_by_split.test"),
    ],
)
def test_numbers_that_cannot_work_are_refused_at_their_path(
    changes: dict[str, Any], path: str
) -> None:
    assert refused(stage(**changes))[0] == path
