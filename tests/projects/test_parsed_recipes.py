"""A recipe is parsed once for all who read its project, and anew when it has changed."""

import pytest

from annotate.projects.models import Project

pytestmark = pytest.mark.django_db


def again(project: Project) -> Project:
    return Project.objects.get(pk=project.pk)


def test_whoever_reads_a_project_finds_the_recipe_that_was_parsed_before(project: Project) -> None:
    assert again(project).recipe is again(project).recipe


def test_a_recipe_that_has_changed_is_read_as_it_is_now(project: Project) -> None:
    before = again(project).recipe
    changed = again(project)
    changed.recipe_data = before.model_copy(update={"title": "Another"}).dump()
    changed.save(update_fields=["recipe_data"])
    assert again(project).recipe.title == "Another"
    assert before.title != "Another"


def test_the_settings_of_a_stage_are_parsed_once(project: Project) -> None:
    [stage, *_] = again(project).recipe.stages
    assert stage.kind_settings is stage.kind_settings


def test_a_copy_of_a_stage_has_settings_of_its_own(project: Project) -> None:
    """Catches a change of a recipe that is checked by the settings of before."""
    stage = again(project).recipe.stage("objects")
    before = stage.kind_settings
    changed = stage.model_copy(update={"settings": {**stage.settings, "max_objects": 3}})
    assert changed.kind_settings.max_objects == 3
    assert before.max_objects != 3


def test_who_changes_what_they_have_read_changes_nothing_for_others(project: Project) -> None:
    """Catches a cache that keeps the very object that somebody else goes on to change."""
    mine = again(project)
    title = mine.recipe.title
    mine.recipe_data["title"] = "Mine alone"
    assert again(project).recipe.title == title
    mine.save(update_fields=["recipe_data"])
    assert again(project).recipe.title == "Mine alone"
