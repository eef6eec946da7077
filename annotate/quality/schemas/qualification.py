"""Who may begin: what they agree to, practise and are tested by. The conditions are `entry`'s."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from annotate.core.schemas import Schema, Text
from annotate.people.schemas import Person
from annotate.projects.schemas import StageKey
from annotate.quality import models
from annotate.workflow.schemas.work import Gate


class NewConsent(Schema):
    body: Annotated[str, Text(100_000)]


class ConsentVersion(Schema):
    version: int
    body: str
    created_at: datetime
    agreed: int

    @classmethod
    def of(cls, text: models.ConsentText) -> "ConsentVersion":
        """Of a text that `consent_versions` counted the agreements to, or that is new."""
        return cls(
            version=text.version,
            body=text.body,
            created_at=text.created_at,
            agreed=getattr(text, "agreed", 0),
        )


class NewAgreement(Schema):
    version: Annotated[int, Field(ge=1, le=2**31 - 1)]


class RoundStart(Schema):
    stage: StageKey | None = None


class Agreed(Schema):
    version: int
    at: datetime


class Practised(Schema):
    done: bool
    at: datetime | None


class Tested(Schema):
    __test__ = False  # its name is no test of ours

    attempts: int
    score: float | None
    passed: bool
    at: datetime | None
    expires_at: datetime | None


class QualifiedPerson(Schema):
    user: Person
    consent: Agreed | None
    practice: Practised
    test: Tested


class MyConsent(Schema):
    version: int
    body: str
    agreed: bool


class MyPractice(Schema):
    enabled: bool = True
    size: int
    done: bool


class MyTest(Schema):
    enabled: bool = True
    size: int
    pass_mark: float
    attempts_left: int
    passed: bool
    score: float | None
    retry_at: datetime | None
    expires_at: datetime | None


class MyQualification(Schema):
    """Where a person is on the way into a project."""

    gate: Gate | None
    consent: MyConsent | None
    practice: MyPractice | None
    test: MyTest | None
