from typing import Any

import pytest
from pydantic import ValidationError

from annotate import kinds
from annotate.messages import Message
from annotate.projects import recipes
from annotate.projects.recipes import InvalidRecipeError, Recipe, StageSpec, StopRule

IIW = recipes.get("iiw")


def stage(key: str = "first", **changes: Any) -> dict[str, Any]:
    return {"key": key, "title": "A stage", "kind": "description.v1"} | changes


def recipe(*stages: dict[str, Any], **changes: Any) -> Recipe:
    raw = {"name": "mine", "version": 1, "title": "Mine", "stages": list(stages) or [stage()]}
    return Recipe.parse(raw | changes)


def refused(*stages: dict[str, Any], **changes: Any) -> list[tuple[str, str]]:
    """Return (path, message) of each problem."""
    with pytest.raises(InvalidRecipeError) as caught:
        recipe(*stages, **changes)
    return [(problem.path, problem.message) for problem in caught.value.problems]


# --- Those that ship --------------------------------------------------------------------------


def test_the_iiw_recipe_is_the_one_of_the_paper() -> None:
    objects, description = IIW.stages
    assert (objects.kind, objects.rounds, objects.stop) == ("objects.v1", 1, None)
    assert (description.kind, description.rounds) == ("description.v1", 3)
    assert description.stop == StopRule(n=1, threshold=0.8)
    assert description.context == ("objects",)
    assert objects.seeded
    assert description.seeded
    assert IIW.no_repeat == "sample"


@pytest.mark.parametrize("shipped", recipes.all(), ids=lambda one: one.name)
def test_a_shipped_recipe_is_read_back_as_written(shipped: Recipe) -> None:
    assert Recipe.parse(shipped.dump()) == shipped
    assert recipes.get(shipped.name) is shipped


def test_an_unknown_recipe_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(recipes.UnknownRecipeError, match="iiw"):
        recipes.get("nonsense")


def test_every_setting_is_written_out_so_that_later_defaults_change_no_project() -> None:
    settings = recipe(stage(settings={"min_words": 5})).stages[0].settings
    assert settings["min_words"] == 5
    assert settings["max_characters"] == 10_000
    assert settings["rules"]["subjective_word"] == "advise"


def test_the_settings_come_back_in_the_type_of_the_kind() -> None:
    spec = recipe(stage(settings={"min_words": 5})).stage("first")
    assert spec.kind_settings == kinds.get("description.v1").parse_settings({"min_words": 5})
    assert spec.kind_object is kinds.get("description.v1")


# --- What cannot work is refused --------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"key": "Has Space"}, "stages[0].key"),
        ({"key": ""}, "stages[0].key"),
        ({"key": "sample"}, "stages[0].key"),
        ({"title": "  "}, "stages[0].title"),
        ({"kind": "nonsense.v1"}, "stages[0].kind"),
        ({"settings": {"nonsense": 1}}, "stages[0].settings"),
        ({"settings": {"min_words": -1}}, "stages[0].settings"),
        ({"mode": "both"}, "stages[0].mode"),
        ({"rounds": 0}, "stages[0].rounds"),
        ({"rounds": 21}, "stages[0].rounds"),
        ({"rounds": "3"}, "stages[0].rounds"),
        ({"stop": {"n": 5}}, "stages[0].stop.n"),
        ({"stop": {"threshold": 1.01}}, "stages[0].stop.threshold"),
        ({"stop": {"threshold": float("nan")}}, "stages[0].stop.threshold"),
        ({"mode": "parallel", "stop": {"n": 1}}, "stages[0]"),
        ({"lease_minutes": 0}, "stages[0].lease_minutes"),
        ({"lease_minutes": 1_441}, "stages[0].lease_minutes"),
        ({"idle_seconds": 0}, "stages[0].idle_seconds"),
        ({"colour": "red"}, "stages[0].colour"),
    ],
)
def test_a_stage_that_cannot_work_is_refused_at_its_path(
    changes: dict[str, Any], path: str
) -> None:
    found = refused(stage(**changes))
    assert [where for where, _ in found] == [path]
    assert found[0][1].endswith(".")


def test_an_unknown_kind_is_refused_with_the_kinds_there_are() -> None:
    assert "objects.v1" in refused(stage(kind="objects.v0"))[0][1]


def test_two_stages_cannot_have_one_key() -> None:
    assert "“first”" in refused(stage(), stage())[0][1]


@pytest.mark.parametrize("shown", ["second", "later", "nonsense"])
def test_a_stage_shows_only_earlier_stages(shown: str) -> None:
    stages = stage("first"), stage("second", context=[shown]), stage("later")
    assert f"“{shown}”" in refused(*stages)[0][1]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"stages": []}, "stages"),
        ({"version": 0}, "version"),
        ({"no_repeat": "never"}, "no_repeat"),
        ({"nonsense": 1}, "nonsense"),
        ({"name": "Not A Slug"}, "name"),
    ],
)
def test_a_recipe_that_cannot_work_is_refused_at_its_path(
    changes: dict[str, Any], path: str
) -> None:
    assert [where for where, _ in refused(**changes)] == [path]


def test_a_recipe_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        IIW.version = 2  # type: ignore[misc]
    with pytest.raises(ValidationError):
        IIW.stages[0].rounds = 9  # type: ignore[misc]


# --- Finding the way --------------------------------------------------------------------------


def test_stages_follow_one_another_in_order() -> None:
    assert IIW.stage_keys == ("objects", "description")
    after = IIW.next_stage("objects")
    assert after is not None
    assert after.key == "description"
    assert IIW.next_stage("description") is None


@pytest.mark.parametrize("ask", [IIW.stage, IIW.next_stage, IIW.exclusion_group])
def test_an_unknown_stage_is_refused_with_the_stages_there_are(ask: Any) -> None:
    with pytest.raises(KeyError, match="objects"):
        ask("nonsense")


def test_one_person_works_once_on_a_sample_across_all_stages() -> None:
    assert IIW.exclusion_group("objects") == IIW.exclusion_group("description") == "sample"


def test_a_recipe_may_allow_one_person_one_task_per_stage() -> None:
    loose = IIW.customise(no_repeat="stage")
    assert loose.exclusion_group("objects") == "objects"
    assert loose.exclusion_group("description") == "description"


def test_an_image_needs_as_many_people_as_work_on_it() -> None:
    """Objects once and three rounds of a text; six captions, then five votes of other people."""
    assert IIW.people_needed == 4
    assert IIW.customise(no_repeat="stage").people_needed == 3
    assert recipes.get("textcaps").people_needed == 11


def test_what_is_brought_in_needs_nobody() -> None:
    given = stage("text", kind="caption.v1", given=True, mode="parallel")
    assert recipe(given, stage("after", mode="parallel", rounds=2)).people_needed == 2


def test_replicas_open_at_once_and_rounds_one_by_one() -> None:
    assert StageSpec.model_validate(stage(mode="parallel", rounds=5)).replicas == 5
    assert StageSpec.model_validate(stage(mode="sequential", rounds=5)).replicas == 1


# --- A project's own changes -------------------------------------------------------------------


@pytest.mark.parametrize("recipe", recipes.all(), ids=lambda recipe: recipe.name)
def test_a_title_that_ships_is_that_of_the_catalogue(recipe: recipes.Recipe) -> None:
    specs = [*recipe.stages, *(extra.stage for extra in recipe.optional_stages)]
    assert [spec.title for spec in specs] == [str(Message(spec.title_code or "")) for spec in specs]
