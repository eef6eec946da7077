"""Which project was made for another one, told only to those who may know.

This package must not know studies; whoever knows them registers a function at start-up, as
`counts` does for numbers.
"""

from collections.abc import Callable, Sequence
from typing import TypedDict

from annotate.people.models import User


class Origin(TypedDict):
    """The study a project was made for, and the project whose texts it is about."""

    id: int
    name: str
    project: int
    project_name: str


# Returns where projects come from, by their ids: of those of which this person may know.
Teller = Callable[[User, Sequence[int]], dict[int, Origin]]

_TELLERS: list[Teller] = []


def register(teller: Teller) -> None:
    """Tell with every project where it comes from; the same function twice counts once."""
    if teller not in _TELLERS:
        _TELLERS.append(teller)


def origins(user: User, project_ids: Sequence[int]) -> dict[int, Origin]:
    """Return where projects come from, as far as this person may know."""
    found: dict[int, Origin] = {}
    for teller in _TELLERS:
        found.update(teller(user, project_ids))
    return found
