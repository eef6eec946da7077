"""Who is meant by an identity: known, linked, or with a new account."""

import re
from itertools import count

from django.conf import settings
from django.db import IntegrityError, transaction

from annotate.core import clock, errors, logs
from annotate.messages import Message
from annotate.people.models import User
from annotate.people.selectors import has_second_factor
from annotate.people.services import end_sessions
from annotate.projects.services import audit
from annotate.sso.models import Identity
from annotate.sso.oidc.claims import Claimed
from annotate.sso.oidc.faults import NotSignedIn
from annotate.sso.selectors import Known

log = logs.get(__name__)
_NOT_IN_NAMES = re.compile(r"[^\w.@+-]+")
_LONGEST_NAME = 150


def refuse_addresses(provider: Known, who: Claimed) -> None:
    """Let in only whose address the provider vouches for, where it is asked for certain ones.

    Raises:
        NotSignedIn: no address came, or one that nobody has verified, or of another domain.
    """
    if not provider.email_domains:
        return
    if not who.email:
        raise NotSignedIn("email_missing")
    if not who.is_email_verified:
        raise NotSignedIn("email_unverified")
    if who.email.rpartition("@")[2].lower() not in provider.email_domains:
        raise NotSignedIn("email_domain")


def person_of(provider: Known, who: Claimed) -> User:
    """Whose account an identity opens; one is linked or made where the provider may do that.

    Raises:
        NotSignedIn: nobody has this identity, and none may be linked or made.
    """
    with transaction.atomic():
        known = _used(provider, who)
        if known is not None:
            return known
        return _linked_by_email(provider, who) or _new_account(provider, who)


def link(provider: Known, who: Claimed, *, user: User) -> None:
    """Let somebody who is signed in sign in by this identity from now on; again does nothing.

    Raises:
        NotSignedIn: it is somebody else's.
    """
    with transaction.atomic():
        known = _used(provider, who)
        if known is None:
            _keep(provider, who, user)
            _audit("linked", user, user, provider)
        elif known != user:
            raise NotSignedIn("taken")


def unlink(*, user: User, identity: Identity) -> None:
    """Take an identity off one's account.

    Raises:
        Conflict: it is the last way in.
    """
    with transaction.atomic():
        # One after another, so that no two take each other for the one that remains.
        User.objects.select_for_update().get(pk=user.pk)
        rows = Identity.objects.filter(user=user)
        has_password = user.has_usable_password() and not settings.SIGN_IN_ONLY_BY_PROVIDER
        if not has_password and not rows.exclude(pk=identity.pk).exists():
            raise errors.Conflict(Message("sso_last_way_in"))
        rows.filter(pk=identity.pk).delete()
        audit(
            project=None,
            actor=user,
            verb="identity.unlinked",
            target=user.username,
            provider=identity.provider,
        )


def _used(provider: Known, who: Claimed) -> User | None:
    rows = Identity.objects.select_related("user")
    row = rows.filter(issuer=provider.issuer, subject=who.subject).first()
    if row is None:
        return None
    Identity.objects.filter(pk=row.pk).update(
        provider=provider.key, shown_as=who.shown_as, used_at=clock.now()
    )
    return row.user


def _keep(provider: Known, who: Claimed, user: User) -> None:
    try:
        with transaction.atomic():
            Identity.objects.create(
                user=user,
                provider=provider.key,
                issuer=provider.issuer,
                subject=who.subject,
                shown_as=who.shown_as,
            )
    except IntegrityError:  # two tabs came back at once
        raise NotSignedIn("expired") from None


def _linked_by_email(provider: Known, who: Claimed) -> User | None:
    """The account of a verified address, where admins trust this provider to say whose it is.

    An address in an account is what somebody typed there. Whoever did may not be who owns it: so
    everything by which the account was opened till now is taken away. Admins link by hand, and so
    does who has a second factor: a provider must not take it away, nor a passkey stay behind.

    Raises:
        NotSignedIn: there is such an account, and it may not be linked.
    """
    if not who.email or not who.is_email_verified:
        return None
    owners = list(User.objects.select_for_update().filter(email__iexact=who.email)[:2])
    if not owners:
        return None
    user = owners[0]
    may = provider.links_by_email and len(owners) == 1 and not user.is_staff
    if not may or not user.has_usable_password() or has_second_factor(user):
        raise NotSignedIn("email_known")
    if not user.is_active:
        raise NotSignedIn("account_closed")
    _keep(provider, who, user)
    user.set_unusable_password()
    user.save(update_fields=["password"])
    user.tokens.all().delete()
    end_sessions(user=user)
    _audit("linked_by_email", None, user, provider)
    return user


def _new_account(provider: Known, who: Claimed) -> User:
    if not provider.makes_accounts:
        raise NotSignedIn("no_account")
    email = who.email if who.is_email_verified else ""
    user = User(username=_free_name(who), display_name=who.name, email=email)
    user.set_unusable_password()
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:  # somebody else took the name since we looked
        raise NotSignedIn("expired") from None
    _keep(provider, who, user)
    _audit("account_made", None, user, provider)
    return user


def _free_name(who: Claimed) -> str:
    """A user name that nobody has, after how the provider calls them."""
    wanted = who.username or who.email.partition("@")[0] or who.name
    plain = _NOT_IN_NAMES.sub("-", wanted).strip("-")[: _LONGEST_NAME - 10]
    first = plain if len(plain) > 1 else "person"
    names = (first if number == 1 else f"{first}-{number}" for number in count(1))
    return next(name for name in names if not User.objects.filter(username__iexact=name).exists())


def _audit(act: str, actor: User | None, user: User, provider: Known) -> None:
    audit(
        project=None,
        actor=actor,
        verb=f"identity.{act}",
        target=user.username,
        provider=provider.key,
    )
