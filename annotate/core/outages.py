"""Faults of what the product rests on: a database or a store out of reach, a disk that is full.

They are nobody's mistake and pass: whoever meets one is told what it is and when to try again, and
not that something went wrong.
"""

import errno
import sys
from collections.abc import Iterator

from django.db import InterfaceError, OperationalError

from annotate.core import errors

# Seconds until it is worth asking again.
AGAIN_AFTER = 5
_FULL = (errno.ENOSPC, errno.EDQUOT)
# What SQLite says; it has no codes that Python passes on, and "no such table" is one of its
# OperationalErrors as well.
_SQLITE_FULL = ("database or disk is full",)
_SQLITE_GONE = ("database is locked", "unable to open database file", "disk i/o error")
# SQLSTATE: connection lost, shut down or starting, too many connections; disk full.
_POSTGRES_GONE = ("08", "57P", "53300")
_POSTGRES_FULL = "53100"


def outage(fault: BaseException | None) -> errors.AppError | None:
    """What people are told of a fault that lies outside the program; None for any other.

    >>> outage(OSError(errno.ENOSPC, "No space left on device")).status
    507
    >>> outage(ValueError("a mistake of ours")) is None
    True
    """
    for cause in _causes(fault):
        if _is_full(cause):
            return errors.StorageFull(retry=True)
        if _is_gone(cause):
            return errors.Unavailable(retry=True, details={"retry_after": AGAIN_AFTER})
    return None


def _causes(fault: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while fault is not None and id(fault) not in seen:
        seen.add(id(fault))
        yield fault
        fault = fault.__cause__ or fault.__context__


def _is_full(fault: BaseException) -> bool:
    if isinstance(fault, OSError):
        return fault.errno in _FULL
    if not isinstance(fault, OperationalError):
        return False
    return _sqlstate(fault) == _POSTGRES_FULL or _says(fault, _SQLITE_FULL)


def _is_gone(fault: BaseException) -> bool:
    if _is_of_store(fault):
        return True
    if isinstance(fault, InterfaceError):
        return "closed" in str(fault)
    if not isinstance(fault, OperationalError):
        return False
    state = _sqlstate(fault)
    if state is not None:
        return state.startswith(_POSTGRES_GONE)
    return _says(fault, _SQLITE_GONE) or _has_no_server(fault)


def _is_of_store(fault: BaseException) -> bool:
    """Whether an object store cannot be reached, or cannot answer just now."""
    # Loaded only where files lie in one.
    botocore = sys.modules.get("botocore.exceptions")
    if botocore is None:
        return False
    if isinstance(fault, botocore.ClientError):
        return int(fault.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)) >= 500
    return isinstance(fault, botocore.HTTPClientError | botocore.ConnectionError)


def _sqlstate(fault: BaseException) -> str | None:
    state = getattr(fault.__cause__, "pgcode", None)
    return state if isinstance(state, str) else None


def _has_no_server(fault: BaseException) -> bool:
    """PostgreSQL's driver gives no code where there was no server to give one."""
    return type(fault.__cause__).__module__.startswith("psycopg")


def _says(fault: BaseException, phrases: tuple[str, ...]) -> bool:
    return any(phrase in str(fault).lower() for phrase in phrases)
