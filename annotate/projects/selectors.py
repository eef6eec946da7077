"""What is told about projects, their people and their guidelines."""

from django.db.models import Case, QuerySet, Value, When

from annotate.core import clock, errors
from annotate.messages import Message
from annotate.people.tokens import digest
from annotate.projects.models import AuditEvent, Guideline, Invitation, Membership, Project, Role


def by_id_or_name(text: str) -> Project:
    """Return the project that a person names on the command line, or say which there are.

    Raises:
        NotFound: no project has this id or name.
        Conflict: several have this name.
    """
    found = list(Project.objects.filter(pk=int(text)) if text.isdecimal() else [])
    found = found or list(Project.objects.filter(name__iexact=text).order_by("pk"))
    if len(found) > 1:
        ids = ", ".join(str(project.pk) for project in found)
        raise errors.Conflict(Message("project_name_ambiguous", name=text, ids=ids))
    if not found:
        known = [f"{pk} ({name})" for pk, name in Project.objects.values_list("pk", "name")[:20]]
        raise errors.NotFound(
            Message("unknown_project", name=text, projects=known)
            if known
            else Message("no_projects_yet", name=text)
        )
    return found[0]


def members(project: Project) -> QuerySet[Membership]:
    """Return the members: leads first, then reviewers, then annotators, in order of joining."""
    rank = Case(
        *(When(role=role, then=Value(place)) for place, role in enumerate(Role)), default=Value(9)
    )
    return project.memberships.select_related("user").order_by(rank, "id")


def member(project: Project, membership_id: int) -> Membership:
    """Return one membership of this project, or raise NotFound."""
    found = project.memberships.select_related("user", "project").filter(pk=membership_id).first()
    if found is None:
        raise errors.NotFound
    return found


def open_invitations(project: Project) -> QuerySet[Invitation]:
    """Return the invitations that still work, newest first."""
    return project.invitations.filter(expires_at__gt=clock.now(), uses_left__gt=0).order_by("-id")


def invitation(secret: str) -> Invitation:
    """Return the invitation a link leads to, or raise NotFound."""
    found = (
        Invitation.objects.select_related("project")
        .filter(digest=digest(secret), expires_at__gt=clock.now(), uses_left__gt=0)
        .first()
    )
    if found is None:
        raise errors.NotFound(Message("invitation_not_valid"))
    return found


def guidelines(project: Project) -> QuerySet[Guideline]:
    """Return all versions of the guidelines, newest first."""
    return project.guidelines.select_related("author").order_by("-version")


def guideline(project: Project, version: int) -> Guideline:
    """Return one version of the guidelines, or raise NotFound."""
    found = guidelines(project).filter(version=version).first()
    if found is None:
        raise errors.NotFound
    return found


def audit_trail(project: Project) -> QuerySet[AuditEvent]:
    """Return what was done to the project, newest first."""
    return project.audit.select_related("actor").order_by("-id")
