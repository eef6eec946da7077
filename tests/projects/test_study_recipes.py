"""Recipes of studies: what they ask, that no project is made of them by hand, and given stages."""

from typing import Any

import pytest

from annotate.projects import recipes
from annotate.projects.models import Project
from annotate.projects.recipes import InvalidRecipeError, Recipe, StageSpec
from tests.conftest import Cast, client_of

NAMES = ["side-by-side", "likert", "ranking"]
GIVEN = {"key": "texts", "title": "Texts", "kind": "texts.v1", "given": True}
RATING = {
    "key": "rating",
    "title": "Rating",
    "kind": "likert.v1",
    "mode": "parallel",
    "about": "texts",
}
TEXT = {"key": "text", "title": "Text", "kind": "description.v1"}


def recipe(*stages: dict[str, Any]) -> Recipe:
    return Recipe.parse({"name": "mine", "version": 1, "title": "Mine", "stages": list(stages)})


def sentence(*stages: dict[str, Any]) -> str:
    with pytest.raises(InvalidRecipeError) as caught:
        recipe(*stages)
    [problem] = caught.value.problems
    return problem.message


@pytest.mark.parametrize("name", NAMES)
def test_texts_are_brought_in_and_three_people_judge_each(name: str) -> None:
    texts, rating = recipes.get(name).stages
    assert (texts.key, texts.kind, texts.given) == ("texts", "texts.v1", True)
    assert (rating.key, rating.about, rating.mode) == ("rating", "texts", "parallel")
    assert (rating.rounds, rating.given, rating.hit) == (3, False, None)


def test_pairs_are_compared_single_texts_rated_and_several_ranked() -> None:
    kinds = [recipes.get(name).stage("rating").kind for name in NAMES]
    assert kinds == ["side_by_side.v1", "likert.v1", "ranking.v1"]


@pytest.mark.parametrize("name", NAMES)
def test_a_recipe_of_a_study_is_read_back_as_written(name: str) -> None:
    shipped = recipes.get(name)
    assert Recipe.parse(shipped.dump()) == shipped


def test_who_is_asked_and_who_is_not_can_be_told_apart() -> None:
    mine = recipe(TEXT, GIVEN, RATING)
    assert [stage.key for stage in mine.asked_stages] == ["text", "rating"]
    assert mine.given_keys == {"texts"}


def test_a_recipe_stored_before_there_were_given_stages_is_read() -> None:
    old = recipe(TEXT).dump()
    del old["stages"][0]["given"]
    assert Recipe.parse(old) == recipe(TEXT)


def test_a_recipe_in_which_nobody_is_asked_is_refused() -> None:
    assert sentence(GIVEN) == "Nobody is asked for anything; a recipe needs a stage that asks."


def test_what_nobody_can_be_asked_for_must_be_given() -> None:
    assert "“given”" in sentence(GIVEN | {"given": False}, TEXT)


@pytest.mark.parametrize(
    "wish",
    [
        {"seeded": True},
        {"rounds": 2},
        {"rounds_by_split": {"test": 2}},
        {"gold_rate": 0.1},
        {"hit": {"size": 3, "minutes": 10}},
        {"stop": {"n": 1, "threshold": 0.8}},
    ],
)
def test_where_nobody_is_asked_nothing_is_set_about_asking(wish: dict[str, Any]) -> None:
    assert "Nobody is asked in stage “texts”" in sentence(GIVEN | wish, TEXT)


def test_judgements_are_never_brought_in() -> None:
    assert "cannot be “given”" in sentence(GIVEN, RATING | {"given": True})


def test_given_answers_of_any_kind_can_be_judged() -> None:
    mine = recipe(TEXT | {"given": True}, RATING | {"about": "text"})
    assert isinstance(mine.stage("rating"), StageSpec)


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_no_project_is_made_of_them_by_hand(people: Cast, name: str) -> None:
    body = {"name": "Which is better", "recipe": name}
    answer = client_of(people.admin).post("/api/v1/projects", body, format="json")
    assert answer.status_code == 422
    [field] = answer.json()["error"]["fields"]
    assert (field["path"], field["code"]) == ("recipe", "made_by_study")
    assert field["message"] == "Projects of this recipe are made by a study."
    assert not Project.objects.exists()


@pytest.mark.django_db
def test_they_are_not_offered(people: Cast) -> None:
    listed = client_of(people.admin).get("/api/v1/recipes").json()
    assert {each["name"] for each in listed} & set(NAMES) == set()
