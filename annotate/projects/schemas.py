"""Projects and what belongs to them as requests and responses say them."""

from datetime import datetime

from annotate.core.schemas import Schema
from annotate.people.schemas import DisplayName, Me, Password, Username
from annotate.projects import models
from annotate.projects.models import Role


class InvitedProject(Schema):
    id: int
    name: str


class InvitationPage(Schema):
    """What somebody invited is shown before they have an account."""

    project: InvitedProject
    role: Role
    expires_at: datetime

    @classmethod
    def of(cls, invitation: models.Invitation) -> "InvitationPage":
        project = invitation.project
        return cls(
            project=InvitedProject(id=project.pk, name=project.name),
            role=Role(invitation.role),
            expires_at=invitation.expires_at,
        )


class Acceptance(Schema):
    """Name and password make an account; who is signed in joins as they are."""

    username: Username | None = None
    display_name: DisplayName = ""
    password: Password | None = None


class AcceptedInvitation(Schema):
    user: Me
    project_id: int
