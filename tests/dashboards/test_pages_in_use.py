"""A project shows the pages it has a use for; the others wait until they are wanted."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.crowd.models import Channel
from annotate.evaluation.models import TextFile
from annotate.projects.models import Project
from tests.conftest import Cast, NewProject, client_of
from tests.workflow.acts import use_recipe

pytestmark = pytest.mark.django_db


def pages(project: Project, people: Cast) -> list[str]:
    answer = client_of(people.owner).get(f"/api/v1/projects/{project.pk}/pages-in-use")
    assert answer.status_code == 200, answer.content
    found: list[str] = answer.json()["pages"]
    return found


def test_a_new_project_shows_what_its_recipe_speaks_of(project: Project, people: Cast) -> None:
    assert pages(project, people) == ["rounds", "stopping"]


def test_independent_captions_have_neither_rounds_nor_early_stopping(
    project: Project, people: Cast
) -> None:
    use_recipe(project, {"key": "caption", "kind": "caption.v1", "mode": "parallel", "rounds": 5})
    assert pages(project, people) == []


def test_a_stage_with_a_rate_of_gold_shows_gold_before_there_is_any(
    project: Project, people: Cast
) -> None:
    use_recipe(project, {"key": "description", "rounds": 1, "gold_rate": 0.1})
    assert pages(project, people) == ["gold"]


def test_a_page_is_in_use_once_something_is_there(
    project: Project, people: Cast, new_project: NewProject
) -> None:
    before = pages(project, people)
    other = new_project()
    Channel.objects.create(
        project=project, name="Links", adapter="link", slug="in", created_by=people.owner
    )
    TextFile.objects.create(project=project, name="ours", sha256="", created_by=people.owner)
    assert set(pages(project, people)) - set(before) == {"crowd", "files"}
    assert pages(other, people) == before, "what another project uses is no matter of this one"


def test_all_pages_are_asked_for_in_two_statements(project: Project, people: Cast) -> None:
    client = client_of(people.owner)
    with CaptureQueriesContext(connection) as asked:
        client.get(f"/api/v1/projects/{project.pk}/pages-in-use")
    statements = [query["sql"] for query in asked]
    assert len([sql for sql in statements if sql.count("EXISTS") > 1]) == 2
    assert len(statements) <= 5, "besides: the session, its user, the project and the membership"
