"""Somebody with a name that stands nowhere else, who has left traces wherever people do."""

from dataclasses import dataclass
from typing import Any

import pytest
from axes.models import AccessAttempt, AccessFailureLog, AccessLog

from annotate.core.jobs import services as job_services
from annotate.people import services as accounts
from annotate.people.models import AccountMail, User
from annotate.privacy.models import Deletion
from annotate.privacy.services import deletions
from annotate.projects import services as projects
from annotate.projects.models import Membership, Project, Role
from annotate.workflow import services
from annotate.workflow.models import Assignment
from tests.conftest import PASSWORD, Cast, add_samples, client_of
from tests.workflow.acts import TREE, claim, mark

USERNAME = "zuzana.quux"
DISPLAY_NAME = "Zuzana Quuxová"
EMAIL = "zuzana.quux@private.example"
NEW_EMAIL = "zuzana@new.private.example"


@dataclass(frozen=True)
class Known:
    """A person with traces: an answer handed in, a task held, a draft, comments, letters."""

    user: User
    project: Project
    held: Assignment


def names_of(user: User) -> list[str]:
    return [user.username, user.display_name, user.email, user.unconfirmed_email]


@pytest.fixture
def known(people: Cast, project: Project) -> Known:
    """Zuzana, whom the whole product has written down."""
    user = accounts.create_user(
        username=USERNAME,
        password=PASSWORD,
        display_name=DISPLAY_NAME,
        email=EMAIL,
        actor=people.admin,
    )
    accounts.change_user(user=user, actor=people.admin, may_create_projects=False)
    # One address is confirmed, and another one waits for it.
    user.email, user.unconfirmed_email = EMAIL, NEW_EMAIL
    user.save()
    _signed_in(user)
    _member(people, project, user)
    samples = add_samples(project, 3)
    mark(project, user, TREE)
    held = claim(project, user)
    services.save_draft(assignment=held, version=0, answer={"objects": []}, active_seconds=1)
    _said(people, project, user, samples[0])
    return Known(user, project, Assignment.objects.get(pk=held.pk))


def _signed_in(user: User) -> None:
    """Sign in, make a token, miss the password, forget it."""
    browser = client_of(None)
    who = {"username": USERNAME, "password": PASSWORD}
    assert browser.post("/api/v1/session", who, format="json").status_code == 200
    browser.post("/api/v1/session", {**who, "password": "wrong"}, format="json")
    accounts.create_token(user=user, name="script", expires_in_days=5)
    AccountMail.objects.create(purpose="link", account=EMAIL.upper())
    said = {"username": USERNAME, "ip_address": "127.0.0.1", "path_info": "/", "http_accept": ""}
    AccessLog.objects.create(**said)
    AccessFailureLog.objects.create(**said)
    AccessAttempt.objects.get_or_create(
        username=EMAIL, defaults={"failures_since_start": 1, "ip_address": "127.0.0.1"}
    )


def _member(people: Cast, project: Project, user: User) -> None:
    """Be invited by name and address, be a member, and be in a team."""
    lead = client_of(people.owner)
    base = f"/api/v1/projects/{project.pk}"
    projects.invite_by_name(
        project=project, actor=people.owner, usernames=[USERNAME], role=Role.ANNOTATOR
    )
    lead.post(f"{base}/webhooks", {"url": "https://hooks.example/in"}, format="json")
    projects.add_member(project=project, actor=people.owner, username=USERNAME, role=Role.ANNOTATOR)
    team = lead.post(f"{base}/teams", {"name": "Readers"}, format="json").json()
    member = Membership.objects.get(project=project, user=user)
    body: dict[str, Any] = {"into": [member.pk]}
    lead.post(f"{base}/teams/{team['id']}/people", body, format="json")
    for blocked in (True, False):
        projects.change_member(membership=member, actor=people.owner, role=None, is_blocked=blocked)
        member.refresh_from_db()


def _said(people: Cast, project: Project, user: User, sample: Any) -> None:
    services.add_comment(sample=sample, author=user, body="I would call it a tree.")
    services.add_comment(
        sample=sample, author=people.owner, body=f"@{USERNAME} please, or mail {EMAIL}"
    )
    services.add_comment(sample=sample, author=user, body="@olga of course")


def deleted(known: Known, by: User) -> Deletion:
    """Carry a deletion out to its end."""
    row = deletions.order(user=known.user, actor=by)
    assert row.job is not None
    job_services.run(row.job.pk)
    row.refresh_from_db()
    assert row.state == Deletion.State.DONE
    return row
