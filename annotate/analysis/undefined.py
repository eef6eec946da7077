"""A figure that does not exist, with the reason why: never a 0, never a crash."""

from dataclasses import dataclass
from typing import TypeVar

from annotate.messages import Message

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Undefined:
    """Stands where a number would stand, with the reason for people.

    It is false in a condition, but so is the number 0: ask with :func:`defined` or ``isinstance``.
    """

    message: Message

    @property
    def reason(self) -> str:
        """The reason in English."""
        return str(self.message)

    def __bool__(self) -> bool:
        return False


def defined(value: T | Undefined) -> T | None:
    """Return the value, or None where there is none.

    >>> defined(0.5), defined(Undefined(Message("nobody_answered")))
    (0.5, None)
    """
    return None if isinstance(value, Undefined) else value


def reason(value: object) -> str | None:
    return value.reason if isinstance(value, Undefined) else None
