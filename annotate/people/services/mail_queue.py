"""Mail about accounts that waits to be sent; `password_resets.send_due` sends it."""

from django.db.models import QuerySet

from annotate.core import clock, mail
from annotate.core.outbox import Outbox
from annotate.people.models import AccountMail, User

JOB = "people.send_mail"
SCOPE = "account-mail"


def _due() -> QuerySet[AccountMail]:
    due = AccountMail.objects.filter(due_at__lte=clock.now()).order_by("due_at", "pk")
    return due.select_related("user")


OUTBOX = Outbox(JOB, SCOPE, _due)


def write(purpose: AccountMail.Purpose, user: User, *, to: str = "") -> None:
    """Have a person written to, where this installation sends mail; in a transaction.

    Args:
        to: another address than the one they have confirmed.
    """
    if mail.is_set_up():
        AccountMail.objects.create(purpose=purpose, user=user, account=to)
        OUTBOX.wake()
