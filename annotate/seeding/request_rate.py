"""Requests a minute, of the whole installation: when the next one may begin is a row.

Requests are spread evenly. A turn is given up to `AHEAD` before its time, and whoever has it sleeps
until then: nobody has to look at the very moment, and no moment is lost. One that is sent again
after a failure is counted when its turn ends, so that those behind it wait for it.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from annotate.backends.turns import Used
from annotate.seeding.spending_models import NextRequest

# Longer than callers wait until they look anew (annotate.backends.openai.flow.LAST_LOOK).
AHEAD = timedelta(seconds=1)
# A server that asks to be left alone for longer is asked again after that.
LONGEST_HOLD = timedelta(minutes=5)


@dataclass(frozen=True)
class RequestRate:
    """How often whoever lines up at a keeper may begin; all but `is_due` under its lock."""

    keeper: str
    per_minute: int

    @property
    def _gap(self) -> timedelta:
        return timedelta(minutes=1) / self.per_minute

    def is_due(self, at: datetime) -> bool:
        """Whether a turn can be given now."""
        return not self.per_minute or self._next(at) <= at + AHEAD

    def take(self, at: datetime) -> datetime:
        """When the request begins whose turn is given now."""
        if not self.per_minute:
            return at
        begins_at = self._next(at)
        self._put(begins_at + self._gap)
        return begins_at

    def owes(self, used: Used) -> bool:
        """Whether what became of a turn makes others wait."""
        return bool(self.per_minute) and (used.tries > 1 or used.hold > 0)

    def settle(self, used: Used, at: datetime) -> None:
        """Let others wait for requests that were sent again, and as long as the server asks."""
        later = self._next(at) + self._gap * max(0, used.tries - 1)
        hold = min(timedelta(seconds=min(used.hold, 10**6)), LONGEST_HOLD)
        self._put(max(later, at + hold))

    def _next(self, at: datetime) -> datetime:
        row = NextRequest.objects.filter(keeper=self.keeper).first()
        return max(at, row.next_at) if row else at

    def _put(self, next_at: datetime) -> None:
        NextRequest.objects.update_or_create(keeper=self.keeper, defaults={"next_at": next_at})
