"""What is known to be right, and how people did on it."""

from datetime import datetime
from typing import Annotated, Literal, get_args

from pydantic import Field

from annotate.core.errors import FieldError
from annotate.core.schemas import Changes, Id, JsonObject, Notice, PageQuery, Schema, Text, Upload
from annotate.messages import Message
from annotate.people.schemas import Person
from annotate.projects.schemas import StageKey
from annotate.quality import models
from annotate.workflow.schemas.parts import KindAnswer, ShownImage, StageName, StageOfWork
from annotate.workflow.schemas.work import Gate

GoldUse = Literal["mixed", "practice", "test"]
GOLD_USES: tuple[GoldUse, ...] = get_args(GoldUse)
GoldUses = Annotated[list[GoldUse], Field(min_length=1)]
HitPurpose = Literal["work", "practice", "test"]
Note = Annotated[str, Text(2000, min_length=0)]
# Whether its paths and values can be compared, the stage says.
Expected = JsonObject


class Gold(Schema):
    """An item as leads see it."""

    id: int
    stage: StageName
    sample: int
    image: ShownImage
    value: JsonObject | None
    about: KindAnswer | None
    expected: dict[str, bool]
    is_good: bool
    uses: list[GoldUse]
    note: str
    is_active: bool
    right: int
    total: int
    created_at: datetime


class NewGold(Schema):
    """Gold made from an answer, or else about a sample."""

    stage: StageKey
    annotation: Id | None = None
    sample: Id | None = None
    expected: Expected = {}
    is_good: bool = True
    uses: GoldUses = ["mixed"]
    note: Note = ""


class GoldChanges(Changes):
    expected: Expected | None = None
    is_good: bool | None = None
    uses: GoldUses | None = None
    note: Note | None = None


class GoldImportRequest(Schema):
    file: Upload
    dry_run: bool = False
    stage: Annotated[
        StageKey | None, Field(description="Of rows that name none; the last one if left out.")
    ] = None


class GoldRowError(Notice):
    """Why a row is not in: where, what, and what to do."""

    row: int
    field: str
    code: str

    @classmethod
    def of_field(cls, row: int, wrong: FieldError) -> "GoldRowError":
        again = Message("import_gold_again")
        return cls(
            row=row,
            field=wrong.path,
            code=wrong.code,
            message=wrong.message,
            message_code=wrong.message_code or wrong.code,
            remedy=str(again),
            remedy_code=again.code,
            params=dict(wrong.params),
        )


class GoldCounts(Schema):
    total: int
    added: int
    failed: int


class GoldImport(Schema):
    dry_run: bool
    counts: GoldCounts
    errors: list[GoldRowError]


class EvidenceQuery(PageQuery):
    annotator: Id | None = None
    gold: Id | None = None


class Compared(Schema):
    """One known value against what was answered."""

    path: str
    expected: bool
    given: bool | None
    right: bool

    @classmethod
    def of(cls, result: models.GoldResult) -> "Compared":
        return cls.from_row(result)


class GoldEvidence(Compared):
    id: int
    annotator: Person
    gold: int
    stage: StageName
    assignment: int
    image: ShownImage
    at: datetime


class PracticeAnswer(Schema):
    answer: JsonObject


class PracticeChecked(Schema):
    """What is known of one image: value by value, a good answer as an example, and why.

    The good answer is somebody's: it is shown without a name, and only of an image that nobody
    works on any more.
    """

    assignment: int
    fields: list[Compared]
    note: str
    example: JsonObject | None


class ItemFeedback(PracticeChecked):
    mine: JsonObject | None


class HitFeedback(Schema):
    """The result of a submitted HIT: after practice with what was right, for each task.

    A test tells its score alone: it may be tried again. Work tells nothing: it may hold gold.
    """

    purpose: HitPurpose
    stage: StageOfWork
    items: list[ItemFeedback] = []
    score: float | None = None
    pass_mark: float | None = None
    passed: bool | None = None
    attempts_left: int | None = None
    retry_at: datetime | None = None


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
        return cls.from_row(text, agreed=getattr(text, "agreed", 0))


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


class MyGuidelines(Schema):
    version: int
    body: str
    read: bool


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
    guidelines: MyGuidelines | None
    practice: MyPractice | None
    test: MyTest | None
