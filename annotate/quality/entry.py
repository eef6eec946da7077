"""What a project asks of people before their first task: typed settings, and pure decisions."""

from datetime import datetime, timedelta
from typing import Annotated

from pydantic import Field, StringConstraints

from annotate.core.schemas import Schema

Locale = Annotated[
    str, StringConstraints(strip_whitespace=True, pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$")
]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class PracticeRules(Schema):
    """A round whose right answers are shown afterwards (mission A14)."""

    enabled: bool = False
    size: int = Field(5, ge=1, le=50)


class TestRules(Schema):
    """A test: the share that must be right, how often and when it may be tried again.

    ``valid_days`` 0 means that a pass never expires.
    """

    __test__ = False  # its name is no test of ours

    enabled: bool = False
    size: int = Field(10, ge=1, le=50)
    pass_mark: Share = 0.8
    max_attempts: int = Field(3, ge=1, le=100)
    retry_hours: float = Field(24, ge=0, le=8760)
    valid_days: int = Field(0, ge=0, le=3650)


class EntryRules(Schema):
    """All conditions; the defaults ask nothing.

    ``min_approved`` and ``min_approval_rate`` are met by the history here or on the platform a
    person came from. VizWiz-Captions asked for over 500 HITs at 95% (VW App. A.1): 501 and 0.95.
    """

    consent_required: bool = False
    min_approved: int = Field(0, ge=0, le=1_000_000)
    min_approval_rate: Share = 0.0
    locales: tuple[Locale, ...] = Field((), max_length=50)
    practice: PracticeRules = PracticeRules()
    test: TestRules = TestRules()

    @property
    def asks_history(self) -> bool:
        """Whether earlier work counts at all."""
        return self.min_approved > 0 or self.min_approval_rate > 0

    @property
    def asks_anything(self) -> bool:
        """Whether anybody is kept from anything."""
        return bool(
            self.consent_required
            or self.asks_history
            or self.locales
            or self.practice.enabled
            or self.test.enabled
        )

    def admits_history(self, approved: int | None, rate: float | None) -> bool:
        """Whether so many approved assignments at such a rate in [0, 1] are enough.

        None is not known, and what is not known meets no condition but the one that asks nothing.

        >>> EntryRules(min_approved=501, min_approval_rate=0.95).admits_history(600, 0.94)
        False
        >>> EntryRules(min_approved=501).admits_history(600, None)
        True
        """
        enough = self.min_approved == 0 or (approved is not None and approved >= self.min_approved)
        good = self.min_approval_rate == 0 or (rate is not None and rate >= self.min_approval_rate)
        return enough and good

    def admits_locale(self, locale: str) -> bool:
        """Whether a language tag is one of those asked for, or a variety of one.

        >>> EntryRules(locales=("en",)).admits_locale("en-GB")
        True
        >>> EntryRules(locales=("en-US",)).admits_locale("en")
        False
        """
        tag = locale.lower()
        asked = [prefix.lower() for prefix in self.locales]
        return not asked or any(tag == prefix or tag.startswith(f"{prefix}-") for prefix in asked)


class TestStanding(Schema):
    """Where somebody is with a test: what they may do, and until when what they did counts."""

    __test__ = False

    passed: bool = False
    score: float | None = None
    expires_at: datetime | None = None
    attempts: int = 0  # since the last pass
    attempts_left: int = 0
    # When the next attempt may begin; None if it may now, or never.
    retry_at: datetime | None = None

    @property
    def may_start(self) -> bool:
        """Whether the test may be begun now."""
        return not self.passed and self.attempts_left > 0 and self.retry_at is None


class Finished(Schema):
    """One finished attempt: when, its score in [0, 1] and whether that was enough."""

    at: datetime
    score: float
    passed: bool


def stand(rules: TestRules, attempts: list[Finished], at: datetime) -> TestStanding:
    """Where somebody stands after these attempts, oldest first.

    The last pass counts for ``valid_days``, whatever came after it; when it has run out, the
    attempts since then are counted anew.

    >>> from datetime import datetime
    >>> noon = datetime(2026, 1, 1, 12)
    >>> failed = Finished(at=noon, score=0.5, passed=False)
    >>> stand(TestRules(max_attempts=2, retry_hours=1), [failed], noon).retry_at.hour
    13
    """
    passes = [place for place, attempt in enumerate(attempts) if attempt.passed]
    since = attempts[passes[-1] + 1 :] if passes else attempts
    last = attempts[-1] if attempts else None
    left = max(rules.max_attempts - len(since), 0)
    if passes:
        won = attempts[passes[-1]]
        expires = won.at + timedelta(days=rules.valid_days) if rules.valid_days else None
        if expires is None or expires > at:
            return TestStanding(
                passed=True,
                score=won.score,
                expires_at=expires,
                attempts=len(since),
                attempts_left=left,
            )
    retry = last.at + timedelta(hours=rules.retry_hours) if since and last and left else None
    return TestStanding(
        score=last.score if last else None,
        attempts=len(since),
        attempts_left=left,
        retry_at=retry if retry is not None and retry > at else None,
    )
