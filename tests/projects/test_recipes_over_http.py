"""Recipes as the API shows them, and projects made from them with changes of their own."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.projects import recipes
from annotate.projects.models import AuditEvent, Project
from tests.conftest import Cast, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(people: Cast) -> APIClient:
    """Somebody who may make projects."""
    return client_of(people.admin)


def made(owner: APIClient, recipe: str, **stages: Any) -> Any:
    body = {"name": "Signs", "recipe": recipe, "settings": {"stages": stages}}
    return owner.post("/api/v1/projects", body, format="json")


def stage_of(answer: Any, key: str) -> dict[str, Any]:
    [found] = [stage for stage in answer.json()["recipe"]["stages"] if stage["key"] == key]
    return dict(found)


def test_every_recipe_is_listed_with_all_its_numbers(people: Cast) -> None:
    listed = client_of(people.ada).get("/api/v1/recipes").json()
    assert [recipe["name"] for recipe in listed] == ["iiw", "vizwiz-captions", "textcaps"]
    for recipe in listed:
        shipped = recipes.get(recipe["name"])
        assert recipe["stages"] == shipped.dump()["stages"]


def test_votes_say_whose_answers_they_judge_and_captions_come_in_hits(people: Cast) -> None:
    textcaps = client_of(people.ada).get("/api/v1/recipes").json()[2]
    caption, validation = textcaps["stages"]
    assert caption["hit"] == {"size": 5, "minutes": 15}
    assert (caption["about"], caption["rounds_by_split"]) == (None, {"test": 6})
    assert (validation["about"], validation["gold_rate"]) == ("caption", 0.1)
    [ocr] = textcaps["optional_stages"]
    assert (ocr["stage"]["kind"], ocr["before"]) == ("ocr.v1", "caption")


@pytest.mark.parametrize("name", ["vizwiz-captions", "textcaps"])
def test_a_project_of_a_recipe_begins_with_its_guidelines(owner: APIClient, name: str) -> None:
    answer = made(owner, name)
    assert answer.status_code == 201
    project = Project.objects.get(pk=answer.json()["id"])
    assert project.recipe == recipes.get(name)
    assert project.guidelines.get().body.startswith("# How to ")


def test_a_lead_sets_numbers_of_a_stage_when_the_project_is_made(owner: APIClient) -> None:
    changes = {
        "rounds": 3,
        "hit": {"size": 8, "minutes": 20},
        "settings": {"rules": {"subjective_word": "block"}},
    }
    caption = stage_of(made(owner, "vizwiz-captions", caption=changes), "caption")
    assert (caption["rounds"], caption["hit"]) == (3, {"size": 8, "minutes": 20})
    assert caption["settings"]["rules"]["subjective_word"] == "block"
    assert caption["settings"]["rules"]["too_few_words"] == "block"


def test_a_lead_changes_numbers_of_a_stage_later_and_it_is_written_down(owner: APIClient) -> None:
    project = made(owner, "textcaps").json()["id"]
    changes = {"stages": {"validation": {"hit": None, "gold_rate": 0.25}}}
    answer = owner.patch(f"/api/v1/projects/{project}", {"settings": changes}, format="json")
    validation = stage_of(answer, "validation")
    assert (validation["hit"], validation["gold_rate"]) == (None, 0.25)
    event = AuditEvent.objects.filter(project=project, verb="project.changed").get()
    assert event.data["settings"] == changes


def test_an_optional_stage_is_taken_in_when_a_project_is_made(owner: APIClient) -> None:
    answer = made(owner, "textcaps", ocr={"enabled": True})
    keys = [stage["key"] for stage in answer.json()["recipe"]["stages"]]
    assert keys == ["ocr", "caption", "validation"]
    assert stage_of(answer, "caption")["context"] == ["ocr"]


def test_which_stages_there_are_cannot_be_changed_later(owner: APIClient) -> None:
    project = made(owner, "textcaps").json()["id"]
    changes = {"stages": {"ocr": {"enabled": True}}}
    answer = owner.patch(f"/api/v1/projects/{project}", {"settings": changes}, format="json")
    assert answer.status_code == 422
    [field] = answer.json()["error"]["fields"]
    assert (field["path"], field["code"]) == ("settings.stages", "stages_fixed")
    assert Project.objects.get(pk=project).recipe.stage_keys == ("caption", "validation")


@pytest.mark.parametrize(
    ("wish", "path"),
    [
        ({"nonsense": {}}, "settings.stages.nonsense"),
        ({"caption": {"nonsense": 1}}, "settings.stages.caption.nonsense"),
        ({"caption": {"rounds": "many"}}, "settings.stages.caption.rounds"),
        ({"caption": {"hit": {"size": 99}}}, "settings.stages.caption.hit.size"),
        (
            {"caption": {"settings": {"min_words": -1}}},
            "settings.stages.caption.settings.min_words",
        ),
        ({"caption": {"settings": []}}, "settings.stages.caption.settings"),
    ],
)
def test_a_wish_that_cannot_work_is_refused_at_its_path(
    owner: APIClient, wish: dict[str, Any], path: str
) -> None:
    answer = made(owner, "vizwiz-captions", **wish)
    assert answer.status_code == 422
    assert [field["path"] for field in answer.json()["error"]["fields"]] == [path]


@pytest.mark.parametrize("stages", ["all", [], {"caption": "more"}, {"caption": None}])
def test_wishes_of_the_wrong_shape_are_refused(owner: APIClient, stages: object) -> None:
    body = {"name": "Signs", "recipe": "textcaps", "settings": {"stages": stages}}
    assert owner.post("/api/v1/projects", body, format="json").status_code == 422
