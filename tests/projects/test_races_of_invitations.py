"""One invitation mailed by several workers at once. Only PostgreSQL lets them meet."""

import re

import pytest
from django.core import mail as outbox
from pytest_django import Settings

from annotate.core import errors
from annotate.people.models import User
from annotate.people.tokens import digest
from annotate.projects.models import AuditEvent, Invitation, Project
from annotate.projects.services import mailed_invitations
from tests.conftest import Cast
from tests.projects.receiving import Idle
from tests.together import together

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
EVA = "eva@example.org"


@pytest.fixture(autouse=True)
def mail_server(settings: Settings) -> None:
    settings.EMAIL_URL = "smtp://mail.example.org"
    settings.PUBLIC_URL = "https://annotate.example.org"


def send() -> object:
    return mailed_invitations.send_due({}, Idle())


def secrets() -> list[str]:
    """The secrets that were mailed, in the order in which they went out."""
    return [
        found for mail in outbox.outbox for found in re.findall(r"/invite/(\S+)", str(mail.body))
    ]


def test_workers_that_send_at_once_mail_an_invitation_once(project: Project, people: Cast) -> None:
    """Catches two mails, of which the link of one would lead nowhere."""
    mailed_invitations.invite_by_mail(
        project=project, actor=people.lead, addresses=[EVA], role="annotator"
    )
    assert not [each for each in together(*[send] * 4) if isinstance(each, Exception)]
    [secret] = secrets()
    assert Invitation.objects.get().digest == digest(secret)


def test_leads_who_invite_one_address_at_once_make_one_invitation(
    project: Project, people: Cast
) -> None:
    """Catches an error for the second of two leads, or two links for one person."""

    def invite(by: User) -> object:
        return mailed_invitations.invite_by_mail(
            project=project, actor=by, addresses=[EVA], role="annotator"
        )

    found = together(lambda: invite(people.lead), lambda: invite(people.owner))
    assert not [each for each in found if isinstance(each, errors.AppError)]
    assert Invitation.objects.filter(email=EVA).count() == 1
    send()
    [secret] = secrets()
    assert Invitation.objects.get().digest == digest(secret)


def test_an_invitation_sent_again_while_it_is_mailed_ends_with_a_link_that_works(
    project: Project, people: Cast
) -> None:
    """Catches a wish that is lost, and a last mail whose link is no longer the one kept."""
    [invitation] = mailed_invitations.invite_by_mail(
        project=project, actor=people.lead, addresses=[EVA], role="annotator"
    )

    def again() -> object:
        return mailed_invitations.send_again(invitation=invitation, actor=people.owner)

    found = together(send, again, send)
    assert not [each for each in found if isinstance(each, Exception)]
    send()
    row = Invitation.objects.get()
    assert row.mail_at is None
    assert AuditEvent.objects.filter(verb="invitation.mailed").count() == 2
    assert digest(secrets()[-1]) == row.digest
