"""Mail about accounts that waits to be sent; `password_resets.send_due` sends it."""

from django.db import transaction

from annotate.core import mail
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.people.models import AccountMail, User

JOB = "people.send_mail"
SCOPE = "account-mail"


def write(purpose: AccountMail.Purpose, user: User, *, to: str = "") -> None:
    """Have a person written to, where this installation sends mail; in a transaction.

    Args:
        to: another address than the one they have confirmed.
    """
    if mail.is_set_up():
        AccountMail.objects.create(purpose=purpose, user=user, account=to)
        wake()


def wake() -> None:
    """Have what is due sent after the commit, unless somebody is about to."""

    def start() -> None:
        if not Job.objects.filter(scope=SCOPE, state=Job.State.QUEUED).exists():
            job_services.start(name=JOB, scope=SCOPE, payload={})

    transaction.on_commit(start)
