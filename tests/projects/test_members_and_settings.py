"""Roles, guidelines, settings and the trail of what was done."""

from typing import Any

import pytest

from annotate.projects.models import AuditEvent, Membership, Project
from annotate.workflow.models import Task
from tests.conftest import Cast, add_samples, client_of
from tests.workflow.acts import TREE, claim, draft, mark, submit, use_recipe

pytestmark = pytest.mark.django_db


def call(user: Any, method: str, project: Project, path: str = "", **body: Any) -> Any:
    url = f"/api/v1/projects/{project.pk}{path}"
    return getattr(client_of(user), method)(url, body or None, format="json")


def membership(project: Project, user: Any) -> Membership:
    return Membership.objects.get(project=project, user=user)


# --- Members ----------------------------------------------------------------------------------


def test_members_are_shown_without_their_addresses(people: Cast, project: Project) -> None:
    people.ada.email = "ada@example.org"
    people.ada.save()
    assert b"ada@example.org" not in call(people.owner, "get", project, "/members").content


@pytest.mark.parametrize("change", ["demote", "block", "remove"])
def test_the_last_lead_stays(people: Cast, project: Project, change: str) -> None:
    call(people.owner, "delete", project, f"/members/{membership(project, people.lead).pk}")
    path = f"/members/{membership(project, people.owner).pk}"
    bodies: dict[str, dict[str, Any]] = {
        "demote": {"role": "annotator"},
        "block": {"is_blocked": True},
    }
    body = bodies.get(change)
    answer = call(people.owner, "patch" if body else "delete", project, path, **(body or {}))
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "last_lead")
    assert membership(project, people.owner).role == "lead"


def test_a_blocked_lead_does_not_count_as_one(people: Cast, project: Project) -> None:
    Membership.objects.filter(user=people.lead).update(is_blocked=True)
    path = f"/members/{membership(project, people.owner).pk}"
    assert call(people.owner, "delete", project, path).status_code == 409


def test_who_is_blocked_gets_no_work_and_cannot_submit(people: Cast, project: Project) -> None:
    add_samples(project, 1)
    held = claim(project, people.ada)
    path = f"/members/{membership(project, people.ada).pk}"
    call(people.owner, "patch", project, path, is_blocked=True)
    client = client_of(people.ada)
    assert call(people.ada, "post", project, "/claim").json()["error"]["code"] == "blocked"
    body = {"key": "11111111-2222-4333-8444-555555555555", "answer": {"objects": []}}
    answer = client.post(f"/api/v1/assignments/{held.pk}/submit", body, format="json")
    assert answer.status_code == 403
    [work] = client.get("/api/v1/work").json()["projects"]
    assert work["reason"] == "blocked"


def test_what_a_blocked_person_types_is_kept(people: Cast, project: Project) -> None:
    use_recipe(project, {"key": "description"})
    add_samples(project, 1)
    held = claim(project, people.ada)
    Membership.objects.filter(user=people.ada).update(is_blocked=True)
    body = {"version": 0, "answer": {"text": "Precious"}}
    answer = client_of(people.ada).put(f"/api/v1/assignments/{held.pk}/draft", body, format="json")
    assert answer.status_code == 200


def test_what_somebody_wrote_stays_when_they_go(people: Cast, project: Project) -> None:
    [sample] = add_samples(project, 1)
    mark(project, people.ada, TREE)
    call(people.owner, "delete", project, f"/members/{membership(project, people.ada).pk}")
    shown = client_of(people.owner).get(f"/api/v1/samples/{sample.pk}").json()
    assert shown["stages"][0]["annotations"][0]["author"]["username"] == "ada"
    assert call(people.ada, "get", project).status_code == 404


def test_a_release_is_open_to_who_has_gone(people: Cast, project: Project) -> None:
    add_samples(project, 1)
    held = claim(project, people.ada)
    Membership.objects.filter(user=people.ada).delete()
    answer = client_of(people.ada).post(f"/api/v1/assignments/{held.pk}/release")
    assert answer.status_code == 204
    assert Task.objects.get().state == "open"


# --- State and settings -----------------------------------------------------------------------


@pytest.mark.parametrize("state", ["paused", "archived"])
def test_a_paused_project_gives_out_nothing(people: Cast, project: Project, state: str) -> None:
    add_samples(project, 1)
    call(people.owner, "patch", project, state=state)
    answer = call(people.ada, "post", project, "/claim")
    nothing = {"assignment": None, "hit": None, "gate": None}
    assert answer.json() == nothing | {"reason": "paused"}
    projects = client_of(people.ada).get("/api/v1/work").json()["projects"]
    assert [each["reason"] for each in projects] == (["paused"] if state == "paused" else [])


def test_who_has_begun_can_finish_in_a_paused_project(people: Cast, project: Project) -> None:
    add_samples(project, 1)
    held = claim(project, people.ada)
    call(people.owner, "patch", project, state="paused")
    submit(held)
    assert held.sample.annotations.count() == 1


def test_work_says_why_there_is_none(people: Cast, project: Project) -> None:
    client = client_of(people.ada)
    assert client.get("/api/v1/work").json()["projects"][0]["reason"] == "nothing_open"
    add_samples(project, 1)
    work = client.get("/api/v1/work").json()["projects"][0]
    assert work["reason"] is None
    assert [stage["available"] for stage in work["stages"]] == [True, False]
    mark(project, people.ada)
    work = client.get("/api/v1/work").json()["projects"][0]
    assert (work["reason"], work["done_by_me"]) == ("no_more_for_you", 1)


def test_work_shows_what_is_held_and_when_it_was_saved(people: Cast, project: Project) -> None:
    use_recipe(project, {"key": "description"})
    add_samples(project, 1)
    held = claim(project, people.ada)
    assert client_of(people.ada).get("/api/v1/work").json()["held"][0]["saved_at"] is None
    draft(held, "Half", version=0)
    [shown] = client_of(people.ada).get("/api/v1/work").json()["held"]
    assert shown["assignment_id"] == held.pk
    assert shown["saved_at"] is not None


def test_settings_are_changed_within_the_rules_of_the_recipe(
    people: Cast, project: Project
) -> None:
    settings = {"rounds": {"description": 2}, "threshold": 0.6, "ngram": 2, "no_repeat": "stage"}
    recipe = call(people.owner, "patch", project, settings=settings).json()["recipe"]
    stage = recipe["stages"][1]
    assert (stage["rounds"], stage["stop"]["threshold"], stage["stop"]["n"]) == (2, 0.6, 2)
    assert recipe["no_repeat"] == "stage"


@pytest.mark.parametrize(
    ("settings", "path"),
    [
        ({"rounds": {"description": 0}}, "settings.rounds.description"),
        ({"rounds": {"nowhere": 1}}, "settings.rounds.nowhere"),
        ({"threshold": 1.5}, "settings.threshold"),
        ({"ngram": 9}, "settings.ngram"),
        ({"no_repeat": "never"}, "settings.no_repeat"),
    ],
)
def test_settings_that_cannot_work_are_refused_by_name(
    people: Cast, project: Project, settings: dict[str, Any], path: str
) -> None:
    answer = call(people.owner, "patch", project, settings=settings, name="Not this either")
    assert answer.status_code == 422
    assert path in [field["path"] for field in answer.json()["error"]["fields"]]
    project.refresh_from_db()
    assert project.name == "Street scenes", "nothing is half done"


def test_counts_are_those_of_the_project(people: Cast, project: Project) -> None:
    add_samples(project, 3)
    shown = call(people.owner, "get", project).json()["counts"]
    assert shown == {"samples": 3, "done": 0, "members": 7}


def test_an_unknown_recipe_is_refused(people: Cast) -> None:
    body = {"name": "New", "recipe": "nonsense"}
    answer = client_of(people.owner).post("/api/v1/projects", body, format="json")
    assert answer.json()["error"]["fields"][0]["code"] == "unknown_recipe"
    assert not Project.objects.exists()


# --- Guidelines and the trail -----------------------------------------------------------------


def test_guidelines_are_unread_until_read_and_again_when_they_change(
    people: Cast, project: Project
) -> None:
    def unread() -> bool:
        return bool(call(people.ada, "get", project, "/guidelines").json()["unread"])

    assert unread()
    call(people.ada, "post", project, "/guidelines/read")
    assert not unread()
    call(people.owner, "post", project, "/guidelines", body="# Look closely")
    assert unread()


def test_every_version_of_the_guidelines_stays(people: Cast, project: Project) -> None:
    first = call(people.ada, "get", project, "/guidelines").json()["current"]["body"]
    made = call(people.owner, "post", project, "/guidelines", body="# Second")
    assert made.json()["version"] == 2
    shown = call(people.ada, "get", project, "/guidelines").json()
    assert shown["current"]["body"] == "# Second"
    assert [each["version"] for each in shown["versions"]] == [2, 1]
    assert call(people.ada, "get", project, "/guidelines/1").json()["body"] == first
    assert call(people.ada, "get", project, "/guidelines/3").status_code == 404


def test_the_trail_says_who_did_what(people: Cast, project: Project) -> None:
    call(people.owner, "patch", project, name="Kites")
    call(people.lead, "post", project, "/named-invitations", usernames=["sam"], role="annotator")
    trail = call(people.owner, "get", project, "/audit").json()["results"]
    found = [(each["actor"]["username"], each["verb"], each["target"]) for each in trail]
    assert found == [
        ("leo", "member.invited", "sam"),
        ("olga", "project.changed", ""),
        ("olga", "project.created", "Street scenes"),
    ]


def test_a_refused_act_leaves_no_trail(people: Cast, project: Project) -> None:
    before = AuditEvent.objects.count()
    call(people.owner, "post", project, "/named-invitations", usernames=["ada"], role="lead")
    call(people.ada, "patch", project, name="Mine now")
    assert AuditEvent.objects.count() == before
