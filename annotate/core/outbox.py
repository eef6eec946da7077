"""Mail that waits in rows, and the one job that sends what of it is due.

What is mailed differs: how a row is taken, what it says, what comes of it. When somebody is woken,
that two workers do not send one row, and how long a server that is down is waited for is the same
for all of it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet

from annotate.core import clock, jobs, mail
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job

# After so long an attempt of which nothing more was heard counts as failed.
LEASE = timedelta(minutes=2)
AT_ONCE = 100
Row = TypeVar("Row", bound=Model)


def lease_end() -> datetime:
    """When a row that is taken now is due again, unless something is heard of it before."""
    return clock.now() + LEASE


def next_attempt(tries: int, waits: Sequence[int]) -> datetime | None:
    """When a row is due again that was tried so often; None where it has been tried enough.

    Args:
        tries: how many attempts were made before the one that failed just now.
        waits: seconds before each further attempt.

    >>> next_attempt(2, (60, 300)) is None
    True
    """
    return None if tries >= len(waits) else clock.now() + timedelta(seconds=waits[tries])


@dataclass(frozen=True)
class Outbox(Generic[Row]):
    """The rows of one kind of mail.

    Attributes:
        job: the name of the job that sends them.
        scope: what that job holds, so that one of them runs at a time.
        due: the rows that are due, the longest waiting first.
    """

    job: str
    scope: str
    due: Callable[[], QuerySet[Row]]

    def wake(self) -> None:
        """Have what is due sent after the commit, unless somebody is about to."""
        transaction.on_commit(self._start)

    def _start(self) -> None:
        if not Job.objects.filter(scope=self.scope, state=Job.State.QUEUED).exists():
            job_services.start(name=self.job, scope=self.scope, payload={})

    def wake_due(self) -> bool:
        """Start sending what is due, such as another attempt; say whether there is any."""
        is_due = self.due().exists()
        if is_due:
            self.wake()
        return is_due

    def send(
        self,
        progress: jobs.Progress,
        attempt: Callable[[Row], bool],
        postpone: Callable[[Row], None],
    ) -> dict[str, Any]:
        """Send what is due; safe to run twice, and to be killed.

        Where the server takes nothing nobody waits for it again and again: what is left stays due.

        Args:
            attempt: takes a row and mails it. Says whether it was mailed: it is not where another
                worker has it, or where its address takes none. Raises ``MailDown``.
            postpone: says what becomes of a row whose attempt found no server.
        """
        ended = Job.objects.filter(scope=self.scope, name=self.job, state=Job.State.SUCCEEDED)
        job_services.forget(ended)
        sent = 0
        for row in self.due()[:AT_ONCE]:
            try:
                sent += attempt(row)
            except mail.MailDown:
                postpone(row)
                break
            progress.renew()
        return {"sent": sent}
