"""What is told about people."""

from django.db.models import Q, QuerySet

from annotate.core import clock, errors
from annotate.messages import Message
from annotate.people.models import ApiToken, PasswordLink, User
from annotate.people.tokens import digest

# One address may belong to several accounts; each gets a mail of its own, up to so many.
MOST_ACCOUNTS = 5


def people() -> QuerySet[User]:
    return User.objects.order_by("-id")


def person(user_id: int) -> User:
    return errors.existing(User.objects.filter(pk=user_id).first())


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """Those that still work, newest first."""
    return user.tokens.filter(expires_at__gt=clock.now()).order_by("-id")


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
