"""What is told about projects, their people and their guidelines."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, time
from typing import Any

from django.db.models import (
    Case,
    Count,
    Exists,
    Min,
    OuterRef,
    Q,
    QuerySet,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Cast

from annotate.core import clock, errors
from annotate.messages import Message
from annotate.people.models import User
from annotate.people.tokens import digest
from annotate.projects import team_schemas as schemas
from annotate.projects.models import (
    AuditEvent,
    Guideline,
    Invitation,
    Membership,
    NamedInvitation,
    Project,
    Role,
    Team,
    WebhookDelivery,
    WebhookEndpoint,
)
from annotate.projects.needs import Need
from annotate.projects.schemas import AuditFilters

MOST_VERBS = 500
MOST_WORDS = 10


def by_id_or_name(text: str) -> Project:
    """The project that a person names on the command line.

    Raises:
        NotFound: no project has this id or name; those there are are named.
        Conflict: several have this name.
    """
    projects = list(Project.objects.filter(pk=int(text)) if text.isdecimal() else [])
    projects = projects or list(Project.objects.filter(name__iexact=text).order_by("pk"))
    if len(projects) > 1:
        ids = ", ".join(str(project.pk) for project in projects)
        raise errors.Conflict(Message("project_name_ambiguous", name=text, ids=ids))
    if not projects:
        known = [f"{pk} ({name})" for pk, name in Project.objects.values_list("pk", "name")[:20]]
        raise errors.NotFound(
            Message("unknown_project", name=text, projects=known)
            if known
            else Message("no_projects_yet", name=text)
        )
    return projects[0]


def members(project: Project) -> QuerySet[Membership]:
    """Leads first, then reviewers, then annotators, in order of joining."""
    rank = Case(
        *(When(role=role, then=Value(place)) for place, role in enumerate(Role)), default=Value(9)
    )
    return project.memberships.select_related("user").order_by(rank, "id")


def member(project: Project, membership_id: int) -> Membership:
    memberships = project.memberships.select_related("user", "project")
    return errors.existing(memberships.filter(pk=membership_id).first())


def team(project: Project, team_id: int) -> Team:
    """One team of a project; raises NotFound for those of others."""
    return errors.existing(project.teams.select_related("project").filter(pk=team_id).first())


def teams(project: Project) -> list[schemas.Team]:
    """By name, each with how many are in it and which stages ask for it; two statements."""
    sizes: Counter[str] = Counter()
    for keys in project.memberships.values_list("teams", flat=True):
        sizes.update(keys)
    return [_team(project, row, sizes[row.key]) for row in project.teams.order_by("name")]


def team_told(row: Team) -> schemas.Team:
    """One team as `teams` tells it."""
    members = row.project.memberships.values_list("teams", flat=True)
    return _team(row.project, row, sum(row.key in keys for keys in members))


def _team(project: Project, row: Team, members: int) -> schemas.Team:
    stages = [stage.key for stage in project.recipe.stages if row.key in stage.teams]
    return schemas.Team.from_row(row, members=members, stages=stages)


def led_by(user: User) -> QuerySet[Membership]:
    """Where somebody leads or reviews; nothing of projects that are put away, nor for the blocked.

    An admin leads those that they are a member of: the others are for their own leads.
    """
    if user.is_blocked:
        return Membership.objects.none()
    mine = Membership.objects.filter(user=user, role__in=[Role.LEAD, Role.REVIEWER])
    return mine.filter(is_blocked=False).exclude(project__state=Project.State.ARCHIVED)


def who_leads(user_id: int | None) -> set[int]:
    """Answer `people.lead_finders`: who leads a project, or whether one person does."""
    found = Membership.objects.filter(role=Role.LEAD)
    found = found if user_id is None else found.filter(user_id=user_id)
    return set(found.values_list("user_id", flat=True))


def unanswered_invitations(projects: Mapping[int, Project], at: datetime) -> Iterator[Need]:
    """People who were asked by name, and have neither come nor declined."""
    asked = NamedInvitation.objects.filter(project__in=projects, declined_at=None)
    sums = asked.values_list("project").annotate(count=Count("id"), since=Min("created_at"))
    for project, count, since in sums.order_by():
        yield Need(project_id=project, kind="people_invited", count=count, since=since)


def known_people(asker: User) -> QuerySet[User]:
    """The people with an account of their own that somebody may know of; admins know of all.

    A lead knows of those in projects whose members they may list. Whoever comes through a channel
    of a crowd is there for that project alone, and is known to nobody as a person.
    """
    people = User.objects.filter(is_active=True, platform_record=None)
    if asker.is_admin:
        return people
    readable = Membership.objects.filter(
        user=asker, is_blocked=False, role__in=(Role.LEAD, Role.REVIEWER)
    )
    together = Membership.objects.filter(project__in=readable.values("project"))
    return people.filter(pk__in=together.values("user"))


def suggested_people(project: Project, asker: User, typed: str) -> QuerySet[User]:
    """Whom somebody may have in mind: known to them and no member, by name.

    Args:
        typed: a part of the user name or the shown name; empty for everybody.
    """
    members = project.memberships.values("user")
    people = known_people(asker).exclude(pk__in=members)
    named = Q(username__icontains=typed) | Q(display_name__icontains=typed)
    return people.filter(named).order_by("username")


def open_invitations(project: Project) -> QuerySet[Invitation]:
    """The links to hand on that still work, newest first."""
    return _usable().filter(project=project, email="").order_by("-id")


def mailed_invitations(project: Project) -> QuerySet[Invitation]:
    """Who was invited by mail, newest first, whatever became of it."""
    return project.invitations.exclude(email="").order_by("-created_at", "-id")


def invitation_of(project: Project, invitation_id: int) -> Invitation:
    """An invitation of a project, by a link or by mail; raises NotFound for those of others."""
    return errors.existing(project.invitations.filter(pk=invitation_id).first())


def _usable() -> QuerySet[Invitation]:
    return Invitation.objects.filter(expires_at__gt=clock.now(), uses_left__gt=0)


def invitation(secret: str) -> Invitation:
    """The invitation a link leads to; NotFound where it is unknown, has expired or is used up."""
    invitation = _usable().select_related("project").filter(digest=digest(secret)).first()
    if invitation is None:
        raise errors.NotFound(Message("invitation_not_valid"))
    return invitation


def named_invitations(project: Project) -> QuerySet[NamedInvitation]:
    """Who was asked by name and is no member, newest first."""
    return project.named_invitations.order_by("-created_at", "-id")


def invitations_of(user: User) -> QuerySet[NamedInvitation]:
    """What somebody is asked and has not answered, newest first.

    Who makes an account with a name that was invited before was not meant.
    """
    mine = NamedInvitation.objects.filter(
        folded=user.username.casefold(), created_at__gte=user.date_joined, declined_at=None
    )
    joined = Membership.objects.filter(user=user).values("project")
    unjoined = mine.exclude(project__in=joined).exclude(project__state=Project.State.ARCHIVED)
    return unjoined.select_related("project", "created_by").order_by("-created_at", "-id")


def guidelines(project: Project) -> QuerySet[Guideline]:
    """All versions, newest first."""
    return project.guidelines.select_related("author").order_by("-version")


def guideline(project: Project, version: int) -> Guideline:
    return errors.existing(guidelines(project).filter(version=version).first())


def memberships_of(user: User) -> QuerySet[Membership]:
    """Every project somebody is in, by its name."""
    found = user.memberships.select_related("project").defer("project__recipe_data")
    return found.order_by("project__name", "pk")


def audit_trail(
    project: Project | None = None, *, filters: AuditFilters | None = None
) -> QuerySet[AuditEvent]:
    """What was done to a project, or anywhere; newest first."""
    rows = _trail(project)
    if filters is not None:
        rows = _filtered(rows, filters)
    together = rows.select_related("actor", "project").defer("project__recipe_data")
    return together.order_by("-id")


def audit_verbs(project: Project | None = None) -> list[str]:
    """The kinds of acts there are entries of."""
    rows = _trail(project)
    return list(rows.order_by("verb").values_list("verb", flat=True).distinct()[:MOST_VERBS])


def _trail(project: Project | None) -> QuerySet[AuditEvent]:
    return AuditEvent.objects.all() if project is None else project.audit.all()


def _filtered(rows: QuerySet[AuditEvent], filters: AuditFilters) -> QuerySet[AuditEvent]:
    if filters.verb:
        rows = rows.filter(verb=filters.verb)
    if filters.target:
        rows = rows.filter(target__icontains=filters.target)
    if filters.actor:
        rows = rows.filter(_named("actor", filters.actor))
    if filters.since:
        rows = rows.filter(at__gte=datetime.combine(filters.since, time.min, UTC))
    if filters.until:
        rows = rows.filter(at__lte=datetime.combine(filters.until, time.max, UTC))
    words = (filters.q or "").split()[:MOST_WORDS]
    if words:
        rows = rows.annotate(said=Cast("data", TextField()))
    for word in words:
        somewhere = Q(verb__icontains=word) | Q(target__icontains=word) | Q(said__icontains=word)
        rows = rows.filter(somewhere | _named("actor", word) | Q(project__name__icontains=word))
    return rows


def _named(who: str, word: str) -> Q:
    return Q(**{f"{who}__username__icontains": word}) | Q(
        **{f"{who}__display_name__icontains": word}
    )


def webhook(project: Project, webhook_id: int) -> WebhookEndpoint:
    """One endpoint of a project; raises NotFound for those of others."""
    return errors.existing(project.webhooks.filter(pk=webhook_id).first())


def webhook_deliveries(
    endpoint: WebhookEndpoint, *, state: str | None = None
) -> QuerySet[WebhookDelivery]:
    """What was or is to be sent to an endpoint, newest first."""
    rows = endpoint.deliveries.order_by("-pk")
    return rows.filter(state=state) if state else rows


def webhook_delivery(endpoint: WebhookEndpoint, delivery_id: int) -> WebhookDelivery:
    """One delivery to an endpoint; raises NotFound for those to others."""
    rows = endpoint.deliveries.select_related("endpoint")
    return errors.existing(rows.filter(pk=delivery_id).first())


def present(project: Project, rows: Mapping[str, QuerySet[Any]]) -> dict[str, bool]:
    """By name: whether any of these rows belongs to the project. One statement for all of them.

    Each queryset is of a model with a foreign key ``project``.
    """
    of_it = {
        f"any_{name}": Exists(found.filter(project=OuterRef("pk"))) for name, found in rows.items()
    }
    values = Project.objects.filter(pk=project.pk).annotate(**of_it).values_list(*of_it).get()
    return dict(zip(rows, values, strict=True))
