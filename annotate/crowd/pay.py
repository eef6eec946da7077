"""What a HIT earns: a pure function of counts and rules. Money is decimal, never a float."""

from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any, Literal

from annotate.messages import Message

NOTHING = Decimal("0.00")


@dataclass(frozen=True)
class Counts:
    """The answers of one delivery by what a lead thinks of them."""

    approved: int
    rejected: int
    unreviewed: int

    @property
    def all(self) -> int:
        return self.approved + self.rejected + self.unreviewed

    @property
    def share(self) -> float:
        """The share of answers that are approved; of none, all are."""
        return self.approved / self.all if self.all else 1.0


@dataclass(frozen=True)
class Rules:
    """When the rate and the bonus of a channel are due."""

    rate: Decimal
    when: Literal["submitted", "approved"]
    from_share: float
    bonus: Decimal
    bonus_from_share: float


@dataclass(frozen=True)
class Due:
    """What is owed, why, and the numbers that decided it."""

    base: Decimal
    bonus: Decimal
    reason: Message
    numbers: dict[str, Any]


def due(counts: Counts, rules: Rules) -> Due | None:
    """What a delivery earned; None where that is still open or it earned nothing.

    With "approved", the rate is due from a share of approved answers on:

    >>> rules = Rules(Decimal("0.60"), "approved", 0.8, Decimal("0.10"), 1.0)
    >>> owed = due(Counts(approved=4, rejected=1, unreviewed=0), rules)
    >>> owed.base, owed.bonus, str(owed.reason)
    (Decimal('0.60'), Decimal('0.00'), '4 of 5 answers approved')
    >>> due(Counts(approved=5, rejected=0, unreviewed=0), rules).bonus
    Decimal('0.10')

    Three of five are too few, and with one more to be judged nothing is known yet:

    >>> due(Counts(approved=3, rejected=2, unreviewed=0), rules) is None
    True
    >>> due(Counts(approved=3, rejected=1, unreviewed=1), rules) is None
    True
    """
    base = rules.rate if _base_is_due(counts, rules) else NOTHING
    has_bonus = rules.bonus and not counts.unreviewed and counts.share >= rules.bonus_from_share
    bonus = rules.bonus if has_bonus and counts.all else NOTHING
    if not base and not bonus:
        return None
    rated = {key: str(value) for key, value in asdict(rules).items()}
    return Due(
        base=base.quantize(NOTHING),
        bonus=bonus.quantize(NOTHING),
        reason=Message("answers_approved", approved=counts.approved, count=counts.all),
        numbers={**asdict(counts), "rules": rated},
    )


def _base_is_due(counts: Counts, rules: Rules) -> bool:
    if rules.when == "submitted":
        return True
    # What is not judged yet may still turn out either way: count it as not approved.
    return counts.share >= rules.from_share
