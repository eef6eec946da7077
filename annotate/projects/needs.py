"""What waits in projects for those who lead or review them; `config.hooks` names who finds it.

The home of leads lists it. A finder says what is true now: whatever is settled, it finds no more.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from annotate.core.hooks import Hook
from annotate.messages import Parameter
from annotate.projects.models import Project, Role

NeedKind = Literal[
    "job_failed",
    "review_waiting",
    "skips_waiting",
    "payments_waiting",
    "people_missing",
    "people_invited",
    "tasks_low",
    "model_proposed",
    "mention",
    "feedback",
]

_LEADS = frozenset({Role.LEAD})
_READERS = frozenset({Role.LEAD, Role.REVIEWER})


@dataclass(frozen=True)
class NeedRule:
    """Who is shown one kind of need, and the page of the project that settles it."""

    roles: frozenset[Role]
    page: str


# Of the kinds that belong to a project: the most urgent first.
NEEDS: Mapping[NeedKind, NeedRule] = {
    "job_failed": NeedRule(_LEADS, ""),
    "review_waiting": NeedRule(_READERS, "/review"),
    "skips_waiting": NeedRule(_READERS, "/review/skips"),
    "payments_waiting": NeedRule(_LEADS, "/crowd/payments"),
    "people_missing": NeedRule(_LEADS, "/people"),
    "people_invited": NeedRule(_LEADS, "/people"),
    "tasks_low": NeedRule(_LEADS, "/samples"),
    "model_proposed": NeedRule(_LEADS, "/learning"),
}


@dataclass(frozen=True, kw_only=True)
class Need:
    """One thing that waits in a project.

    Args:
        count: how many; at least 1.
        since: when the oldest of them began to wait, None where nothing tells.
        key: tells it from others of its kind in the project, such as a stage.
        data: the slots of its sentence beside the count.
    """

    project_id: int
    kind: NeedKind
    count: int
    since: datetime | None = None
    key: str = ""
    data: Mapping[str, Parameter] = field(default_factory=dict)


# Finds what waits in these projects, by their ids: a number of statements that does not grow with
# them.
NeedFinder = Callable[[Mapping[int, Project], datetime], Iterable[Need]]

needs: Hook[NeedFinder] = Hook("projects.needs")
