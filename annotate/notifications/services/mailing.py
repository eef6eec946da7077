"""Mail what is due, one mail for all that a person is told; a server that is down loses nothing.

An attempt is written down before it is made: a worker that is killed between sending and noting
leaves rows that are due again after `LEASE`, and the person gets the mail twice.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db.models import F, Q

from annotate.core import clock, jobs, logs, mail
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.messages import Message
from annotate.notifications.models import Notification
from annotate.notifications.paths import path_of
from annotate.notifications.schemas import sentence
from annotate.notifications.selectors import due
from annotate.notifications.services.waking import JOB, SCOPE
from annotate.people.models import User
from annotate.people.preferences import language_of

log = logs.get(__name__)
LEASE = timedelta(minutes=2)
# Seconds before each further attempt; after the last one the row stays in the product alone.
RETRY_SECONDS = (60, 300, 1800, 7200, 18000, 36000, 86400, 86400)
# People who are written to in one run of the job.
AT_ONCE = 100
# Lines of one mail; the rest is on the page.
MOST_LINES = 50


@jobs.handler(JOB)
def send_due(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Send what is due; safe to run twice, and to be killed.

    Where the server takes nothing nobody waits for it again and again: the others stay due.
    """
    job_services.forget(Job.objects.filter(scope=SCOPE, name=JOB, state=Job.State.SUCCEEDED))
    rows = Notification.objects.filter(mail_at__lte=clock.now()).order_by("user")
    people = User.objects.filter(pk__in=rows.values("user")).order_by("pk")
    sent = 0
    for user in people[:AT_ONCE]:
        try:
            sent += _send_to(user)
        except mail.MailDown:
            break
        progress.renew()
    return {"sent": sent}


def _send_to(user: User) -> bool:
    """Write to one person; return whether a mail was sent.

    Raises:
        MailDown: the server takes nothing now; what was to be sent is due later.
    """
    rows = due(user) if user.is_active and user.email else []
    keys = [row.pk for row in rows]
    # What somebody may not know any more is mailed no more.
    overdue = Notification.objects.filter(user=user, mail_at__lte=clock.now())
    overdue.exclude(pk__in=keys).update(mail_at=None)
    ours = Notification.objects.filter(pk__in=keys)
    if not rows or not _take(rows):
        return False
    subject, text = written(rows, language_of(user.preferences, user.locale))
    try:
        mail.send(to=user.email, subject=subject, text=text)
    except mail.MailDown:
        _postpone(rows)
        raise
    except mail.MailRefused:
        log.warning("An address takes no mail", user=user.pk)
        ours.update(mail_at=None)
        return False
    _note_sent(keys)
    return True


def _take(rows: Sequence[Notification]) -> bool:
    """Take rows for one attempt; False where another worker has taken some of them."""
    at = clock.now()
    free = Q(mail_at__lte=at)
    mine = Notification.objects.filter(free, pk__in=[row.pk for row in rows])
    return mine.update(mail_at=at + LEASE, mail_tries=F("mail_tries") + 1) == len(rows)


def _postpone(rows: Sequence[Notification]) -> None:
    for row in rows:
        mine = Notification.objects.filter(pk=row.pk)
        if row.mail_tries >= len(RETRY_SECONDS):
            mine.update(mail_at=None, mail_tries=0)
            log.warning("A notification was not mailed: the server took nothing for days")
        else:
            wait = timedelta(seconds=RETRY_SECONDS[row.mail_tries])
            mine.update(mail_at=clock.now() + wait)


def _note_sent(keys: Sequence[int]) -> None:
    at = clock.now()
    sent = Notification.objects.filter(pk__in=keys)
    sent.update(mail_at=None, mailed_at=at, mail_tries=0)
    # By mail alone: it was read, and what happens next is a new row.
    sent.filter(is_shown=False, read_at=None).update(read_at=at)


def written(rows: Sequence[Notification], language: str) -> tuple[str, str]:
    """Subject and text of the mail about some rows, in a language."""
    lines = [_lines(row, language) for row in rows[:MOST_LINES]]
    if len(rows) > MOST_LINES:
        lines.append(Message("mail_more", count=len(rows) - MOST_LINES).said_in(language))
    ending = Message(
        "mail_ending",
        notifications=mail.link("/notifications"),
        account=mail.link("/account/notifications"),
    ).said_in(language)
    return _subject(rows, language), "\n\n".join([*lines, f"-- \n{ending}"]) + "\n"


def _subject(rows: Sequence[Notification], language: str) -> str:
    if len(rows) > 1:
        return Message("mail_subject_many", count=len(rows)).said_in(language)
    said = sentence(rows[0].kind, rows[0].count, rows[0].data).said_in(language)
    project = mail.one_line(rows[0].project.name)
    return f"{project}: {said}"


def _lines(row: Notification, language: str) -> str:
    said = sentence(row.kind, row.count, row.data).said_in(language)
    page = mail.link(path_of(row.project_id, row.kind, row.data))
    return f"{mail.one_line(row.project.name)}\n{' '.join(said.split())}\n{page}"
