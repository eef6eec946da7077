"""Going on where the cache that the processes share cannot be asked."""

from collections.abc import Callable
from typing import TypeVar

from annotate.core import logs

log = logs.get(__name__)
T = TypeVar("T")


def asked(ask: Callable[[], T], *, otherwise: T, so: str) -> T:
    """Ask the cache; where it is out of reach, go on with `otherwise`.

    Args:
        so: what that means, for the log.
    """
    try:
        return ask()
    except Exception:
        log.warning("The cache cannot be asked", so=so, exc_info=True)
        return otherwise
