"""The answer to a vote."""

from typing import Annotated

from pydantic import Field, StrictBool, StringConstraints

from annotate.kinds.base import Record
from annotate.kinds.fields import Block

MAX_CRITERIA = 50
CriterionKey = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]*$", max_length=40)]


class VoteAnswer(Record):
    """Yes (true) or no (false) for each criterion by its key; None is no answer yet."""

    votes: Annotated[dict[CriterionKey, StrictBool | None], Field(max_length=MAX_CRITERIA)]
    comment: Block = ""

    def __hash__(self) -> int:
        return hash((frozenset(self.votes.items()), self.comment))
