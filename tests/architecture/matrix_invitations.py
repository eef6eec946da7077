"""Invitations by name and by mail, for the table of permissions: what is sent, what is found."""

from annotate.people.models import User
from annotate.people.tokens import new_secret
from annotate.projects import services
from annotate.projects.models import Invitation, Project
from annotate.projects.services.mailed_invitations import LASTS
from tests.architecture import matrix_teams
from tests.architecture.matrix_audiences import Bodies

_NAMED = "projects/{project}/named-invitations"
_LIST = "projects/{project}/invitees"
BODIES: Bodies = {
    ("post", _NAMED): {"usernames": ["ines", "nobody"], "role": "annotator"},
    ("post", _LIST): {"entries": ["ines", "ada"], "role": "annotator"},
    ("post", f"{_LIST}/check"): {"entries": ["ines", "Ada Okafor"]},
}


def put_in(project: Project, owner: User, annotator: User) -> dict[str, int]:
    """Make a team in the project, invite a name and an address, and the annotator elsewhere."""
    other = services.create_project(
        name="Another", description="", recipe_name="iiw", changes={}, creator=project.created_by
    )
    if owner == annotator:  # who works in a project of their own is asked nothing
        other.memberships.all().delete()
    ids = {"mailed_invitation": _mailed(project, owner).pk, **matrix_teams.put_in(project, owner)}
    for name, where, username in (
        ("named_invitation", project, "nobody"),
        ("own_invitation", other, annotator.username),
    ):
        made = services.invite_by_name(
            project=where, actor=owner, usernames=[username], role="annotator"
        )
        ids[name] = made.invited[0].pk
    return ids


def _mailed(project: Project, owner: User) -> Invitation:
    invitation = Invitation(
        project=project,
        role="annotator",
        digest=new_secret().digest,
        created_by=owner,
        email="ada@example.org",
    )
    invitation.expires_at = invitation.created_at + LASTS
    invitation.save()
    return invitation
