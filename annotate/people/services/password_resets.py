"""Forgotten passwords: a link by mail that works once, for an hour.

Who asks learns nothing of the account, neither by the answer nor by its time: asking writes down
what was typed and wakes a job. The secret is made where it is mailed and stands in no row and no
log; in the link it follows a `#`, which browsers send to nobody.
"""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F

from annotate.core import clock, errors, jobs, limits, logs, mail
from annotate.core.outbox import lease_end, next_attempt
from annotate.messages import Message
from annotate.people.models import AccountMail, AddressLink, PasswordLink, User
from annotate.people.preferences import language_of
from annotate.people.selectors import password_link, who_forgot
from annotate.people.services.accounts import check_password
from annotate.people.services.mail_queue import JOB, OUTBOX
from annotate.people.services.sessions import OnlyByProvider, end_sessions
from annotate.people.tokens import digest, new_secret

log = logs.get(__name__)
LASTS = timedelta(hours=1)
ADDRESS_LINK_LASTS = timedelta(days=3)
# Links that one name or address gets in an hour; further wishes are answered like the first.
LINKS_PER_HOUR = 3
_HOUR = 3600
# Seconds before each further attempt to reach the mail server; after the last one it is given up.
RETRY_SECONDS = (60, 300, 900, 1800)
Purpose = AccountMail.Purpose


def has_links() -> bool:
    """Whether a forgotten password is set anew by a link: mail is sent, and passwords count."""
    return mail.is_set_up() and not settings.SIGN_IN_ONLY_BY_PROVIDER


def ask_for_link(*, account: str) -> None:
    """Have a link mailed to whoever is meant by a name or an address; says nothing of whether.

    Raises:
        Conflict: this installation sends no mail.
        OnlyByProvider: passwords let nobody in here.
    """
    _refuse_where_useless()
    if not mail.is_set_up():
        raise errors.Conflict(Message("no_mail_set_up"))
    who = digest(account.casefold())
    wishes = limits.guess("password-link-of", who, limit=LINKS_PER_HOUR, seconds=_HOUR)
    try:
        wishes.refuse_further(Message("links_asked_from_address"))
    except errors.Throttled:
        log.info("No more password links for this account now")
        return
    wishes.was_wrong()
    with transaction.atomic():
        AccountMail.objects.create(purpose=Purpose.LINK, account=account)
        OUTBOX.wake()


def _refuse_where_useless() -> None:
    if settings.SIGN_IN_ONLY_BY_PROVIDER:
        raise OnlyByProvider


def set_password(*, token: str, new: str, end_tokens: bool) -> None:
    """Set a password by a link. Every session of the person ends with it, and so do other links.

    Tokens of scripts end with it where ``end_tokens`` says so. Second factors stay, and are asked
    for at the next sign-in.

    Raises:
        NotFound: the link is unknown, was used, or its time is over.
        Invalid: the password is too weak; the link stays good.
        OnlyByProvider: passwords let nobody in here.
    """
    _refuse_where_useless()
    link = password_link(token)
    check_password(link.user, new, path="new_password")
    with transaction.atomic():
        if not PasswordLink.objects.filter(pk=link.pk, used_at=None).update(used_at=clock.now()):
            raise errors.NotFound(Message("password_link_not_valid"))
        link.user.set_password(new)
        link.user.save(update_fields=["password"])
        end_sessions(user=link.user)
        if end_tokens:
            link.user.tokens.all().delete()
        PasswordLink.objects.filter(user=link.user).exclude(pk=link.pk).delete()
        AccountMail.objects.create(purpose=Purpose.CHANGED, user=link.user)
        OUTBOX.wake()
    log.info("A password was set by a link", user=link.user_id)


def wake_due() -> bool:
    """Start sending what is due, such as another attempt; forget links whose time is over."""
    PasswordLink.objects.filter(expires_at__lte=clock.now() - LASTS).delete()
    AddressLink.objects.filter(expires_at__lte=clock.now()).delete()
    return OUTBOX.wake_due()


@jobs.handler(JOB)
def send_due(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Send what is due; safe to run twice, and to be killed."""
    return OUTBOX.send(progress, _attempt, _postpone)


def _attempt(row: AccountMail) -> bool:
    if not _take(row):
        return False
    _send(row)
    AccountMail.objects.filter(pk=row.pk).delete()
    return True


def _take(row: AccountMail) -> bool:
    """Take a row for one attempt; False where another worker has it."""
    mine = AccountMail.objects.filter(pk=row.pk, tries=row.tries)
    return bool(mine.update(tries=F("tries") + 1, due_at=lease_end()))


def _postpone(row: AccountMail) -> None:
    mine = AccountMail.objects.filter(pk=row.pk)
    again = next_attempt(row.tries, RETRY_SECONDS)
    if again is None:
        log.warning("A mail about an account was given up", purpose=row.purpose)
        mine.delete()
        return
    mine.update(due_at=again)


def _send(row: AccountMail) -> None:
    match row.purpose, row.user:
        case Purpose.CHANGED, User() as user:
            _mail(user, "password_changed", link=mail.link("/login"))
        case Purpose.FACTORS, User() as user:
            _mail(user, "factors_reset", link=mail.link("/login"))
        case Purpose.CONFIRM, User() as user:
            _send_address_link(user)
        case Purpose.MOVED, User() as user:
            _mail(user, "address_moved", link=mail.link("/login"), to=row.account)
        case _:
            _send_password_links(row.account)


def _send_password_links(account: str) -> None:
    for user in who_forgot(account):
        secret = new_secret()
        PasswordLink.objects.filter(user=user).delete()
        PasswordLink.objects.create(user=user, digest=secret.digest, expires_at=clock.now() + LASTS)
        _mail(user, "password_link", link=mail.link(f"/new-password#{secret.text}"))


def _send_address_link(user: User) -> None:
    """The link goes to the address that waits now, and those before stop working."""
    address = user.unconfirmed_email
    if not address or not user.is_active:
        return
    secret = new_secret()
    AddressLink.objects.filter(user=user).delete()
    AddressLink.objects.create(
        user=user,
        address=address,
        digest=secret.digest,
        expires_at=clock.now() + ADDRESS_LINK_LASTS,
    )
    _mail(user, "confirm_address", link=mail.link(f"/confirm-address#{secret.text}"), to=address)


def _mail(user: User, what: str, *, link: str, to: str = "") -> None:
    """Write to a person in their language; an address that is none is nobody's loss.

    It goes to the address they have confirmed, unless another is given.

    Raises:
        MailDown: the server takes nothing now.
    """
    language = language_of(user.preferences, user.locale)
    address = to or user.email
    if not address:
        return
    subject = Message(f"mail_{what}_subject").said_in(language)
    text = Message(f"mail_{what}", name=user.shown_name, username=user.username, link=link)
    try:
        mail.send(to=address, subject=subject, text=text.said_in(language))
    except mail.MailRefused:
        log.warning("An address takes no mail", user=user.pk)
