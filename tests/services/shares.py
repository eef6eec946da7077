"""Prints when the last test of a part may begin, so that every part gets its share of a run's time.

    shares.py PART STEP …

PART is one of `WEIGHTS`, and the steps are those of the run. The time is in seconds since 1970; it
is 0 where `TEST_DEADLINE` sets none, and every test begins then.
"""

import os
import sys
import time
from collections.abc import Collection

# In the order in which they come: the step of each part, and the seconds that it takes on a quick
# machine where nothing is left out. Only their proportions count.
WEIGHTS = {
    "sqlite": ("sqlite", 820),
    "postgres": ("postgres", 620),
    "race": ("postgres", 430),
    "alone": ("postgres", 70),
    "stories": ("browser", 250),
    "browser": ("browser", 1020),
}


def until(part: str, steps: Collection[str], now: float, deadline: float) -> float:
    """Return when the last test of `part` may begin, in seconds since 1970.

    What is left until the deadline is shared out among this part and those that come after it. A
    part that ends early leaves its rest to them all; none can take what belongs to a later one.

    >>> until("browser", ["sqlite", "browser"], now=1_000, deadline=2_000)
    2000.0
    >>> until("stories", ["sqlite", "browser"], now=1_000, deadline=2_270)
    1250.0
    """
    names = list(WEIGHTS)
    to_come = [WEIGHTS[name] for name in names[names.index(part) :]]
    whole = sum(seconds for step, seconds in to_come if step in steps)
    return now + max(0.0, deadline - now) * WEIGHTS[part][1] / whole


if __name__ == "__main__":
    end = float(os.environ.get("TEST_DEADLINE", "0"))
    print(int(until(sys.argv[1], sys.argv[2:], time.time(), end)) if end else 0)
