"""Nobody becomes a member without saying yes; inviting tells nobody who has an account."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.people.models import User
from annotate.projects import services
from annotate.projects.models import AuditEvent, Membership, NamedInvitation, Project
from tests.conftest import PASSWORD, Cast, client_of

pytestmark = pytest.mark.django_db


def invited(by: User, project: Project, *usernames: str, role: str = "annotator") -> Any:
    body = {"usernames": list(usernames), "role": role}
    url = f"/api/v1/projects/{project.pk}/named-invitations"
    return client_of(by).post(url, body, format="json")


def asked(user: User) -> Any:
    return client_of(user).get("/api/v1/me/invitations").json()


def answer(user: User, word: str, number: int) -> Any:
    return client_of(user).post(f"/api/v1/me/invitations/{number}/{word}")


def is_member(user: User, project: Project) -> bool:
    return Membership.objects.filter(user=user, project=project).exists()


@pytest.mark.parametrize("by", ["owner", "admin"])
@pytest.mark.parametrize("role", ["annotator", "lead"])
def test_who_is_invited_is_no_member_until_they_accept(
    people: Cast, project: Project, by: str, role: str
) -> None:
    assert invited(getattr(people, by), project, "SAM", role=role).status_code == 201
    assert not is_member(people.stranger, project)
    url = f"/api/v1/projects/{project.pk}"
    assert client_of(people.stranger).get(url).status_code == 404
    [question] = asked(people.stranger)
    assert question["project"] == {"id": project.pk, "name": project.name}
    assert question["invited_by"]["username"] == getattr(people, by).username
    joined = answer(people.stranger, "accept", question["id"])
    assert joined.json() == {"project_id": project.pk}
    assert Membership.objects.get(user=people.stranger, project=project).role == role
    assert asked(people.stranger) == []
    assert not NamedInvitation.objects.exists()


def test_an_admin_is_not_made_a_member_by_a_lead(people: Cast, project: Project) -> None:
    invited(people.owner, project, "ines", role="lead")
    assert not is_member(people.admin, project)


def test_there_is_no_other_way_for_a_lead_to_add_somebody(people: Cast, project: Project) -> None:
    url = f"/api/v1/projects/{project.pk}/members"
    body = {"username": "sam", "role": "annotator"}
    assert client_of(people.owner).post(url, body, format="json").status_code == 405


def test_who_declines_is_no_member_and_is_asked_no_more(people: Cast, project: Project) -> None:
    invited(people.owner, project, "sam")
    [question] = asked(people.stranger)
    assert answer(people.stranger, "decline", question["id"]).status_code == 204
    assert asked(people.stranger) == []
    assert answer(people.stranger, "accept", question["id"]).status_code == 404
    assert not is_member(people.stranger, project)
    [shown] = client_of(people.owner).get(f"/api/v1/projects/{project.pk}/named-invitations").json()
    assert shown["username"] == "sam"
    assert shown["declined_at"] is not None


def test_a_withdrawn_invitation_asks_nobody(people: Cast, project: Project) -> None:
    made = invited(people.owner, project, "sam").json()["invited"][0]
    [question] = asked(people.stranger)
    url = f"/api/v1/projects/{project.pk}/named-invitations/{made['id']}"
    assert client_of(people.owner).delete(url).status_code == 204
    assert asked(people.stranger) == []
    assert answer(people.stranger, "accept", question["id"]).status_code == 404


def test_nobody_answers_for_somebody_else(people: Cast, project: Project) -> None:
    invited(people.owner, project, "sam")
    number = NamedInvitation.objects.get().pk
    for other in (people.ada, people.owner, people.admin):
        assert answer(other, "accept", number).status_code == 404
        assert answer(other, "decline", number).status_code == 404
    assert len(asked(people.stranger)) == 1


def test_a_pasted_list_is_invited_at_once_and_names_who_is_in_already(
    people: Cast, project: Project
) -> None:
    made = invited(people.owner, project, "sam", "Sam", "nobody", "ADA", role="reviewer").json()
    assert [each["username"] for each in made["invited"]] == ["Sam", "nobody"]
    assert made["members"] == ["ada"]
    assert Membership.objects.get(user=people.ada, project=project).role == "annotator"


def test_a_name_that_cannot_be_one_is_refused_and_nobody_is_invited(
    people: Cast, project: Project
) -> None:
    refused = invited(people.owner, project, "sam", "Ada Okafor")
    assert refused.status_code == 422
    assert refused.json()["error"]["fields"][0]["path"] == "usernames[1]"
    assert not NamedInvitation.objects.exists()


def test_inviting_again_asks_once_with_the_newest_role(people: Cast, project: Project) -> None:
    invited(people.owner, project, "sam")
    invited(people.lead, project, "sam", role="reviewer")
    [question] = asked(people.stranger)
    assert question["role"] == "reviewer"


@pytest.mark.parametrize("state", ["there", "closed", "admin"])
def test_a_name_with_an_account_and_one_without_get_the_same_answer(
    people: Cast, project: Project, state: str
) -> None:
    """Status, body, list and trail; and the same queries, which is what the time goes into."""
    known = "ines" if state == "admin" else "sam"
    User.objects.filter(username="sam").update(is_active=state != "closed")
    unknown = "i" * len(known)
    told = [_all_that_is_told(people.owner, project, name) for name in (known, unknown)]
    assert told[0] == told[1]


def _all_that_is_told(lead: User, project: Project, name: str) -> Any:
    client = client_of(lead)
    base = f"/api/v1/projects/{project.pk}"
    body = {"usernames": [name], "role": "lead"}
    with CaptureQueriesContext(
        connection,
    ) as queries:
        made = client.post(f"{base}/named-invitations", body, format="json")
    statements = [each["sql"].split(" ", 1)[0] for each in queries.captured_queries]
    listed = client.get(f"{base}/named-invitations").json()
    trail = client.get(f"{base}/audit").json()["results"][0]
    members = client.get(f"{base}/members").json()
    number = made.json()["invited"][0]["id"]
    removed = client.delete(f"{base}/named-invitations/{number}").status_code
    facts = [made.status_code, made.json(), listed, trail["verb"], trail["target"], trail["data"]]
    return _without(name, [*facts, members, removed, statements, sorted(made.headers)])


def _without(name: str, told: Any) -> Any:
    """What was told, less the name that was typed, and what counts up by itself."""
    if isinstance(told, dict):
        return {
            key: _without(name, value)
            for key, value in told.items()
            if key not in ("id", "created_at")
        }
    if isinstance(told, list):
        return [_without(name, value) for value in told]
    return "(the name)" if told == name else told


def test_who_takes_an_invited_name_later_was_not_meant(people: Cast, project: Project) -> None:
    invited(people.owner, project, "dora", role="lead")
    assert asked(User.objects.create_user("dora", password=PASSWORD)) == []


def test_making_an_account_does_not_list_names(people: Cast, project: Project) -> None:
    """A bad password tells nothing, and guessing names ends after a while."""
    _, secret = services.invite(
        project=project, actor=people.owner, role="annotator", expires_in_days=1, uses=100
    )
    url = f"/api/v1/invitations/{secret}/accept"
    for name in ("ada", "zoe"):
        body = {"username": name, "password": "short"}
        refused = client_of(None).post(url, body, format="json", REMOTE_ADDR="192.0.2.7")
        assert [each["path"] for each in refused.json()["error"]["fields"]] == ["password"]
    taken = {"username": "ada", "password": PASSWORD}
    guesses = [
        client_of(None).post(url, taken, format="json", REMOTE_ADDR="192.0.2.7") for _ in range(22)
    ]
    statuses = [guess.status_code for guess in guesses]
    assert (statuses[0], statuses[-1]) == (422, 429)


def test_a_link_still_lets_people_in_and_answers_the_invitation(
    people: Cast, project: Project
) -> None:
    invited(people.owner, project, "sam")
    _, secret = services.invite(
        project=project, actor=people.owner, role="reviewer", expires_in_days=1, uses=1
    )
    client_of(people.stranger).post(f"/api/v1/invitations/{secret}/accept", {}, format="json")
    assert is_member(people.stranger, project)
    assert asked(people.stranger) == []
    listed = client_of(people.owner).get(f"/api/v1/projects/{project.pk}/named-invitations")
    assert listed.json() == []


def test_an_operator_adds_members_by_command(people: Cast, project: Project) -> None:
    call_command("add_member", str(project.pk), "SAM", "ines", "--role", "reviewer", verbosity=0)
    assert is_member(people.stranger, project)
    assert is_member(people.admin, project)
    assert AuditEvent.objects.filter(verb="member.added", actor=None).count() == 2
    with pytest.raises(CommandError, match="Nobody has the username"):
        call_command("add_member", str(project.pk), "nobody")
