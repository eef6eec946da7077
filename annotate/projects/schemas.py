"""Projects and what belongs to them as requests and responses say them."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from annotate.analysis.text import clean_line
from annotate.core import clock
from annotate.core.schemas import Changes, Id, PageQuery, Schema, Text
from annotate.people.preferences import Language
from annotate.people.schemas import DisplayName, Me, Password, Person, Username, username_form
from annotate.projects import models
from annotate.projects.models import Role
from annotate.projects.recipes import Recipe, RecipeChanges

Name = Annotated[str, Text(200)]
Description = Annotated[str, Text(5000, min_length=0)]
# As `Username`, and of any length: accounts that a command made may have a shorter one.
InvitedName = Annotated[str, Text(150), AfterValidator(username_form)]
# "sending": a job mails it soon, or tries again.
InvitationState = Literal["sending", "sent", "accepted", "failed", "expired"]
StageKey = Annotated[str, Text(50)]


def _line(value: object) -> object:
    return clean_line(value) if isinstance(value, str) else value


# The name of a field of the images' metadata, as `annotate.images.details` takes it.
CategoryField = Annotated[str, Text(60), BeforeValidator(_line)]


class ProjectCounts(Schema):
    samples: int
    done: int
    members: int


class ProjectOrigin(Schema):
    """The study a project was made for, and the project whose texts are judged in it."""

    id: int
    name: str
    project: int
    project_name: str


class Project(Schema):
    """A project. Annotators get no recipe: the number of rounds would tell them their place."""

    id: int
    name: str
    description: str
    state: models.Project.State
    role: Role | None
    guidelines_required: bool
    annotators_comment: Annotated[
        bool, Field(description="Whether annotators take part in comments on their own work.")
    ]
    recipe: Recipe | None
    category_field: Annotated[
        str | None,
        Field(
            description="The field of the images' metadata that names their categories; for leads."
        ),
    ]
    counts: ProjectCounts
    study: ProjectOrigin | None = Field(
        description="Only for those who may read the texts that are judged."
    )
    created_at: datetime


class NewProject(Schema):
    name: Name
    description: Description = ""
    recipe: Annotated[str, Text(50)] = "iiw"
    guidelines_required: bool = True
    settings: RecipeChanges = RecipeChanges()


class ProjectChanges(Changes):
    name: Name | None = None
    description: Description | None = None
    state: models.Project.State | None = None
    guidelines_required: bool | None = None
    category_field: CategoryField | None = None
    annotators_comment: bool | None = None
    settings: RecipeChanges | None = None


class Member(Schema):
    id: int
    user: Person
    role: Role
    is_blocked: bool
    teams: Annotated[list[str], Field(description="The keys of the teams they are in.")]
    joined_at: datetime
    last_seen: Annotated[
        date | None,
        Field(description="The day (UTC) they last worked here; null who never did."),
    ]

    @classmethod
    def of(cls, membership: models.Membership, last_seen: date | None) -> "Member":
        return cls(
            id=membership.pk,
            user=Person.of(membership.user),
            role=Role(membership.role),
            is_blocked=membership.is_blocked,
            teams=membership.teams,
            joined_at=membership.joined_at,
            last_seen=last_seen,
        )


class MemberChanges(Changes):
    role: Role | None = None
    is_blocked: bool | None = None


class Invitation(Schema):
    id: int
    role: Role
    created_at: datetime
    expires_at: datetime
    uses_left: int

    @classmethod
    def of(cls, invitation: models.Invitation) -> "Invitation":
        return cls.model_validate(invitation, from_attributes=True)


class CreatedInvitation(Invitation):
    """A new invitation with the link to send, which is said here and never again."""

    url: str


class MailedInvitation(Schema):
    """Somebody invited at an address; nobody is told whose it is."""

    id: int
    email: str
    role: Role
    state: InvitationState
    language: Language
    created_at: datetime
    mailed_at: datetime | None
    expires_at: datetime

    @classmethod
    def of(cls, row: models.Invitation) -> "MailedInvitation":
        return cls.from_row(row, state=_state_of(row))


def _state_of(row: models.Invitation) -> InvitationState:
    if not row.uses_left:
        return "accepted"
    if row.mail_at is not None:
        return "sending"
    if row.mail_failed:
        return "failed"
    return "sent" if row.expires_at > clock.now() else "expired"


class NewInvitation(Schema):
    role: Role
    expires_in_days: Annotated[int, Field(ge=1, le=90)] = 14
    uses: Annotated[int, Field(ge=1, le=1000)] = 1


class NamedInvitation(Schema):
    """Somebody invited, by the name that was typed: whether anybody has it is not said."""

    id: int
    username: str
    role: Role
    created_at: datetime
    declined_at: datetime | None

    @classmethod
    def of(cls, invitation: models.NamedInvitation) -> "NamedInvitation":
        return cls.from_row(invitation)


class NewNamedInvitations(Schema):
    usernames: Annotated[list[InvitedName], Field(min_length=1, max_length=200)]
    role: Role


class NamedInvitations(Schema):
    invited: list[NamedInvitation]
    members: Annotated[list[str], Field(description="Who is a member already, and is not asked.")]


class GuidelineVersion(Schema):
    version: int
    created_at: datetime
    author: Person

    @classmethod
    def of(cls, guideline: models.Guideline) -> "GuidelineVersion":
        return cls.from_row(guideline, author=Person.of(guideline.author))


class Guideline(GuidelineVersion):
    body: str

    @classmethod
    def of(cls, guideline: models.Guideline) -> "Guideline":
        return cls(**dict(GuidelineVersion.of(guideline)), body=guideline.body)


class Guidelines(Schema):
    current: Guideline | None
    versions: list[GuidelineVersion]
    unread: bool
    required: bool


class GuidelinesRead(Schema):
    version: Annotated[int, Field(ge=1, lt=2**31)] | None = None  # the newest


class NewGuideline(Schema):
    body: Annotated[str, Text(100_000)]


class UserMembership(Schema):
    """A project that somebody is a member of, as admins see it."""

    id: int
    project: "InvitedProject"
    role: Role
    is_blocked: bool
    joined_at: datetime

    @classmethod
    def of(cls, membership: models.Membership) -> "UserMembership":
        return cls.from_row(membership, project=InvitedProject.of(membership.project))


class AuditFilters(Schema):
    """Which entries of an audit trail; what is not given filters nothing."""

    q: Annotated[
        Annotated[str, Text(200, min_length=0)] | None,
        Field(description="Words, each of which is somewhere in the entry."),
    ] = None
    actor: Annotated[
        Annotated[str, Text(150, min_length=0)] | None,
        Field(description="A part of the name of whoever did it."),
    ] = None
    verb: Annotated[
        Annotated[str, Text(60, min_length=0)] | None, Field(description="The kind of act.")
    ] = None
    target: Annotated[
        Annotated[str, Text(200, min_length=0)] | None,
        Field(description="A part of what it was done to."),
    ] = None
    since: Annotated[date | None, Field(description="The first day (UTC).")] = None
    until: Annotated[date | None, Field(description="The last day (UTC).")] = None


class AuditQuery(AuditFilters, PageQuery):
    """One page of these entries."""


class AuditFileQuery(AuditFilters):
    """These entries as a file."""

    kind: Literal["csv", "jsonl"] = "csv"


class InstallationAuditQuery(AuditQuery):
    """Entries of every project and of the installation."""

    project: Id | None = None


class InstallationAuditFileQuery(AuditFileQuery):
    """These entries as a file."""

    project: Id | None = None


class AuditEvent(Schema):
    """Who did what; the keys of ``data`` are those of the act.

    Without a ``project`` it was done to the installation or an account.
    """

    id: int
    at: datetime
    project: "InvitedProject | None"
    actor: Person | None
    verb: str
    target: str
    data: dict[str, Any]

    @classmethod
    def of(cls, event: models.AuditEvent) -> "AuditEvent":
        return cls.from_row(
            event,
            actor=Person.of(event.actor) if event.actor else None,
            project=InvitedProject.of(event.project) if event.project else None,
        )


class InvitedProject(Schema):
    id: int
    name: str

    @classmethod
    def of(cls, project: models.Project) -> "InvitedProject":
        return cls.from_row(project)


class InvitationPage(Schema):
    """What somebody invited is shown before they have an account."""

    project: InvitedProject
    role: Role
    expires_at: datetime

    @classmethod
    def of(cls, invitation: models.Invitation) -> "InvitationPage":
        return cls.model_validate(invitation, from_attributes=True)


class Acceptance(Schema):
    """Name and password make an account; who is signed in joins as they are."""

    username: Username | None = None
    display_name: DisplayName = ""
    password: Password | None = None


class OwnInvitation(Schema):
    """A project that somebody is invited to, as they are asked."""

    id: int
    project: InvitedProject
    role: Role
    invited_by: Person
    created_at: datetime

    @classmethod
    def of(cls, invitation: models.NamedInvitation) -> "OwnInvitation":
        return cls(
            id=invitation.pk,
            project=InvitedProject(id=invitation.project_id, name=invitation.project.name),
            role=Role(invitation.role),
            invited_by=Person.of(invitation.created_by),
            created_at=invitation.created_at,
        )


class JoinedProject(Schema):
    project_id: int


class AcceptedInvitation(Schema):
    user: Me
    project_id: int
