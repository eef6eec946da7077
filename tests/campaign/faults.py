"""What befalls an installation in a campaign: how each fault strikes, and how it is mended."""

import os
import random
from collections.abc import Callable
from dataclasses import dataclass

from tests.campaign.installation import Installation

Act = Callable[[Installation], None]

# Milliseconds later, in each direction. A request asks the database some twenty times.
SLOW_DATABASE, SLOW_BROKER = 25, 400
FULL = "the disk full"
# Seconds: longer than a lease of half an hour, and an hour set back.
FORWARD, BACK = 45 * 60, -60 * 60


@dataclass(frozen=True)
class Fault:
    """One thing that goes wrong; `mend` is what an operator or a supervisor does afterwards."""

    name: str
    strike: Act
    mend: Act


def nothing(_: Installation) -> None:
    """It mends by itself."""


def _comes_back(name: str) -> Act:
    return lambda house: house.keep_running(name)


def _killed(name: str) -> Fault:
    return Fault(f"{name} killed", lambda house: house.kill(name), _comes_back(name))


FAULTS = (
    Fault("a web process killed", lambda house: house.kill_a_child("web"), nothing),
    Fault("the web master killed", lambda house: house.kill_only("web"), _comes_back("web")),
    _killed("web"),
    Fault("a worker process killed", lambda house: house.kill_a_child("worker"), nothing),
    _killed("worker"),
    _killed("clock"),
    Fault(
        "postgres killed",
        lambda house: house.kill_postgres(),
        lambda house: house.start("postgres"),
    ),
    Fault("a session of postgres killed", lambda house: house.kill_a_backend(), nothing),
    _killed("redis"),
    Fault(
        "packets to the database delayed",
        lambda house: house.delay("database", SLOW_DATABASE),
        lambda house: house.delay("database", 0),
    ),
    Fault(
        "packets to the broker delayed",
        lambda house: house.delay("broker", SLOW_BROKER),
        lambda house: house.delay("broker", 0),
    ),
    Fault(FULL, lambda house: house.fill_disk(), lambda house: house.empty_disk()),
    Fault(
        "the clock forward",
        lambda house: house.set_clock(FORWARD),
        lambda house: house.set_clock(0),
    ),
    Fault("the clock back", lambda house: house.set_clock(BACK), lambda house: house.set_clock(0)),
)


def sets_the_clock(fault: Fault) -> bool:
    return fault.name.startswith("the clock ")


def possible(house: Installation) -> tuple[list[Fault], list[str]]:
    """Return what can be done to this installation, and what cannot, with the reason."""
    found, left_out = [], []
    for fault in FAULTS:
        if sets_the_clock(fault) and not house.faketime:
            left_out.append(f"{fault.name}: libfaketime is not installed")
        elif fault.name == FULL and os.geteuid() != 0:
            left_out.append(f"{fault.name}: a small disk needs root")
        else:
            found.append(fault)
    return found, left_out


def drawn(faults: list[Fault], number: int, seed: int) -> list[Fault]:
    """Return so many faults in a random order, all of them before any comes again."""
    chance = random.Random(seed)
    order: list[Fault] = []
    while len(order) < number:
        order += chance.sample(faults, len(faults))
    return order[:number]
