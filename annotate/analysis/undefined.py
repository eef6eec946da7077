"""A figure that does not exist, with the reason why: never a 0, never a crash."""

from dataclasses import dataclass, field
from typing import TypeVar

from annotate.messages import Message

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Undefined:
    """Stands where a number would stand; ``reason`` is a sentence for people.

    It is false in a condition, but so is the number 0: ask with :func:`defined` or ``isinstance``.
    """

    reason: str
    message: Message | None = field(default=None, repr=False, compare=False)

    @classmethod
    def said(cls, message: Message) -> "Undefined":
        """With a reason that can be said in every language."""
        return cls(str(message), message)

    def __bool__(self) -> bool:
        return False


def defined(value: T | Undefined) -> T | None:
    """Return the value, or None where there is none.

    >>> defined(0.5), defined(Undefined("Nobody answered."))
    (0.5, None)
    """
    return None if isinstance(value, Undefined) else value


def reason(value: object) -> str | None:
    """Return why there is no value, or None where there is one.

    >>> reason(0.0), reason(Undefined("Nobody answered."))
    (None, 'Nobody answered.')
    """
    return value.reason if isinstance(value, Undefined) else None
