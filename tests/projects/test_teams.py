"""Teams: who may make them, who is in them, and what a stage that asks for one does with it."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.people.models import User
from annotate.projects import services as projects
from annotate.projects.models import AuditEvent, Membership, Project, Team
from annotate.projects.services import teams
from tests.conftest import Cast, client_of

pytestmark = pytest.mark.django_db


def address(project: Project, *parts: object) -> str:
    return "/".join([f"/api/v1/projects/{project.pk}/teams", *map(str, parts)])


def made(project: Project, by: User, name: str = "German speakers", **more: Any) -> Team:
    return teams.make_team(project=project, actor=by, name=name, basis="skill", **more)


def ids(project: Project, *people: User) -> list[int]:
    return [project.memberships.get(user=each).pk for each in people]


def ask(project: Project, by: User, stage: str, *keys: str) -> Any:
    body = {"settings": {"stages": {stage: {"teams": list(keys)}}}}
    return client_of(by).patch(f"/api/v1/projects/{project.pk}", body, format="json")


def test_a_lead_makes_a_team_and_every_reader_sees_it(people: Cast, project: Project) -> None:
    body = {"name": "  German   speakers ", "basis": "language", "language": "de"}
    answer = client_of(people.lead).post(address(project), body, format="json")
    assert answer.status_code == 201
    for reader in (people.owner, people.reviewer):
        (told,) = client_of(reader).get(address(project)).json()
        assert told == {
            "id": told["id"],
            "key": "german-speakers",
            "name": "German speakers",
            "basis": "language",
            "language": "de",
            "members": 0,
            "stages": [],
        }
    assert AuditEvent.objects.filter(project=project, verb="team.made").count() == 1


@pytest.mark.parametrize("name", ["ada", "blocked", "stranger"])
def test_nobody_else_learns_of_teams(people: Cast, project: Project, name: str) -> None:
    team = made(project, people.owner)
    client = client_of(getattr(people, name))
    assert client.get(address(project)).status_code in (403, 404)
    assert client.post(address(project), {"name": "x"}, format="json").status_code in (403, 404)
    body = {"into": ids(project, people.ada)}
    answer = client.post(address(project, team.pk, "people"), body, format="json")
    assert answer.status_code in (403, 404)


def test_a_team_of_another_project_is_not_found(
    people: Cast, project: Project, new_project: Any
) -> None:
    other = made(new_project(), people.owner)
    client = client_of(people.owner)
    assert client.delete(address(project, other.pk)).status_code == 404
    assert client.patch(address(project, other.pk), {"name": "x"}, format="json").status_code == 404


@pytest.mark.parametrize(
    ("body", "status", "path"),
    [
        ({"name": "B", "basis": "language"}, 422, "language"),
        ({"name": "B", "language": "de"}, 422, "language"),
        ({"name": "B", "basis": "language", "language": "no such!"}, 422, "language"),
        ({"name": "  "}, 422, "name"),
        ({"name": "German speakers"}, 409, None),
    ],
)
def test_what_makes_no_team_is_refused_in_words(
    people: Cast, project: Project, body: dict[str, str], status: int, path: str | None
) -> None:
    made(project, people.owner)
    answer = client_of(people.owner).post(address(project), body, format="json")
    assert answer.status_code == status, answer.json()
    if path is not None:
        assert [field["path"] for field in answer.json()["error"]["fields"]] == [path]


def test_keys_are_plain_and_each_its_own(people: Cast, project: Project) -> None:
    names = ["Vögel", "vogel", "日本語", "3D", "中文"]
    keys = [made(project, people.owner, name).key for name in names]
    assert keys == ["vogel", "vogel-2", "team", "team-3d", "team-2"]


def test_people_are_put_in_and_taken_out_together(people: Cast, project: Project) -> None:
    team, client = made(project, people.owner), client_of(people.lead)
    both = ids(project, people.ada, people.ben)
    put = client.post(address(project, team.pk, "people"), {"into": both}, format="json")
    assert put.json()["members"] == 2
    changes = {"into": ids(project, people.cleo), "out": both[:1]}
    assert (
        client.post(address(project, team.pk, "people"), changes, format="json").status_code < 300
    )
    rows = client.get(f"/api/v1/projects/{project.pk}/members").json()
    assert {row["user"]["username"] for row in rows if team.key in row["teams"]} == {"ben", "cleo"}
    told = AuditEvent.objects.filter(verb="team.people").order_by("-pk")[0]
    assert (told.target, told.data) == (team.name, {"into": ["cleo"], "out": ["ada"]})


def test_moving_many_costs_as_much_as_moving_one(people: Cast, project: Project) -> None:
    team, everybody = made(project, people.owner), ids(project, people.ada, people.ben, people.cleo)
    costs = []
    for some in (everybody[:1], everybody):
        with CaptureQueriesContext(connection) as captured:
            teams.change_people(team=team, actor=people.owner, into=some)
        costs.append(len(captured))
    assert costs[0] == costs[1] <= 6


def test_who_is_no_member_is_named_and_nobody_is_moved(people: Cast, project: Project) -> None:
    team = made(project, people.owner)
    body = {"into": [*ids(project, people.ada), 999_999]}
    answer = client_of(people.owner).post(address(project, team.pk, "people"), body, format="json")
    assert answer.status_code == 422
    assert "999999" in answer.json()["error"]["fields"][0]["message"]
    assert Membership.objects.get(user=people.ada).teams == []


def test_a_team_is_renamed_and_stages_keep_it(people: Cast, project: Project) -> None:
    team = made(project, people.owner)
    assert ask(project, people.owner, "objects", team.key).status_code == 200
    client = client_of(people.owner)
    answer = client.patch(
        address(project, team.pk),
        {"name": "Deutsch", "basis": "language", "language": "de"},
        format="json",
    )
    assert (answer.json()["name"], answer.json()["stages"]) == ("Deutsch", ["objects"])


def test_a_team_that_a_stage_asks_for_is_not_deleted(people: Cast, project: Project) -> None:
    team, client = made(project, people.owner), client_of(people.owner)
    teams.change_people(team=team, actor=people.owner, into=ids(project, people.ada))
    ask(project, people.owner, "objects", team.key)
    refused = client.delete(address(project, team.pk))
    assert refused.status_code == 409
    assert "Objects" in refused.json()["error"]["message"]
    ask(project, people.owner, "objects")
    assert client.delete(address(project, team.pk)).status_code < 300
    assert Membership.objects.get(user=people.ada).teams == []


def test_a_stage_asks_only_for_teams_that_there_are(people: Cast, project: Project) -> None:
    answer = ask(project, people.owner, "objects", "nobody-knows-it")
    assert answer.status_code == 422
    (field,) = answer.json()["error"]["fields"]
    assert field["path"] == "settings.stages.objects.teams"


def test_settings_taken_to_a_new_project_bring_their_teams(people: Cast) -> None:
    changes = {"stages": {"objects": {"teams": ["birds"]}}}
    project = projects.create_project(
        name="Another", description="", recipe_name="iiw", changes=changes, creator=people.owner
    )
    assert list(project.teams.values_list("key", "name")) == [("birds", "birds")]
