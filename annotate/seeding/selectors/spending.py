"""What the models of a project have cost, and what they may still cost."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet, Sum

from annotate import backends
from annotate.core.jobs.models import Job
from annotate.notifications.hooks import Found
from annotate.projects.models import Project
from annotate.seeding import spending_schemas as schemas
from annotate.seeding.models import Connection, ModelVersion
from annotate.seeding.spending_models import Budget, Purpose, Spending
from annotate.seeding.turns import keeper_name

# The code of jobs that a limit has stopped.
STOPPED = "stopped_by_limit"
_SUMS = {
    "requests": Sum("requests", default=0),
    "prompt_tokens": Sum("prompt_tokens", default=0),
    "completion_tokens": Sum("completion_tokens", default=0),
    "cost": Sum("cost", default=0.0),
}


@dataclass(frozen=True)
class Room:
    """A budget, and what of it is spent."""

    budget: Budget | None
    spent: Mapping[str, Any]

    @classmethod
    def of(cls, project: Project) -> "Room":
        budget = Budget.objects.filter(project=project).first()
        return cls(budget, Spending.objects.filter(project=project).aggregate(**_SUMS))

    @property
    def tokens(self) -> int:
        return int(self.spent["prompt_tokens"] + self.spent["completion_tokens"])

    @property
    def is_limited(self) -> bool:
        budget = self.budget
        return budget is not None and (budget.most_cost, budget.most_tokens) != (None, None)

    @property
    def used_up(self) -> bool:
        budget = self.budget
        if budget is None:
            return False
        of_cost = budget.most_cost is not None and self.spent["cost"] >= budget.most_cost
        of_tokens = budget.most_tokens is not None and self.tokens >= budget.most_tokens
        return of_cost or of_tokens


def is_limited(project: Project, versions: Mapping[backends.Role, ModelVersion]) -> bool:
    """Whether a run of these versions may be stopped by a limit of costs."""
    names = ("cost_per_day", "cost_per_month")
    of_connections = any(
        version.settings.get(name) for version in versions.values() for name in names
    )
    return of_connections or Room.of(project).is_limited


def shown_budget(project: Project) -> schemas.ProjectBudget:
    """The budget, and what is spent, by purpose and by connection."""
    room = Room.of(project)
    budget = room.budget
    spent = Spending.objects.filter(project=project)
    by_purpose = spent.values("purpose").annotate(**_SUMS).order_by("-cost", "purpose")
    by_keeper = spent.values("keeper").annotate(**_SUMS).order_by("-cost", "keeper")
    names = _names(project)
    return schemas.ProjectBudget(
        most_cost=budget.most_cost if budget else None,
        most_tokens=budget.most_tokens if budget else None,
        spent=schemas.Spent(**room.spent),
        used_up=room.used_up,
        stopped=stopped_jobs().filter(scope=project.scope).count(),
        prices_known=_prices_known(project),
        by_purpose=[
            schemas.SpentOnPurpose(**_sums(row), purpose=Purpose(row["purpose"]))
            for row in by_purpose
        ],
        by_connection=[
            schemas.SpentOnConnection(**_sums(row), name=names.get(row["keeper"], ""))
            for row in by_keeper
        ],
    )


def _sums(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in _SUMS}


def _names(project: Project) -> dict[str, str]:
    """What the project calls the connections by which requests are counted."""
    rows = Connection.objects.filter(project=project)
    return {keeper_name(row): row.name for row in rows}


def _prices_known(project: Project) -> bool:
    """Whether money is counted: each server that the project may ask has a price."""
    serving = ModelVersion.objects.filter(
        project=project, state=ModelVersion.State.SERVING, connection__archived_at=None
    )
    priced = ("price_in", "price_out", "price_request")
    asked = [
        version.settings
        for version in serving.select_related("connection")
        if "price_in" in version.settings
    ]
    return all(any(settings.get(name) for name in priced) for settings in asked)


def stopped_jobs() -> QuerySet[Job]:
    """Whole jobs that stopped at a limit of costs and that nobody has let be."""
    return Job.objects.filter(
        state=Job.State.FAILED, parent=None, dismissed_at=None, error__code=STOPPED
    )


def models_stopped(at: datetime) -> Iterator[Found]:
    """Projects in which runs have stopped at a limit, for notifications."""
    scopes = Counter(stopped_jobs().values_list("scope", flat=True))
    for scope, number in sorted(scopes.items()):
        kind, _, project_id = scope.partition("/")
        if kind == "project":
            yield Found(project_id=int(project_id), kind="models_stopped", count=number)
