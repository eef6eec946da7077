"""There is one clock and one source of chance, and nobody goes round them."""

import re

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
