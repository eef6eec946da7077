"""Background jobs of the server, and waiting for them."""

import time
from collections.abc import Callable
from typing import TypeVar

from annotate_client.api import Api
from annotate_client.errors import JobFailed, WaitedTooLong
from annotate_client.progress import Shown
from annotate_client.shapes import read
from annotate_client.values import JobFacts

T = TypeVar("T")
_OVER = ("succeeded", "failed", "cancelled")
# Short jobs are seen to end soon; a long one is not asked for all the time.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 5.0


class Job:
    """A background job of a project: an import, a seeding run, an export …"""

    def __init__(self, api: Api, project_id: int, facts: JobFacts) -> None:
        self._api, self._project_id = api, project_id
        self.facts = facts

    def __repr__(self) -> str:
        return f"<Job {self.facts.id} {self.facts.name}: {self.facts.state}>"

    @property
    def state(self) -> str:
        """``queued``, ``running``, ``succeeded``, ``failed`` or ``cancelled``."""
        return self.facts.state

    @property
    def is_over(self) -> bool:
        return self.state in _OVER

    def refresh(self) -> "Job":
        """Ask the server how it is now."""
        self.facts = self._ask("jobsRead")
        return self

    def cancel(self) -> "Job":
        """Stop it; what it has done so far stays."""
        self.facts = self._ask("jobsCancel")
        return self

    def retry(self) -> "Job":
        """Have a failed job go on where it stopped."""
        self.facts = self._ask("jobsRetry")
        return self

    def wait(self, *, timeout: float | None = None, progress: bool = True) -> "Job":
        """Wait until it is over.

        Args:
            timeout: seconds to wait at most; None: as long as it takes.
            progress: whether to show how far it is.

        Raises:
            JobFailed: it failed or was cancelled.
            WaitedTooLong: it is not over in time; it goes on all the same.
        """
        with Shown(self.facts.title or self.facts.name, wanted=progress) as shown:

            def ask() -> bool:
                facts = self.refresh().facts
                shown.show(facts.done, facts.total, _note(facts))
                return self.is_over

            if not self.is_over:
                poll(ask, self._api.transport.sleep, f"{self!r} is not over", timeout)
        if self.state != "succeeded":
            raise JobFailed(_why(self.facts), self)
        return self

    def _ask(self, operation: str) -> JobFacts:
        answer = self._api.call(operation, project_id=self._project_id, job_id=self.facts.id)
        return read(JobFacts, answer)


def poll(
    ask: Callable[[], T],
    sleep: Callable[[float], object],
    late: str,
    timeout: float | None,
    longest_pause: float = _LONGEST_PAUSE,
) -> T:
    """Ask again and again, ever more seldom, until the answer is a true one.

    Raises:
        WaitedTooLong: it was not, in `timeout` seconds.
    """
    started, pause = time.monotonic(), min(_FIRST_PAUSE, longest_pause)
    while not (answer := ask()):
        if timeout is not None and time.monotonic() - started > timeout:
            raise WaitedTooLong(
                f"{late} after {timeout:g} seconds; it goes on.\n"
                "What to do: wait again, or look at the project's page."
            )
        sleep(pause)
        pause = min(longest_pause, pause * 1.5)
    return answer


def _note(facts: JobFacts) -> str:
    said = facts.waiting or facts.note
    return str(said) if said else ""


def _why(facts: JobFacts) -> str:
    words = f"{facts.title or facts.name}: {facts.state}"
    if facts.error is None:
        return words
    remedy = f"\nWhat to do: {facts.error.remedy}" if facts.error.remedy else ""
    return f"{words}: {facts.error.message}{remedy}"
