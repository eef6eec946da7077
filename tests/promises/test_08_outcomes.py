"""People are told what became of their work: once per sample and without names."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import OutcomeNotice
from annotate.workflow import services
from tests.conftest import Cast, NewProject, add_image, client_of
from tests.workflow.acts import GREEN, claim, submit

pytestmark = pytest.mark.django_db

SEED = "A tree in a field."
BETTER = "A tall tree stands alone in a wide green field under a grey sky."
OTHER = "An oak. Behind it lies a meadow."
REASON = "It describes another picture."


@pytest.fixture
def project(new_project: NewProject) -> Project:
    """Two rounds of a description, from a text of a machine; objects are given."""
    return new_project(rounds={"objects": 1, "description": 2}, early_stopping=False)


def open_sample(project: Project) -> None:
    """A sample at its description, with a text of a machine to begin with."""
    [sample] = services.add_samples(project=project, image_ids=[add_image(project).pk])
    for stage, value in (("objects", {"objects": []}), ("description", {"text": SEED})):
        services.add_seed(
            project=project, sample=sample, stage_key=stage, value=value, producer="model 1"
        )
    services.open_samples(project=project, samples=[sample])


def describe(project: Project, user: User, text: str, scratch: str = "") -> None:
    submit(claim(project, user, "description"), {"text": text}, scratch=scratch)


def through_objects(project: Project, user: User) -> None:
    submit(claim(project, user, "objects"))


def told(user: User) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = client_of(user).get("/api/v1/feedback/outcomes").json()["results"]
    return rows


def unread(user: User) -> int:
    number: int = client_of(user).get("/api/v1/work").json()["unread_feedback"]
    return number


def test_the_author_of_a_text_is_told_when_somebody_starts_from_scratch(
    people: Cast, project: Project
) -> None:
    open_sample(project)
    through_objects(project, people.lead)
    describe(project, people.ada, GREEN)
    assert (told(people.ada), unread(people.ada)) == ([], 0)
    describe(project, people.ben, OTHER, scratch=REASON)
    [notice] = told(people.ada)
    assert notice["occasion"] == "replaced"
    assert notice["mine"] == {"text": GREEN}
    assert notice["other"]["answer"] == {"text": OTHER}
    assert notice["other"]["scratch_reason"] == REASON
    assert notice["other"]["similarity"] is not None
    assert unread(people.ada) == 1


def test_nobody_is_told_of_a_machine_s_text_that_was_left(people: Cast, project: Project) -> None:
    open_sample(project)
    through_objects(project, people.lead)
    describe(project, people.ada, OTHER, scratch=REASON)
    assert OutcomeNotice.objects.filter(occasion="replaced").count() == 0


def test_whoever_worked_on_a_sample_is_told_once_how_it_ended(
    people: Cast, project: Project
) -> None:
    open_sample(project)
    through_objects(project, people.lead)
    describe(project, people.ada, GREEN)
    describe(project, people.ben, BETTER)
    [notice] = told(people.ada)
    assert (notice["occasion"], notice["state"]) == ("finished", "finished")
    assert notice["other"]["answer"] == {"text": BETTER}
    assert (notice["other"]["from_scratch"], notice["other"]["scratch_reason"]) == (False, "")
    [last] = told(people.ben)
    assert (last["state"], last["other"], last["mine"]) == ("final", None, {"text": BETTER})
    [earlier] = told(people.lead)
    assert earlier["stage"]["key"] == "objects"


def test_nothing_of_it_names_anybody_or_tells_where_a_text_came_from(
    people: Cast, project: Project
) -> None:
    open_sample(project)
    through_objects(project, people.lead)
    describe(project, people.ada, GREEN)
    describe(project, people.ben, OTHER, scratch=REASON)
    for user in (people.lead, people.ada, people.ben):
        said = json.dumps(told(user))
        assert SEED not in said, "the machine's text is nobody's news"
        for name in ("ada", "ben", "leo", "Ada", "Ben", "Leo"):
            assert f'"{name}"' not in said
        for key in ("origin", "author", "index", "round", "producer", "created_by"):
            assert f'"{key}"' not in said


def test_who_was_told_of_the_text_it_ended_with_is_not_told_twice(
    people: Cast, project: Project
) -> None:
    open_sample(project)
    through_objects(project, people.lead)
    describe(project, people.ada, GREEN)
    describe(project, people.ben, OTHER, scratch=REASON)
    assert [notice["occasion"] for notice in told(people.ada)] == ["replaced"]


def test_why_somebody_left_another_s_text_is_not_the_business_of_an_earlier_author(
    people: Cast, new_project: NewProject
) -> None:
    project = new_project(rounds={"objects": 1, "description": 3}, early_stopping=False)
    open_sample(project)
    through_objects(project, people.lead)
    describe(project, people.ada, GREEN)
    describe(project, people.ben, BETTER)
    describe(project, people.cleo, OTHER, scratch=REASON)
    [notice] = told(people.ada)
    assert notice["other"]["answer"] == {"text": OTHER}
    assert (notice["other"]["from_scratch"], notice["other"]["scratch_reason"]) == (False, "")
    assert [row["other"]["scratch_reason"] for row in told(people.ben)] == [REASON]


def test_reading_is_one_s_own_act_and_counts(people: Cast, project: Project) -> None:
    for _ in range(2):
        open_sample(project)
        through_objects(project, people.lead)
        describe(project, people.ada, GREEN)
        describe(project, people.ben, BETTER)
    ada, ben = client_of(people.ada), client_of(people.ben)
    assert (unread(people.ada), unread(people.ben)) == (2, 2)
    first = told(people.ada)[0]["id"]
    assert ben.post(f"/api/v1/feedback/outcomes/{first}/read").status_code == 404
    assert ada.post(f"/api/v1/feedback/outcomes/{first}/read").status_code == 204
    assert unread(people.ada) == 1
    assert ada.post("/api/v1/feedback/outcomes/read").status_code == 204
    assert (unread(people.ada), unread(people.ben)) == (0, 2)
    assert all(notice["read_at"] for notice in told(people.ada))


def test_a_page_costs_as_many_queries_however_much_there_is(people: Cast, project: Project) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as queries:
            told(people.ada)
        return len(queries)

    costs = []
    for _ in range(3):
        open_sample(project)
        through_objects(project, people.lead)
        describe(project, people.ada, GREEN)
        describe(project, people.ben, BETTER)
        costs.append(queries())
    assert len(told(people.ada)) == 3
    assert len(set(costs)) == 1
