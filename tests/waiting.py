"""The one way to wait for what no event tells: ask again and again, for so long at most."""

import time
from collections.abc import Callable
from typing import TypeVar

Answer = TypeVar("Answer")

# For one step of a test on a machine that is busy with other things; idle, all take some seconds.
LONGEST = 240.0
PAUSE = 0.05


def eventually(
    ask: Callable[[], Answer],
    what: str,
    seconds: float = LONGEST,
    pause: Callable[[], object] = lambda: time.sleep(PAUSE),
) -> Answer:
    """Ask until the answer is a true one and return it; fail the test where none comes in time.

    Args:
        pause: what to do in between; a page whose events are awaited is heard only while it waits.
    """
    until = time.monotonic() + seconds
    while not (answer := ask()):
        assert time.monotonic() < until, f"not within {seconds} s: {what}"
        pause()
    return answer
