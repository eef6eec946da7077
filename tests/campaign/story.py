"""One fault after the other, each with a time in which it hurts and one to recover."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.campaign.faults import Fault
from tests.campaign.installation import Installation
from tests.campaign.ledger import CALM, Ledger

# Shares of a fault's time: how long it hurts, at most so many seconds.
_HURTING, _LONGEST = 0.45, 15.0
_FIRST_CALM = 0.1  # of the whole


@dataclass
class Story:
    """Strikes and mends while people work; every step is noted in the ledger's phase."""

    house: Installation
    ledger: Ledger
    faults: Sequence[Fault]
    seconds: float
    say: Callable[[str], None]
    memory: list[dict[str, float]] = field(default_factory=list)
    # Parts that ended though nobody had killed them.
    ended: list[str] = field(default_factory=list)

    async def tell(self) -> None:
        """Tell it from beginning to end."""
        started = time.monotonic()
        calm = max(3.0, self.seconds * _FIRST_CALM)
        await self._phase(CALM, calm)
        each = (self.seconds - calm) / max(1, len(self.faults))
        for number, fault in enumerate(self.faults, start=1):
            await self._befall(fault, started + calm + number * each)

    async def _befall(self, fault: Fault, until: float) -> None:
        left = until - time.monotonic()
        self.say(f"  {fault.name}")
        # The phase first: what people see of it belongs to it.
        self.ledger.phase = fault.name
        await asyncio.to_thread(fault.strike, self.house)
        await asyncio.sleep(min(_LONGEST, max(1.0, left * _HURTING)))
        await asyncio.to_thread(fault.mend, self.house)
        await self._phase(f"after {fault.name}", max(1.0, until - time.monotonic()))

    async def _phase(self, name: str, seconds: float) -> None:
        self.ledger.phase = name
        await asyncio.sleep(seconds)
        self.memory.append(await asyncio.to_thread(self.house.memory))
        for part in self.house.ended():
            self.ended.append(f"{part} had ended by {name}")
            await asyncio.to_thread(self.house.keep_running, part)
