"""Requests pass one by one: how many are under way at once, and what they may cost.

Who may ask when is for the installation to say, since many processes ask one server. A back end
takes a turn before each request, and gives it back with what the answer has cost.
"""

from dataclasses import dataclass
from typing import Protocol

from annotate.backends.base import Usage


@dataclass
class Used:
    """What the requests of one turn came to: tokens, and money in the currency of the prices.

    Attributes:
        requests: those that were answered.
        tries: those that were sent, also where one was refused and sent again.
        hold: for how many seconds the server asked to be left alone.
    """

    requests: int = 0
    tries: int = 0
    hold: float = 0.0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0

    def add(self, usage: Usage) -> None:
        self.requests += 1
        self.prompt_tokens += usage.prompt_tokens
        self.completion_tokens += usage.completion_tokens
        self.cost += usage.cost


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits of a connection: requests at once and a minute, money a day and a month (UTC).

    0 is as many or as much as comes.
    """

    at_once: int
    per_minute: int = 0
    cost_per_day: float = 0.0
    cost_per_month: float = 0.0


class Turn(Protocol):
    """Leave to have one request under way."""

    @property
    def begins_in(self) -> float:
        """After how many seconds it may be sent."""

    def end(self, used: Used) -> None:
        """Let the next one pass, and write down what this one has cost."""


class Line(Protocol):
    """The place of one caller among all who wait for turns; used by one thread."""

    def next(self) -> Turn | None:
        """A turn, or None where it is not this caller's yet: ask again a little later.

        Raises:
            LimitReached: one more request could cost more than may be spent.
        """

    def keep(self) -> None:
        """Say that this caller is alive, at least every few seconds while it waits or asks."""

    def leave(self) -> None:
        """Wait no longer; turns that were taken stay."""


class Turns(Protocol):
    """Where callers line up."""

    def line(self, limits: Limits) -> Line: ...


class Unlimited:
    """Where nobody else asks, such as on the command line: each turn comes at once."""

    def line(self, limits: Limits) -> Line:
        return _NoLine()


class _NoLine:
    def next(self) -> Turn:
        return _NoTurn()

    def keep(self) -> None:
        pass

    def leave(self) -> None:
        pass


class _NoTurn:
    begins_in = 0.0

    def end(self, used: Used) -> None:
        pass
