"""Invitations by name, for the table of permissions: what is sent, and what there is to find."""

from annotate.people.models import User
from annotate.projects import services
from annotate.projects.models import Project
from tests.architecture.matrix_audiences import Bodies

_NAMED = "projects/{project}/named-invitations"
BODIES: Bodies = {
    ("post", _NAMED): {"usernames": ["ines", "nobody"], "role": "annotator"},
}


def put_in(project: Project, owner: User, annotator: User) -> dict[str, int]:
    """Invite a name to the project, and the annotator to another one."""
    other = services.create_project(
        name="Another", description="", recipe_name="iiw", changes={}, creator=project.created_by
    )
    if owner == annotator:  # who works in a project of their own is asked nothing
        other.memberships.all().delete()
    ids = {}
    for name, where, username in (
        ("named_invitation", project, "nobody"),
        ("own_invitation", other, annotator.username),
    ):
        made = services.invite_by_name(
            project=where, actor=owner, usernames=[username], role="annotator"
        )
        ids[name] = made.invited[0].pk
    return ids
