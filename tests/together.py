"""Do several things at the same moment, for the tests marked `race`."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection

from annotate.core import errors


def together(*acts: Callable[[], Any], seconds: float = 30) -> list[Any]:
    """Do all of these at the same moment, each on a connection of its own.

    Returns what each returned, or the refusal it met; any other exception fails the test.
    """
    start = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            start.wait()
            return act()
        except errors.AppError as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        running = [pool.submit(run, act) for act in acts]
        return [future.result(timeout=seconds) for future in running]
