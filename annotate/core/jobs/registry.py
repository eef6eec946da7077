"""Which function does which job. Names are explicit and stable: rows outlive code."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from annotate.messages import Message


class Progress(Protocol):
    """What a running handler may say and ask."""

    job_id: int
    scope: str

    def report(self, done: int, total: int, note: Message | None = None) -> None:
        """Record progress and what the job is at, and renew the lease.

        Raises:
            LeaseLost: another worker has taken the job over; stop at once.
            Cancelled: somebody cancelled it; stop at once.
        """

    def renew(self) -> None:
        """Renew the lease alone; what was reported stands.

        Raises:
            LeaseLost, Cancelled: as `report`.
        """


Handler = Callable[[dict[str, Any], Progress], dict[str, Any] | None]


@dataclass(frozen=True)
class Registered:
    name: str
    title: str
    run: Handler | None  # None: a job in parts, which workers never run themselves
    # What kind of worker it is for, such as "training"; settings.JOB_QUEUES says where those
    # listen. Empty: any.
    queue: str = ""


_HANDLERS: dict[str, Registered] = {}


def handler(name: str, *, title: str = "", queue: str = "") -> Callable[[Handler], Handler]:
    """Register a function as the handler of jobs called `name`.

    Args:
        title: for people; by default what the catalogue has for the name.
        queue: names the kind of worker for jobs that would keep others waiting for hours.
    """

    def register(function: Handler) -> Handler:
        if name in _HANDLERS and _HANDLERS[name].run is not function:
            raise ValueError(f"Two handlers for the job {name!r}.")
        _HANDLERS[name] = Registered(name, title or _title_of(name), function, queue)
        return function

    return register


def in_parts(name: str, *, title: str = "") -> None:
    """Register the name of a job whose parts are jobs of their own."""
    _HANDLERS[name] = Registered(name, title or _title_of(name), None)


def _title_of(name: str) -> str:
    return str(Message(f"job_{name.replace('.', '_')}_title"))


def resolve(name: str) -> Registered:
    """Return the handler of `name`, or raise KeyError naming those there are."""
    try:
        return _HANDLERS[name]
    except KeyError:
        raise KeyError(f"No handler for the job {name!r}; there are: {names()}") from None


def queue_of(name: str) -> str:
    """Return the kind of worker that jobs called `name` are for; empty where any will do."""
    return _HANDLERS[name].queue if name in _HANDLERS else ""


def names() -> list[str]:
    """Return the names of all registered jobs, sorted."""
    return sorted(_HANDLERS)
