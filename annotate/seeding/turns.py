"""Turns of requests, kept in the database: limits hold for all processes and machines together.

Whoever wants to ask puts a row at the end of the line of that connection. Rows are counted under a
lock on the connection, so that no more requests are under way than may be, and the first in line is
the next. A turn is a lease: a process that was killed lets it expire. Before a request its costs
are set aside, as high as those of the dearest before it, so that two workers at once do not spend
the same money.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import F, Max, QuerySet, Sum
from django.db.models.functions import Greatest

from annotate.backends.base import LimitReached
from annotate.backends.turns import Limits, Used
from annotate.core import clock
from annotate.messages import Message
from annotate.seeding.models import Connection, SharedConnection
from annotate.seeding.request_rate import RequestRate
from annotate.seeding.spending_models import Budget, RequestTurn, Spending

# A killed process gives its turns back after so long.
LEASE = timedelta(seconds=30)
# Sums of prices are rounded: so much of a limit is no matter.
ROUNDING = 1e-9


@dataclass(frozen=True)
class ConnectionTurns:
    """Where a project lines up at a connection, of its own or of the installation."""

    connection: Connection
    purpose: str

    @property
    def keeper(self) -> str:
        return keeper_name(self.connection)

    def line(self, limits: Limits) -> "ConnectionLine":
        return ConnectionLine(self, limits)

    def lock(self) -> None:
        """Let nobody else count meanwhile."""
        model = SharedConnection if self.connection.shared_id else Connection
        pk = self.connection.shared_id or self.connection.pk
        model._default_manager.select_for_update(no_key=True).only("pk").get(pk=pk)


def keeper_name(connection: Connection) -> str:
    """By which requests are counted that go to one address."""
    if connection.shared_id:
        return f"shared/{connection.shared_id}"
    return f"own/{connection.pk}"


class ConnectionLine:
    """One caller in the line of a connection."""

    def __init__(self, turns: ConnectionTurns, limits: Limits) -> None:
        self._turns, self._limits = turns, limits
        self._rate = RequestRate(turns.keeper, limits.per_minute)
        self._mine: set[int] = set()
        self._waiting: int | None = None
        self._kept_at = clock.now()

    def next(self) -> "ConnectionTurn | None":
        """See `Line.next`."""
        if self._waiting is not None and not self._may_be_next():
            self.keep()
            return None
        try:
            with transaction.atomic():
                self._turns.lock()
                turn = self._taken(clock.now())
        except LimitReached:
            self.leave()
            raise
        if turn is None:
            return None
        self._mine.add(turn.row.pk)
        self._waiting = None
        return turn

    def keep(self) -> None:
        """See `Line.keep`."""
        at = clock.now()
        if at - self._kept_at < LEASE / 3:
            return
        self._kept_at = at
        keys = [*self._mine, *([self._waiting] if self._waiting else [])]
        RequestTurn.objects.filter(pk__in=keys).update(expires_at=at + LEASE)

    def leave(self) -> None:
        """See `Line.leave`."""
        if self._waiting is not None:
            RequestTurn.objects.filter(pk=self._waiting).delete()
            self._waiting = None

    @property
    def _all(self) -> QuerySet[RequestTurn]:
        return RequestTurn.objects.filter(keeper=self._turns.keeper)

    def _may_be_next(self) -> bool:
        """Look without a lock, so that those who wait keep nobody."""
        at = clock.now()
        alive = self._all.filter(expires_at__gte=at)
        before = alive.filter(under_way=False, pk__lt=self._waiting)
        has_room = alive.filter(under_way=True).count() < self._limits.at_once
        return has_room and not before.exists() and self._rate.is_due(at)

    def _taken(self, at: datetime) -> "ConnectionTurn | None":
        """The turn of whoever waits here, where it is theirs; under the lock."""
        _let_go(self._all.filter(expires_at__lt=at), at)
        mine = self._ticket(at)
        first = self._all.filter(under_way=False).order_by("pk").first()
        under_way = self._all.filter(under_way=True)
        if first != mine or under_way.count() >= self._limits.at_once or not self._rate.is_due(at):
            return None
        reserved = _Reserving(self._turns, self._limits, at).reserved()
        if reserved is None:
            return None
        mine.cost, mine.tokens = reserved
        mine.under_way, mine.expires_at = True, at + LEASE
        mine.save(update_fields=["cost", "tokens", "under_way", "expires_at"])
        return ConnectionTurn(self._turns, mine, self._mine, self._rate, self._rate.take(at))

    def _ticket(self, at: datetime) -> RequestTurn:
        mine = self._all.filter(pk=self._waiting).first() if self._waiting else None
        if mine is None:  # the first look, or nothing was heard of this process for too long
            mine = RequestTurn.objects.create(
                keeper=self._turns.keeper,
                project_id=self._turns.connection.project_id,
                purpose=self._turns.purpose,
                expires_at=at + LEASE,
            )
        self._waiting = mine.pk
        return mine


@dataclass(frozen=True)
class ConnectionTurn:
    """Leave to have one request under way, as a row."""

    turns: ConnectionTurns
    row: RequestTurn
    mine: set[int]
    rate: RequestRate
    begins_at: datetime

    @property
    def begins_in(self) -> float:
        """See `Turn.begins_in`."""
        return max(0.0, (self.begins_at - clock.now()).total_seconds())

    def end(self, used: Used) -> None:
        """See `Turn.end`. What was set aside for a turn that expired stays spent."""
        self.mine.discard(self.row.pk)
        with transaction.atomic():
            if self.rate.owes(used):
                self.turns.lock()
                self.rate.settle(used, clock.now())
            RequestTurn.objects.filter(pk=self.row.pk).delete()
            if used.requests:
                _spend(self.row, used, clock.now().date())


@dataclass(frozen=True)
class _Reserving:
    """What one more request may cost, and whether there is room for it in every limit."""

    turns: ConnectionTurns
    limits: Limits
    at: datetime

    def reserved(self) -> tuple[float, int] | None:
        """The costs and tokens to set aside; None: not while others are under way.

        Raises:
            LimitReached: there is no room, whatever those under way will have cost.
        """
        project = self.turns.connection.project_id
        budgets = Budget.objects.select_for_update(no_key=True).filter(project=project)
        budget = budgets.first()
        of_day, of_month = self.limits.cost_per_day, self.limits.cost_per_month
        limited = budget is not None and (budget.most_cost, budget.most_tokens) != (None, None)
        if not (limited or of_day or of_month):
            return 0.0, 0
        known = Spending.objects.filter(keeper=self.turns.keeper, project=project)
        most = known.aggregate(cost=Max("dearest"), tokens=Max("longest"))
        cost, tokens = most["cost"] or 0.0, most["tokens"] or 0
        rooms = [*self._of_budget(budget, cost, tokens), *self._of_connection(cost)]
        if not all(rooms):
            return None
        here = RequestTurn.objects.filter(keeper=self.turns.keeper, under_way=True)
        if most["cost"] is None and here.exists():
            return None  # the first answer alone shows what one costs
        return cost, tokens

    def _of_budget(self, budget: Budget | None, cost: float, tokens: int) -> list[bool]:
        if budget is None:
            return []
        spent = Spending.objects.filter(project=budget.project_id)
        aside = RequestTurn.objects.filter(project=budget.project_id, under_way=True)
        rooms = []
        if budget.most_cost is not None:
            code = "budget_of_project_reached"
            rooms.append(
                _room(budget.most_cost, _sum(spent, "cost"), _sum(aside, "cost"), cost, code)
            )
        if budget.most_tokens is not None:
            used = _sum(spent, "prompt_tokens") + _sum(spent, "completion_tokens")
            code = "token_budget_of_project_reached"
            rooms.append(_room(budget.most_tokens, used, _sum(aside, "tokens"), tokens, code))
        return rooms

    def _of_connection(self, cost: float) -> list[bool]:
        spent = Spending.objects.filter(keeper=self.turns.keeper)
        aside = _sum(RequestTurn.objects.filter(keeper=self.turns.keeper, under_way=True), "cost")
        today = self.at.date()
        rooms = []
        if self.limits.cost_per_day:
            so_far = _sum(spent.filter(day=today), "cost")
            code = "connection_limit_of_day_reached"
            rooms.append(_room(self.limits.cost_per_day, so_far, aside, cost, code))
        if self.limits.cost_per_month:
            so_far = _sum(spent.filter(day__gte=today.replace(day=1)), "cost")
            code = "connection_limit_of_month_reached"
            rooms.append(_room(self.limits.cost_per_month, so_far, aside, cost, code))
        return rooms


def _room(limit: float, spent: float, aside: float, wanted: float, code: str) -> bool:
    """Whether one more fits; raises LimitReached where it does not, even with nothing set aside."""
    if spent >= limit - ROUNDING or spent + wanted > limit + ROUNDING:
        raise LimitReached(Message(code, limit=_plain(limit), spent=_plain(spent)))
    return spent + aside + wanted <= limit + ROUNDING


def _plain(number: float) -> str:
    return f"{number:.4f}".rstrip("0").rstrip(".")


def _sum(rows: QuerySet[RequestTurn] | QuerySet[Spending], field: str) -> float:
    total: float = rows.aggregate(total=Sum(field, default=0))["total"]
    return total


def _let_go(expired: QuerySet[RequestTurn], at: datetime) -> None:
    """Free the turns of processes that were killed; what was asked in them was most likely paid."""
    for row in expired:
        gone, _ = RequestTurn.objects.filter(pk=row.pk).delete()
        if gone and row.under_way:
            _spend(row, Used(requests=1, prompt_tokens=row.tokens, cost=row.cost), at.date())


def _spend(row: RequestTurn, used: Used, day: date) -> None:
    key = {
        "keeper": row.keeper,
        "project_id": row.project_id,
        "purpose": row.purpose,
        "day": day,
    }
    Spending.objects.bulk_create([Spending(**key)], ignore_conflicts=True)
    Spending.objects.filter(**key).update(
        requests=F("requests") + used.requests,
        prompt_tokens=F("prompt_tokens") + used.prompt_tokens,
        completion_tokens=F("completion_tokens") + used.completion_tokens,
        cost=F("cost") + used.cost,
        dearest=Greatest(F("dearest"), used.cost),
        longest=Greatest(F("longest"), used.prompt_tokens + used.completion_tokens),
    )
