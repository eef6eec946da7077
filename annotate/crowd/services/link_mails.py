"""Magic links by mail, sent by a job: nobody waits for a mail server, and one that is down loses
nothing.

A lead is shown the link when it is made, so the mail has to say the same one. Until it is mailed,
used, over or given up, its secret stands in its row, sealed; no job and no log has it.
"""

from typing import Any

from django.db.models import F, QuerySet

from annotate.core import clock, jobs, logs, mail
from annotate.core.outbox import Outbox, lease_end, next_attempt
from annotate.core.secret_store import SecretStore, Unreadable
from annotate.crowd.models import MagicLink
from annotate.messages import Message
from annotate.people.preferences import language_of

log = logs.get(__name__)
JOB = "crowd.send_links"
SCOPE = "magic-link-mail"
SECRETS = SecretStore("annotate.crowd.magic_links")
# Seconds before each further attempt to reach the mail server; after the last one it has failed.
RETRY_SECONDS = (60, 300, 1800, 7200, 18000)
# What a link has that is not to be mailed any more.
DONE: dict[str, Any] = {"mail_at": None, "sealed": ""}


def to_be_mailed(*, secret: str, email: str) -> dict[str, Any]:
    """What a new link has that is to be mailed; nothing where there is no address or no mail."""
    if not (email and mail.is_set_up()):
        return {}
    return {"mail_at": clock.now(), "sealed": SECRETS.seal({"link": secret})}


def _due() -> QuerySet[MagicLink]:
    due = MagicLink.objects.filter(mail_at__lte=clock.now()).order_by("mail_at", "pk")
    return due.select_related("channel__project", "created_by")


OUTBOX = Outbox(JOB, SCOPE, _due)


@jobs.handler(JOB)
def send_due(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Send what is due; safe to run twice, and to be killed."""
    waiting = MagicLink.objects.filter(mail_at__isnull=False)
    waiting.filter(used_at__isnull=False).update(**DONE)
    waiting.filter(expires_at__lte=clock.now()).update(**DONE, mail_failed=True)
    return OUTBOX.send(progress, lambda link: _take(link) and _send(link), _postpone)


def _take(link: MagicLink) -> bool:
    """Take one for an attempt; False where another worker has it, or it was used meanwhile."""
    mine = MagicLink.objects.filter(pk=link.pk, mail_tries=link.mail_tries, mail_at=link.mail_at)
    return bool(mine.update(mail_tries=F("mail_tries") + 1, mail_at=lease_end()))


def _postpone(link: MagicLink) -> None:
    again = next_attempt(link.mail_tries, RETRY_SECONDS)
    if again is None:
        _give_up(link, "the server took nothing for hours")
        return
    # One that was used meanwhile waits for nothing.
    MagicLink.objects.filter(pk=link.pk, mail_at__isnull=False).update(mail_at=again)


def _give_up(link: MagicLink, why: str) -> None:
    log.warning("A magic link was not mailed", link=link.pk, why=why)
    MagicLink.objects.filter(pk=link.pk).update(**DONE, mail_failed=True)


def _send(link: MagicLink) -> bool:
    """Mail one, in the language of who made it; return whether the address took it.

    Raises:
        MailDown: the server takes nothing now.
    """
    try:
        secret = SECRETS.unseal(link.sealed)["link"]
    except (Unreadable, KeyError):
        _give_up(link, "its secret cannot be read")
        return False
    language = language_of(link.created_by.preferences, link.created_by.locale)
    project = mail.one_line(link.channel.project.name)
    text = Message(
        "mail_magic_link",
        project=project,
        link=mail.link(f"/enter/{link.channel.slug}?link={secret}"),
        until=f"{link.expires_at:%Y-%m-%d}",
    )
    subject = Message("mail_magic_link_subject", project=project)
    try:
        mail.send(to=link.email, subject=subject.said_in(language), text=text.said_in(language))
    except mail.MailRefused:
        _give_up(link, "the address takes no mail")
        return False
    MagicLink.objects.filter(pk=link.pk).update(**DONE, mailed_at=clock.now())
    return True
