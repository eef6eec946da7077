"""What the people of a campaign saw: each request, acknowledgement and time of no answer."""

import time
from collections import Counter
from dataclasses import dataclass, field

CALM = "all is well"
NO_ANSWER = "no answer"
NO_ROOM = "507"


@dataclass(frozen=True)
class Asked:
    """One request: when it was sent and how long it took, in seconds, and what came of it."""

    kind: str
    phase: str
    at: float
    seconds: float
    # The HTTP status, or "no answer"; and the code of the refusal, where there is one.
    status: str
    code: str = ""

    @property
    def is_fault(self) -> bool:
        """Whether the person was not served: no answer came, or the server said that it could not.

        A refusal that the person can do something about (409, 422 ...) is an answer, and so is 429.
        """
        return self.status == NO_ANSWER or self.status.startswith("5")


@dataclass(frozen=True)
class Outage:
    """How long one person was not served: from the first request that failed to an answer."""

    seconds: float
    phase: str
    person: str


@dataclass
class Ledger:
    """All that all of them saw. Filled by one thread; times are of `time.monotonic`."""

    phase: str = "before"
    asked: list[Asked] = field(default_factory=list)
    outages: list[Outage] = field(default_factory=list)
    # By key, what was sent and acknowledged, as `reckoning.essence` tells it; repeats by key.
    acknowledged: dict[str, str] = field(default_factory=dict)
    repeated: Counter[str] = field(default_factory=Counter)
    # By digest of its content, the number of the image that an upload was answered with.
    uploaded: dict[str, int] = field(default_factory=dict)
    # Of pictures that were refused since the disk was full: whether they were taken later.
    refused_for_room: dict[str, bool] = field(default_factory=dict)
    _down: dict[str, tuple[float, str]] = field(default_factory=dict)

    def note(self, person: str, asked: Asked) -> None:
        """Take in one request, and see whether it began or ended an outage of this person."""
        self.asked.append(asked)
        if asked.is_fault:
            self._down.setdefault(person, (asked.at, asked.phase))
        elif person in self._down:
            self._served_again(person, asked.at + asked.seconds)

    def close(self, at: float | None = None) -> None:
        """End the outages that nothing has ended."""
        for person in list(self._down):
            self._served_again(person, time.monotonic() if at is None else at)

    def _served_again(self, person: str, at: float) -> None:
        since, phase = self._down.pop(person)
        self.outages.append(Outage(at - since, phase, person))
