"""python -m tests.campaign.other_time MODULE [ARGUMENT ...]: run a module whose clock can be set.

For a process under libfaketime. Its version 0.9.10 takes sleeps until a time of the monotonic clock
for times of day, so that `time.sleep` fails or never ends; here it waits by other means.
"""

import runpy
import select
import sys
import time
from typing import SupportsIndex


def sleep(seconds: float | SupportsIndex) -> None:
    """Wait as `time.sleep` does."""
    select.select([], [], [], float(seconds))


if __name__ == "__main__":
    time.sleep = sleep
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
