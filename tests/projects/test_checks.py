"""An installation that lacks a kind of work says so when it is brought up."""

from django.core.checks import run_checks

from annotate.projects.models import Project


def test_a_project_of_an_unknown_kind_is_named_before_anybody_opens_it(project: Project) -> None:
    assert not [found for found in run_checks(databases=["default"]) if found.id == "projects.E001"]
    project.recipe_data["stages"][0]["kind"] = "sculpture.v3"
    project.save(update_fields=["recipe_data"])
    [wrong] = [found for found in run_checks(databases=["default"]) if found.id == "projects.E001"]
    assert "sculpture.v3" in wrong.msg
    assert project.name in wrong.msg
