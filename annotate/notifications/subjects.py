"""What somebody can be told, who may be told it, and how it is mailed to those who chose nothing.

`SUBJECTS` is the one table. The sentences stand in the catalogue as ``told_<kind>_one`` and
``_other``; a page for each is in `paths.py`.
"""

from dataclasses import dataclass
from typing import Literal

from annotate.projects.models import Role

Kind = Literal[
    "job_failed",
    "job_done",
    "review_waiting",
    "tasks_low",
    "models_stopped",
    "person_blocked",
    "model_proposed",
    "model_promoted",
    "mention",
]
Mail = Literal["at_once", "daily", "none"]

_LEADS = frozenset({Role.LEAD})
_READERS = frozenset({Role.LEAD, Role.REVIEWER})
_ALL = frozenset(Role)


@dataclass(frozen=True)
class Subject:
    """One kind of thing to be told.

    Args:
        roles: who may read it, also later: whoever loses the role loses the row.
        mail: for people who chose nothing.
        lasts: a condition that the clock finds, and that ends; its number is that of now.
    """

    roles: frozenset[Role]
    mail: Mail
    lasts: bool = False


SUBJECTS: dict[Kind, Subject] = {
    "job_failed": Subject(_ALL, "at_once"),
    "job_done": Subject(_ALL, "none"),
    "review_waiting": Subject(_READERS, "daily", lasts=True),
    "tasks_low": Subject(_LEADS, "daily", lasts=True),
    "models_stopped": Subject(_LEADS, "at_once", lasts=True),
    "person_blocked": Subject(_LEADS, "daily"),
    "model_proposed": Subject(_LEADS, "daily"),
    "model_promoted": Subject(_LEADS, "none"),
    "mention": Subject(_ALL, "at_once"),
}


def kinds_for(role: Role) -> list[Kind]:
    """What somebody of a role may be told."""
    return [kind for kind, subject in SUBJECTS.items() if role in subject.roles]
