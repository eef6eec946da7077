"""Have mail sent after the commit; apart, so that telling and mailing need not know each other."""

from django.db import transaction

from annotate.core import clock
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.notifications.models import Notification

JOB = "notifications.send_mail"
SCOPE = "notification-mail"


def wake() -> None:
    """Start sending after the commit where something is due and nobody is about to."""
    transaction.on_commit(wake_due)


def wake_due() -> bool:
    """Start sending what is due, such as another attempt; return whether anything is."""
    if not Notification.objects.filter(mail_at__lte=clock.now()).exists():
        return False
    if not Job.objects.filter(scope=SCOPE, state=Job.State.QUEUED).exists():
        job_services.start(name=JOB, scope=SCOPE, payload={})
    return True
