"""People as requests and responses say them."""

from datetime import datetime
from typing import Annotated, Literal

from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from pydantic import AfterValidator, Field

from annotate.core.schemas import Changes, PageQuery, Schema, Text
from annotate.messages import Message
from annotate.people import models, preferences
from annotate.people.devices import device
from annotate.people.preferences import PreferenceChanges, Preferences


def username_form(name: str) -> str:
    try:
        UnicodeUsernameValidator()(name)
    except ValidationError:
        raise ValueError(Message("username_form")) from None
    return name


def _email(address: str) -> str:
    try:
        if address:
            validate_email(address)
    except ValidationError:
        raise ValueError(Message("email_form")) from None
    return address


Username = Annotated[str, Text(150, min_length=2), AfterValidator(username_form)]
Password = Annotated[str, Text(200, strip=False)]
DeletedNumber = Annotated[
    int | None,
    Field(
        description="Of whom was deleted: all that is left of the name. `display_name` says it in"
        " English; pages say it in their own language."
    ),
]
DisplayName = Annotated[str, Text(100, min_length=0)]
Email = Annotated[str, Text(254, min_length=0), AfterValidator(_email)]


class User(Schema):
    """An account as admins see it."""

    id: int
    username: str
    display_name: str
    deleted_number: DeletedNumber
    email: str
    # An address that waits until the link in its mail is followed; `email` stays in use till then.
    unconfirmed_email: str
    is_admin: bool
    may_create_projects: bool
    is_active: bool

    @classmethod
    def of(cls, user: models.User) -> "User":
        return cls.from_row(user, display_name=user.shown_name, may_create_projects=user.is_maker)


class ListedUser(User):
    """An account in the list of all: since when it was not used, and in how many projects it is."""

    is_blocked: bool
    has_second_factor: bool
    joined_at: datetime
    last_sign_in_at: datetime | None
    projects: int

    @classmethod
    def listed(cls, user: models.User, projects: int, has_second_factor: bool) -> "ListedUser":
        return cls(
            **dict(User.of(user)),
            has_second_factor=has_second_factor,
            is_blocked=user.is_blocked,
            joined_at=user.date_joined,
            last_sign_in_at=user.last_login,
            projects=projects,
        )


class Me(User):
    """A person as only they see themselves: with what they chose for their own pages."""

    preferences: Preferences

    @classmethod
    def of(cls, user: models.User) -> "Me":
        return cls(**dict(User.of(user)), preferences=preferences.read(user.preferences))


class Person(Schema):
    """A person as others in a project see them: no address."""

    id: int
    username: str
    display_name: str
    deleted_number: DeletedNumber

    @classmethod
    def of(cls, user: models.User) -> "Person":
        return cls.from_row(user, display_name=user.shown_name)


class Pending(Schema):
    """Somebody who has shown who they are and is not in yet.

    ``answer``: a second factor is asked, for which there is an app, or passkeys. ``enrol``: one has
    to be set up first.
    """

    step: Literal["answer", "enrol"]
    username: str
    has_app: bool
    has_passkeys: bool


class Session(Schema):
    user: Me | None
    pending: Pending | None = None


class SignedOut(Schema):
    """That the session has ended, and where the browser goes to end the provider's as well."""

    address: Annotated[
        str | None, Field(description="At the identity provider; null where there is nothing.")
    ]


class Login(Schema):
    username: Annotated[str, Text(150)]
    password: Password


class ProfileChanges(Changes):
    display_name: DisplayName | None = None
    email: Email | None = None
    preferences: PreferenceChanges | None = None


class PasswordChange(Schema):
    current_password: Password
    new_password: Password
    end_tokens: Annotated[bool, Field(description="Whether tokens of scripts end as well.")] = False


class PasswordResets(Schema):
    """Whether a forgotten password can be set anew by a link in a mail."""

    available: bool


class ForgottenPassword(Schema):
    """`account` is the user name, or the address that mail goes to."""

    account: Annotated[str, Text(254)]


class NewPassword(Schema):
    token: Annotated[str, Text(100)]
    new_password: Password
    end_tokens: Annotated[bool, Field(description="Whether tokens of scripts end as well.")] = True


class AddressToken(Schema):
    token: Annotated[str, Text(100)]


class Token(Schema):
    id: int
    name: str
    prefix: str
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None


class OpenSession(Schema):
    """A browser in which somebody is signed in; ``browser`` and ``system`` are names, or empty.

    ``address`` is where it signed in from, ``how`` by what (``password``, ``passkey``, ``link``,
    ``invitation``, ``provider``), ``second_factor`` what was shown beside it (``totp``,
    ``passkey``, ``recovery``); each is empty where it is not known, and where there was none.
    """

    id: int
    browser: str
    system: str
    address: str
    how: str
    second_factor: str
    created_at: datetime
    seen_at: datetime
    is_this_one: bool

    @classmethod
    def of(cls, row: models.SignIn, key: str | None = None) -> "OpenSession":
        """``key`` is that of the session in which this is asked."""
        said = device(row.user_agent)
        return cls.from_row(
            row, browser=said.browser, system=said.system, is_this_one=row.session_id == key
        )


class CreatedToken(Token):
    """A new token with its secret, which is said here and never again."""

    token: str


class UserDetail(ListedUser):
    """An account with what opens it: tokens of scripts, and sessions in browsers."""

    tokens: list[Token]
    sessions: list[OpenSession]


class UsersQuery(PageQuery):
    """Which accounts; what is not given filters nothing."""

    q: Annotated[
        Annotated[str, Text(200, min_length=0)] | None,
        Field(description="A part of a name, a user name or an address."),
    ] = None
    rights: Annotated[
        Literal["admin", "maker"] | None,
        Field(description="`maker`: may create projects, and is no admin."),
    ] = None
    state: Annotated[
        Literal["open", "blocked", "closed"] | None,
        Field(description="`blocked`: given no work anywhere."),
    ] = None


class NewToken(Schema):
    name: Annotated[str, Text(100)]
    expires_in_days: Annotated[int, Field(ge=1, le=366)] = 90


class NewUser(Schema):
    username: Username
    password: Password
    display_name: DisplayName = ""
    email: Email = ""
    is_admin: bool = False
    may_create_projects: bool = False


class UserChanges(Changes):
    email: Email | None = None
    is_admin: bool | None = None
    may_create_projects: bool | None = None
    is_active: bool | None = None
    password: Password | None = None
