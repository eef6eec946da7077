"""What is told about people."""

from django.db.models import Q, QuerySet

from annotate.core import clock, errors
from annotate.messages import Message
from annotate.people.models import ApiToken, PasswordLink, SignIn, User
from annotate.people.tokens import digest

# One address may belong to several accounts; each gets a mail of its own, up to so many.
MOST_ACCOUNTS = 5
MOST_SESSIONS = 100


def people(
    *, words: str | None = None, rights: str | None = None, state: str | None = None
) -> QuerySet[User]:
    """Accounts, newest first.

    Args:
        words: a part of a name, a user name or an address, in whatever case.
        rights: ``admin``, or ``maker`` for those who may create projects and are no admins.
        state: ``closed``, ``blocked`` (on the whole installation), or ``open`` for the others.
    """
    found = User.objects.order_by("-id")
    if words:
        by_name = Q(username__icontains=words) | Q(display_name__icontains=words)
        found = found.filter(by_name | Q(email__icontains=words))
    if rights:
        found = found.filter(_RIGHTS[rights])
    return found.filter(_STATES[state]) if state else found


_RIGHTS = {"admin": Q(is_staff=True), "maker": Q(is_staff=False, may_create_projects=True)}
_STATES = {
    "open": Q(is_active=True, is_blocked=False),
    "blocked": Q(is_active=True, is_blocked=True),
    "closed": Q(is_active=False),
}


def person(user_id: int) -> User:
    return errors.existing(User.objects.filter(pk=user_id).first())


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """Those that still work, newest first."""
    return user.tokens.filter(expires_at__gt=clock.now()).order_by("-id")


def sessions_of(user: User) -> QuerySet[SignIn]:
    """Those that are still open, the last one in use first; at most a hundred."""
    open_ones = user.sign_ins.filter(session__expire_date__gt=clock.now())
    return open_ones.order_by("-seen_at", "-id")[:MOST_SESSIONS]


def who_forgot(account: str) -> list[User]:
    """The accounts that a name or an address means, of those that a mail can bring back.

    People who come by links of a crowd have no password, and nobody brings a closed account back.
    """
    named = User.objects.filter(Q(username__iexact=account) | Q(email__iexact=account))
    reached = named.filter(is_active=True).exclude(email="").order_by("pk")
    return [user for user in reached[:MOST_ACCOUNTS] if user.has_usable_password()]


def password_link(token: str) -> PasswordLink:
    """The link of a secret.

    Raises:
        NotFound: there is none, it was used, or its time is over.
    """
    usable = PasswordLink.objects.filter(
        used_at=None, expires_at__gt=clock.now(), user__is_active=True
    )
    link = usable.select_related("user").filter(digest=digest(token)).first()
    if link is None:
        raise errors.NotFound(Message("password_link_not_valid"))
    return link
