"""Budgets and costs of models as responses and requests say them."""

from typing import Annotated

from pydantic import Field

from annotate.core.schemas import Schema
from annotate.seeding.spending_models import Purpose

Cost = Annotated[float, Field(ge=0, le=1_000_000_000, allow_inf_nan=False)]
Tokens = Annotated[int, Field(ge=0, le=10**15)]


class Spent(Schema):
    """What requests to servers have come to; money is in the currency of the prices."""

    requests: int
    prompt_tokens: int
    completion_tokens: int
    cost: float


class SpentOnPurpose(Spent):
    purpose: Purpose


class SpentOnConnection(Spent):
    name: str  # empty where the project does not have it any more


class ProjectBudget(Schema):
    """What models may cost a project in all, and what they have cost."""

    most_cost: float | None
    most_tokens: int | None
    spent: Spent
    used_up: bool
    # Runs that have stopped at a limit and go on when there is room.
    stopped: int
    # Whether each server that the project may ask has a price.
    prices_known: bool
    by_purpose: list[SpentOnPurpose]
    by_connection: list[SpentOnConnection]


class ProjectBudgetChanges(Schema):
    most_cost: Cost | None
    most_tokens: Tokens | None
