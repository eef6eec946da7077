"""How much gold was promised and given, and why some of it was missing."""

from typing import Literal

from annotate.core.schemas import Schema
from annotate.people.schemas import Person
from annotate.workflow.schemas.parts import StageName

ShortReason = Literal["none", "met", "unlike", "room"]


class GoldShort(Schema):
    """How often gold was missing for one reason, and to how many people."""

    reason: ShortReason
    times: int
    people: int


class PersonsGold(Schema):
    """What one person was given: tasks in all, gold among them, and as the rate promised."""

    annotator: Person
    places: int
    promised: float
    given: int
    reasons: list[ShortReason]


class StageGold(Schema):
    """The gold of one stage: items in use, the rate, and what it came to.

    `people` are those who are furthest from what was promised.
    """

    stage: StageName
    rate: float
    met_again: bool
    in_hits: bool
    items: int
    images: int
    places: int
    promised: float
    given: int
    short: list[GoldShort]
    people: list[PersonsGold]


class GoldShares(Schema):
    stages: list[StageGold]
