"""There is one clock and one source of chance, and nobody goes round them."""

import re

from annotate.core import clock
from annotate.core.randomness import draw, generator
from tests.architecture.sources import files_under, name_of
from tests.conftest import Clock

# Not time.time(): ages of files are told by the clock of the file system.
OTHER_CLOCKS = re.compile(r"timezone\.now\(|datetime\.(?:now|utcnow|today)\(|date\.today\(")
OTHER_CHANCE = re.compile(
    r"\brandom\.(?:random|choice|shuffle|randint|sample)\(|np\.random\.(?!Gen|default_rng\(\w)"
)


def test_everybody_asks_the_one_clock_and_the_seeded_source() -> None:
    """Catches a time a test cannot travel in, and an order nobody can repeat."""
    allowed = ("annotate/core/clock.py", "annotate/core/randomness.py")
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


def test_a_draw_depends_on_the_seed_and_the_names_alone() -> None:
    assert draw(7, "task", 1) == draw(7, "task", 1)
    others = {draw(8, "task", 1), draw(7, "task", 2), draw(7, "text", 1), draw(7, "task1")}
    assert len(others | {draw(7, "task", 1)}) == 5


def test_draws_fit_the_column_and_are_spread() -> None:
    drawn = [draw(1, number) for number in range(2000)]
    assert all(0 <= each < 2**63 for each in drawn)
    assert len(set(drawn)) == 2000
    upper = sum(each >= 2**62 for each in drawn)
    assert 900 < upper < 1100


def test_a_draw_is_the_same_for_ever() -> None:
    """The order of every running project hangs on this number."""
    assert draw(7, 1, "objects", 1) == draw(7, "1", "objects", "1")
    assert draw(7, 1, "objects", 1) == 2_686_954_817_249_098_631


def test_a_generator_can_be_repeated() -> None:
    assert generator(7, "texts", 1).sample(range(100), 5) == generator(7, "texts", 1).sample(
        range(100), 5
    )
