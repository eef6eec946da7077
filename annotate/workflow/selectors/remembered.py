"""What somebody is working on, as this process has it: read once, not at each of their pauses.

Who types pauses every few seconds, and their page saves the draft and asks what there is to say of
it. The task, its image and the text they began with never change while they hold it; rules and
guidelines seldom do. So a draft may begin from what was read within the last minute. That it is
still theirs and still the same is for the statement that saves it to find
(docs/decisions/0094-what-is-at-hand-is-remembered.md).
"""

from dataclasses import dataclass
from datetime import datetime

from annotate.core import clock
from annotate.core.remembered import Remembered
from annotate.core.schemas import JsonObject
from annotate.kinds import Problem
from annotate.people.models import User
from annotate.workflow import answers
from annotate.workflow.models import Assignment
from annotate.workflow.selectors.views import assignment_of, view_to_advise

# Drafts of more are rare, and dear to keep.
REMEMBERED_BYTES = 16_000
# So long a changed rule or guideline may be unknown to advice.
SECONDS = 60
# Of each process, which serves a part of those who work at one time.
MOST = 128
_remembered: "Remembered[tuple[int, int], AtHand]" = Remembered(most=MOST, seconds=SECONDS)


@dataclass
class AtHand:
    """An assignment as it was read, and what its holder's texts are compared with."""

    assignment: Assignment
    read_at: datetime
    view: answers.View | None = None
    # Whether it was read for an earlier request, and may have changed since.
    is_remembered: bool = False

    def findings(self, raw: JsonObject) -> list[Problem]:
        """What there is to say about an answer that may be unfinished; never refuses it."""
        if self.view is None:
            self.view = view_to_advise(self.assignment)
        stage = self.assignment.project.recipe.stage(self.assignment.task.stage_key)
        return answers.findings(stage, raw, self.view)

    def now(self, saved: Assignment) -> "AtHand":
        """The same after it was saved; as new where it had to be read anew for that."""
        return self if saved is self.assignment else AtHand(saved, clock.now())


def at_hand(annotator: User, assignment_id: int) -> AtHand:
    """One's assignment with all that work on it needs, perhaps as it was a minute ago.

    Raises:
        NotFound: this person has no such assignment.
    """
    found = _remembered.take((annotator.pk, assignment_id))
    if found is None:
        at = clock.now()
        return AtHand(assignment_of(annotator, assignment_id), at)
    found.assignment.annotator, found.is_remembered = annotator, True
    return found


def keep_at_hand(held: AtHand) -> None:
    """Remember what somebody is working on until their next pause.

    Not what is only taken ahead, and no task of a HIT: their texts are compared with one another.
    """
    row = held.assignment
    if row.hit_id is None and not row.is_ahead:
        _remembered.put((row.annotator_id, row.pk), held, since=held.read_at)


def let_go(assignment: Assignment) -> None:
    """Forget what nobody works on any more."""
    _remembered.take((assignment.annotator_id, assignment.pk))
