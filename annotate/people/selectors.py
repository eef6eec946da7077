"""What is told about people."""

from collections.abc import Collection

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db.models import Q, QuerySet

from annotate.core import clock, errors
from annotate.messages import Message
from annotate.people import hooks
from annotate.people.models import (
    AddressLink,
    ApiToken,
    Passkey,
    PasswordLink,
    SecondFactorRule,
    SignIn,
    Totp,
    User,
)
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


def has_second_factor(user: User) -> bool:
    """Whether this person has set up an app or a passkey; recovery codes alone are none."""
    return bool(with_second_factor([user.pk]))


def with_second_factor(user_ids: Collection[int]) -> set[int]:
    """Who of these people has a second factor."""
    apps = Totp.objects.filter(user_id__in=user_ids).values_list("user_id")
    passkeys = Passkey.objects.filter(user_id__in=user_ids).values_list("user_id")
    return {user_id for (user_id,) in apps.union(passkeys)}


def app_of(user: User) -> Totp | None:
    """The app that shows this person's codes, if they have one."""
    return Totp.objects.filter(user=user).first()


def passkey_of(user: User, passkey_id: int) -> Passkey:
    """A passkey of this person's; NotFound where it is none."""
    return errors.existing(user.passkeys.filter(pk=passkey_id).first())


def has_app(user: User) -> bool:
    """Whether this person has an app that shows codes."""
    return Totp.objects.filter(user=user).exists()


def recovery_codes_left(user: User) -> int:
    """How many codes this person has that were not used."""
    return user.recovery_codes.filter(used_at=None).count()


def second_factor_required_for() -> str:
    """Of whom a second factor is asked; see `SecondFactorRule.For`."""
    rule = SecondFactorRule.objects.filter(pk=1).first()
    return rule.required_for if rule else SecondFactorRule.For.NOBODY


def needs_second_factor(user: User) -> bool:
    """Whether this installation asks this person for a second factor."""
    match second_factor_required_for():
        case SecondFactorRule.For.EVERYBODY:
            return True
        case SecondFactorRule.For.LEADS:
            return user.is_maker or bool(hooks.leads(user.pk))
    return False


def sign_ins_without_factor(required_for: str) -> QuerySet[SignIn]:
    """Sessions of people of whom a second factor would be asked and who have none.

    Not those of people who came by a link or from a crowd platform: they have no password, and
    those from before ways were told apart have none either.
    """
    having = Q(user__totp__isnull=False) | Q(user__passkeys__isnull=False)
    by_link = Q(how__in=("link", "crowd")) | Q(
        how="", user__password__startswith=UNUSABLE_PASSWORD_PREFIX
    )
    asked = SignIn.objects.exclude(pk__in=SignIn.objects.filter(having).values("pk"))
    asked = asked.exclude(by_link)
    if required_for == SecondFactorRule.For.EVERYBODY:
        return asked
    if required_for == SecondFactorRule.For.LEADS:
        makers = Q(user__is_staff=True) | Q(user__may_create_projects=True)
        return asked.filter(makers | Q(user_id__in=hooks.leads()))
    return asked.none()


def address_link(token: str) -> AddressLink:
    """The link of a secret by which an address is confirmed.

    Raises:
        NotFound: there is none, it was used, its time is over, or the address is not wanted now.
    """
    usable = AddressLink.objects.filter(expires_at__gt=clock.now(), user__is_active=True)
    link = usable.select_related("user").filter(digest=digest(token)).first()
    if link is None or link.address != link.user.unconfirmed_email:
        raise errors.NotFound(Message("address_link_not_valid"))
    return link


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
