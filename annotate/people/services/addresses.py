"""Addresses of mail: none is a person's before they have followed the link that was sent there.

`User.email` is confirmed, always: notifications, forgotten passwords and whoever else writes to
people read it and nothing else. A new address waits in `unconfirmed_email`, and the old one stays
in use till then.
"""

from django.db import transaction

from annotate.core import errors, limits, logs, mail
from annotate.messages import Message
from annotate.people.models import AccountMail, AddressLink, User
from annotate.people.selectors import address_link
from annotate.people.services.mail_queue import write

log = logs.get(__name__)
# Mails that one account may have sent to addresses it has not confirmed, in an hour.
MAILS_PER_HOUR = 5
_HOUR = 3600


def change_address(*, user: User, address: str) -> None:
    """Have a new address confirmed; the old one stays until then. Empty: write to me no more.

    The address that the account has is what it is already, and withdraws one that waits.

    Raises:
        Throttled: too many mails were asked for in this hour.
    """
    if address in (user.email, "") or address != user.unconfirmed_email:
        AddressLink.objects.filter(user=user).delete()
    if address == "":
        _leave(user, "")
    elif address == user.email:
        User.objects.filter(pk=user.pk).update(unconfirmed_email="")
    elif address != user.unconfirmed_email:
        _refuse_many(user)
        User.objects.filter(pk=user.pk).update(unconfirmed_email=address)
        user.unconfirmed_email = address
        send_confirmation(user)
        return
    user.refresh_from_db(fields=["email", "unconfirmed_email"])


def send_confirmation(user: User) -> None:
    """Mail the link by which the address that waits is confirmed, if mail is sent at all."""
    write(AccountMail.Purpose.CONFIRM, user)


def send_again(*, user: User) -> None:
    """Mail another link to the address that waits; the one before stops working.

    Raises:
        Conflict: no address waits, or this installation sends no mail.
        Throttled: too many were asked for in this hour.
    """
    if not user.unconfirmed_email:
        raise errors.Conflict(Message("no_address_to_confirm"))
    if not mail.is_set_up():
        raise errors.Conflict(Message("no_confirmation_without_mail"))
    _refuse_many(user)
    with transaction.atomic():
        send_confirmation(user)


def confirm(*, token: str) -> None:
    """Use a link: the address that waited is the account's, and the one before it is told.

    Raises:
        NotFound: the link is unknown, was used, its time is over, or another address waits now.
    """
    link = address_link(token)
    with transaction.atomic():
        if not AddressLink.objects.filter(pk=link.pk).delete()[0]:
            raise errors.NotFound(Message("address_link_not_valid"))
        _leave(link.user, link.address)
    log.info("An address was confirmed", user=link.user_id)


def _leave(user: User, address: str) -> None:
    """Put an address, or none, in the place of the one there was, which is told."""
    before = user.email
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(email=address, unconfirmed_email="")
        if before and before.casefold() != address.casefold():
            write(AccountMail.Purpose.MOVED, user, to=before)


def _refuse_many(user: User) -> None:
    """Let nobody have strangers written to without end."""
    wishes = limits.guess("address-mail", user.pk, limit=MAILS_PER_HOUR, seconds=_HOUR)
    wishes.refuse_further(Message("address_mails_asked"))
    wishes.was_wrong()
