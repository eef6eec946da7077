"""What this package asks of those above it, without knowing them; `config.hooks` names who answers.

What follows an event, which project was made for a study, what is counted with a project, and the
parts of its report.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypedDict

from django.db.models import Count

from annotate.core.documents import Section
from annotate.core.hooks import Hook
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.projects.webhook_events import EventType


@dataclass(frozen=True, slots=True)
class Happening:
    """One event of a project, as endpoints are told it.

    `name` is what it is about, for those who may know it, which no endpoint is told; `actor` is
    whoever did it, None where the product did.
    """

    project: Project
    event: EventType
    data: Sequence[Mapping[str, Any]]
    actor: User | None = None
    name: str = ""


# Told of every event in its transaction: must be cheap, for submissions are among them.
happened: Hook[Callable[[Happening], None]] = Hook("projects.happened")


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


# Says of the members of a project, by their accounts, on which day (UTC) each last worked in it.
LastSeen = Callable[[int], Mapping[int, date]]

last_seen: Hook[LastSeen] = Hook("projects.last_seen")


def last_seen_in(project_id: int) -> dict[int, date]:
    """The day on which each person last worked in the project; absent who never did."""
    latest: dict[int, date] = {}
    for find in last_seen:
        latest.update(find(project_id))
    return latest


# A name, and what counts it for many projects at once by their ids; absent means 0.
Counter = tuple[str, Callable[[Sequence[int]], dict[int, int]]]

counters: Hook[Counter] = Hook("projects.counters")


def members(project_ids: Sequence[int]) -> dict[int, int]:
    rows = Membership.objects.filter(project_id__in=project_ids).values_list("project_id")
    return dict(rows.annotate(number=Count("id")).order_by())


def projects_of(user_ids: Sequence[int]) -> dict[int, int]:
    """Answer `people.project_counters`."""
    rows = Membership.objects.filter(user_id__in=user_ids).values_list("user_id")
    return dict(rows.annotate(number=Count("id")).order_by())


def counts(project_ids: Sequence[int]) -> dict[int, dict[str, int]]:
    """Every number for every project."""
    counted = {name: count(project_ids) for name, count in counters}
    return {
        pk: {name: numbers.get(pk, 0) for name, numbers in counted.items()} for pk in project_ids
    }


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """How a report is to be written. Without ``with_names`` people are numbered."""

    with_names: bool = False


# Writes one part, or None where there is nothing to say.
Builder = Callable[[Project, ReportOptions], Section | None]

builders: Hook[Builder] = Hook("projects.report_sections")


def sections(project: Project, options: ReportOptions) -> list[Section]:
    built = (build(project, options) for build in builders)
    return [section for section in built if section is not None]
