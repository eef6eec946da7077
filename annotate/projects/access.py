"""Fetch and authorise in one act: what may not be seen cannot be obtained by accident.

Every function returns the project together with what the asker may do in it, or raises NotFound
for strangers (who must not learn that it exists) and Forbidden for members of another role.
"""

from dataclasses import dataclass
from typing import cast

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import QuerySet

from annotate.core import errors
from annotate.core.prepared import Parameter, Prepared
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Membership, Project, Role

Asker = User | AbstractBaseUser | AnonymousUser


@dataclass(frozen=True)
class Access:
    """A person in a project. `membership` is None for an admin who is not a member."""

    project: Project
    user: User
    membership: Membership | None

    @property
    def role(self) -> Role:
        """The role that counts; an admin acts as a lead everywhere."""
        if self.user.is_admin or self.membership is None:
            return Role.LEAD
        return Role(self.membership.role)

    @property
    def is_blocked(self) -> bool:
        """Whether they are kept from work here: in this project, or on the whole platform."""
        if self.user.is_blocked:
            return True
        return self.membership is not None and self.membership.is_blocked


_MEMBERSHIP = Prepared(
    lambda: Membership.objects.select_related("project").filter(
        project=Parameter("project"), user=Parameter("user")
    )
)


def member(asker: Asker, project_id: int) -> Access:
    """Anybody who belongs to the project, in whatever role, or an admin."""
    user = cast(User, asker)
    membership = _MEMBERSHIP.first(project=project_id, user=user.pk)
    if membership is not None:
        return Access(membership.project, user, membership)
    projects = Project.objects.filter(pk=project_id) if user.is_admin else Project.objects.none()
    return Access(errors.existing(projects.first()), user, None)


def unblocked(asker: Asker, project_id: int) -> Access:
    """A member who is not kept from work; to whoever is blocked there is nothing."""
    access = member(asker, project_id)
    if access.is_blocked:
        raise errors.NotFound
    return access


def _with_role(asker: Asker, project_id: int, *roles: Role) -> Access:
    access = member(asker, project_id)
    if access.is_blocked or access.role not in roles:
        raise errors.Forbidden
    return access


def lead(asker: Asker, project_id: int) -> Access:
    """A lead of the project, or an admin."""
    return _with_role(asker, project_id, Role.LEAD)


def reader(asker: Asker, project_id: int) -> Access:
    """A lead or a reviewer: those who may read everybody's work."""
    return _with_role(asker, project_id, Role.LEAD, Role.REVIEWER)


def worker(asker: Asker, project_id: int) -> Access:
    """A member who may work on tasks now: any role, not blocked, and truly a member."""
    access = member(asker, project_id)
    if access.membership is None:
        raise errors.Forbidden(Message("members_only"))
    if access.is_blocked:
        raise errors.Forbidden(Message("blocked"))
    return access


def visible_projects(asker: Asker) -> QuerySet[Project]:
    """The projects a person may see, newest first."""
    user = cast(User, asker)
    projects = Project.objects.order_by("-id")
    return projects if user.is_admin else projects.filter(memberships__user=user)
