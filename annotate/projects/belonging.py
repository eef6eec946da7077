"""Which project was made for another one, told only to those who may know.

This package must not know studies; `config.hooks` names who does.
"""

from collections.abc import Callable, Sequence
from typing import TypedDict

from annotate.core.hooks import Hook
from annotate.people.models import User


class Origin(TypedDict):
    """The study a project was made for, and the project whose texts it is about."""

    id: int
    name: str
    project: int
    project_name: str


# Says where projects come from, by their ids: of those of which this person may know.
OriginFinder = Callable[[User, Sequence[int]], dict[int, Origin]]

origin_finders: Hook[OriginFinder] = Hook("projects.origin_finders")


def origins(user: User, project_ids: Sequence[int]) -> dict[int, Origin]:
    known: dict[int, Origin] = {}
    for find_origins in origin_finders:
        known.update(find_origins(user, project_ids))
    return known
