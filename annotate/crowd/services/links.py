"""Magic links: one person, one use, an end; kept only as a hash."""

from collections.abc import Callable
from datetime import timedelta

from django.db import transaction

from annotate.core import clock, errors
from annotate.crowd.adapters.base import Arrival
from annotate.crowd.models import Channel, MagicLink
from annotate.crowd.selectors.channels import settings_of
from annotate.crowd.services import link_mails
from annotate.messages import Message
from annotate.people.models import User
from annotate.people.tokens import digest, new_secret
from annotate.projects.services import audit


def make_link(
    *, channel: Channel, actor: User, name: str, email: str, send: bool = False
) -> tuple[MagicLink, str]:
    """Make a link for one person; its secret is returned here and nowhere again.

    Args:
        send: have it mailed by a job, where there is an address and mail is set up.

    The same address gets the same account again: a new link is how somebody comes back.

    Raises:
        Conflict: the channel lets nobody new in, or is not of this kind.
    """
    if channel.adapter != "invite":
        raise errors.Conflict(Message("no_magic_links"))
    secret, at = new_secret(), clock.now()
    with transaction.atomic():
        link = MagicLink.objects.create(
            channel=channel,
            name=name,
            email=email,
            digest=secret.digest,
            person=email.lower() or f"guest-{secret.digest[:16]}",
            created_by=actor,
            created_at=at,
            expires_at=at + timedelta(days=settings_of(channel).days),
            **(link_mails.to_be_mailed(secret=secret.text, email=email) if send else {}),
        )
        if link.mail_at is not None:
            link_mails.OUTBOX.wake()
        audit(project=channel.project, actor=actor, verb="link.made", target=name or email)
    return link, secret.text


def read_link(*, channel: Channel, secret: str) -> MagicLink:
    """The link this secret belongs to; raises Forbidden if it is unknown, too old or used up."""
    usable = channel.links.filter(used_at__isnull=True, expires_at__gt=clock.now())
    link = usable.filter(digest=digest(secret)).first()
    if link is None:
        raise errors.Forbidden(Message("link_used"))
    return link


def use_link(*, channel: Channel, secret: str, admit: Callable[[Arrival, str], object]) -> None:
    """Use a link up and let its person in, or neither; raises as `read_link`."""
    with transaction.atomic():
        link = read_link(channel=channel, secret=secret)
        unused = MagicLink.objects.filter(pk=link.pk, used_at__isnull=True)
        if not unused.update(used_at=clock.now(), **link_mails.DONE):
            raise errors.Forbidden(Message("link_used"))
        admit(Arrival(person=link.person, session=f"link-{link.pk}"), link.name)


def withdraw_link(*, channel: Channel, actor: User, link_id: int) -> None:
    """End a link that was not used yet; NotFound where there is none."""
    with transaction.atomic():
        deleted, _ = channel.links.filter(pk=link_id, used_at__isnull=True).delete()
        if not deleted:
            raise errors.NotFound
        audit(project=channel.project, actor=actor, verb="link.withdrawn", target=str(link_id))
