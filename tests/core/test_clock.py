"""There is one clock and one source of chance, and nobody goes round them."""

import re
from datetime import UTC, datetime, timedelta
from threading import Thread

from annotate.core import clock
from tests.architecture.sources import files_under, name_of
from tests.conftest import Clock

# Not time.time(): ages of files are told by the clock of the file system.
OTHER_CLOCKS = re.compile(r"timezone\.now\(|datetime\.(?:now|utcnow|today)\(|date\.today\(")
OTHER_CHANCE = re.compile(
    r"\brandom\.(?:random|choice|shuffle|randint|sample)\(|np\.random\.(?!Gen|default_rng\(\w)"
)


def test_everybody_asks_the_one_clock_and_the_seeded_source() -> None:
    """Catches a time a test cannot travel in, and an order nobody can repeat."""
    allowed = ("annotate/core/clock.py", "annotate/analysis/randomness.py")
    strays = {
        name_of(path): found
        for path in files_under("annotate", suffixes=(".py",))
        if name_of(path) not in allowed
        for text in [path.read_text()]
        if (found := OTHER_CLOCKS.findall(text) + OTHER_CHANCE.findall(text))
    }
    assert strays == {}


def test_the_clock_can_be_stopped(time: Clock) -> None:
    assert clock.now() == clock.now() == time.at
    assert time.forward(hours=2) == clock.now()


def test_a_simulated_time_moves_on_by_hand_and_ends_with_its_block() -> None:
    begun = datetime(2020, 1, 1, 9, tzinfo=UTC)
    with clock.simulated(begun) as simulated:
        assert clock.now() == begun
        simulated.forward(60)
        simulated.until(begun)
        assert clock.now() == begun + timedelta(minutes=1)
    assert clock.now() > begun + timedelta(days=365)


def test_a_simulated_time_is_that_of_its_thread_alone() -> None:
    seen: list[datetime] = []
    with clock.simulated(datetime(2020, 1, 1, tzinfo=UTC)):
        thread = Thread(target=lambda: seen.append(clock.now()))
        thread.start()
        thread.join()
    assert seen[0].year > 2020
