"""The simulated people of the project with a past: accounts to which nobody can sign in."""

from dataclasses import dataclass

from annotate.people.models import User
from annotate.people.services import create_user_without_password
from annotate.projects.models import Membership, Project, Role
from annotate.projects.services import add_member, read_guidelines

LEAD = "Nora"
# Whoever drew the objects of an image does not write about it.
WRITERS = ("Dora", "Emil", "Fay", "Gita", "Hugo", "Kim")
# Hands in one sentence about every image, within seconds.
SPAMMER = "Ivo"
RATERS = ("Mona", "Nils")


@dataclass(frozen=True)
class Cast:
    """Everybody of the past by their first name."""

    users: dict[str, User]

    @property
    def lead(self) -> User:
        return self.users[LEAD]

    @property
    def spammer(self) -> User:
        return self.users[SPAMMER]

    @property
    def writers(self) -> list[User]:
        return [self.users[name] for name in WRITERS]

    @property
    def raters(self) -> list[User]:
        return [self.users[name] for name in RATERS]


def cast() -> Cast:
    """Everybody's account; each says of itself that it is simulated."""
    roles = dict.fromkeys((*WRITERS, SPAMMER), "simulated")
    roles |= {LEAD: "simulated lead"} | dict.fromkeys(RATERS, "simulated rater")
    return Cast({name: _account(name, role) for name, role in roles.items()})


def _account(name: str, role: str) -> User:
    username = f"simulated-{name.lower()}"
    existing = User.objects.filter(username=username).first()
    return existing or create_user_without_password(
        username=username, display_name=f"{name} ({role})"
    )


def join(project: Project, people: Cast) -> None:
    """Let everybody into the project but its lead, who made it."""
    for user in (*people.writers, people.spammer, *people.raters):
        add_member(project=project, actor=None, username=user.username, role=Role.ANNOTATOR)
    read_all_guidelines(project)


def read_all_guidelines(project: Project) -> None:
    """Note that all who annotate have read the present guidelines."""
    newest = project.guidelines.order_by("-version").first()
    for membership in Membership.objects.filter(project=project, role=Role.ANNOTATOR):
        if newest is not None:
            read_guidelines(membership=membership, version=newest.version)
