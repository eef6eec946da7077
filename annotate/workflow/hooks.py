"""Where packages above this one have a say: who may work, what is mixed in, what follows.

This package must not know gold, qualifications or flags; `config.hooks` names who does.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from annotate.core.hooks import Hook
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Annotation, Assignment, Hit, Sample
from annotate.workflow.schemas.sample_lists import RatedStudy, SampleFilters
from annotate.workflow.schemas.samples import BroughtIn
from annotate.workflow.schemas.work import Gate


@dataclass(frozen=True, kw_only=True)
class Slot:
    """One place in a HIT for a task whose right answer is known.

    `again` where the person has met the task or its image, and is given it nevertheless.
    """

    sample: Sample
    about: Annotation | None = None
    again: bool = False


@dataclass(frozen=True, kw_only=True)
class Places:
    """Places in somebody's work that may go to gold.

    `like` says which of some samples look to this person as those of the work do; `hit` is None
    where work is given one at a time.
    """

    count: int
    at: datetime
    like: Callable[[Collection[int]], Collection[int]]
    hit: Hit | None = None


# Returns the first reason that keeps this member of a project from this stage, or None.
GateKeeper = Callable[[Membership, User, StageSpec], Gate | None]
# Returns whether a stage has any gold that could be mixed in.
Keeper = Callable[[Project, StageSpec], bool]
# Returns the gold that a person is given in some of these places, on as many samples; fewer than
# there are places, unless there is but one.
Mixer = Callable[[Project, StageSpec, User, Places], Sequence[Slot]]
# Told of rows, such as submitted assignments, in their transaction: must be cheap (start a job).
Listener = Callable[[Sequence[int]], None]
# Told, in the same way, of assignments of one person in a project, with their tasks.
WorkListener = Callable[[Project, Sequence[Assignment]], None]

# Told, in the same way, of the ids of samples of one project.
SampleListener = Callable[[Project, Sequence[int]], None]

# Counts the messages that a person has not read.
UnreadCounter = Callable[[User], int]
# By answer how many remarks there are on it, and how many of them its author has not read.
Remarker = Callable[[Sequence[int]], Mapping[int, tuple[int, int]]]
# Returns the texts of the answers of the samples from the first to the last id that were corrected
# after they were given, by annotation and by place in the answer.
Corrector = Callable[[Project, tuple[int, int]], Mapping[int, Mapping[str, str]]]
# By answer from elsewhere with which file it came in, and who brought it.
FileFinder = Callable[[Sequence[int]], Mapping[int, BroughtIn]]

# The samples with an open flag of a code, as a query of their ids; and the codes there are.
FlagFinder = Callable[[Project, str], QuerySet[Any]]
CodeFinder = Callable[[Project], Collection[str]]
# Whether a model may have learned from a sample; and the samples that none is to learn from.
Learned = Callable[[Sample], bool]
WithoutTraining = Callable[[Project], QuerySet[Any]]
# The images whose texts were rated as the filters say, as a query of their ids; and the studies
# that have ratings, the newest first.
RatedFinder = Callable[[Project, SampleFilters], QuerySet[Any]]
RatedStudyFinder = Callable[[Project, int], Sequence[RatedStudy]]

gates: Hook[GateKeeper] = Hook("workflow.gates")
keeping: Hook[Keeper] = Hook("workflow.keeping")
mixing: Hook[Mixer] = Hook("workflow.mixing")
submitted: Hook[WorkListener] = Hook("workflow.submitted")
# Told of the ids of submitted answers that are not work: what is right is known of them.
compared: Hook[Listener] = Hook("workflow.compared")
# As `submitted`, but only of answers that somebody wrote from scratch instead of going on.
started_over: Hook[Listener] = Hook("workflow.started_over")
# Told of work that somebody declined, in the same way.
skipped: Hook[WorkListener] = Hook("workflow.skipped")
# Told of the ids of samples that have become done, in the transaction that finished them. A sample
# that is done again, after a review say, is told again.
finished: Hook[SampleListener] = Hook("workflow.finished")
unread_feedback: Hook[UnreadCounter] = Hook("workflow.unread_feedback")
remarks: Hook[Remarker] = Hook("workflow.remarks")
corrections: Hook[Corrector] = Hook("workflow.corrections")
files_of: Hook[FileFinder] = Hook("workflow.files_of")

learned: Hook[Learned] = Hook("workflow.learned")
without_training: Hook[WithoutTraining] = Hook("workflow.without_training")
flagged: Hook[FlagFinder] = Hook("workflow.flagged")
flag_codes: Hook[CodeFinder] = Hook("workflow.flag_codes")
rated: Hook[RatedFinder] = Hook("workflow.rated")
rated_studies: Hook[RatedStudyFinder] = Hook("workflow.rated_studies")


def notify(hook: Hook[Listener], ids: Sequence[int]) -> None:
    """Tell everybody who listens, in the transaction of what happened."""
    for listener in hook:
        listener(ids)


def notify_of_work(hook: Hook[WorkListener], project: Project, ended: Sequence[Assignment]) -> None:
    """Tell everybody who listens of assignments that have just ended, in their transaction."""
    for listener in hook:
        listener(project, ended)


def notify_of_end(project: Project, sample_ids: Sequence[int]) -> None:
    """Tell everybody who listens of samples that are done, in the transaction of their end."""
    for listener in finished:
        listener(project, sample_ids)


def gate_of(membership: Membership, user: User, stage: StageSpec) -> Gate | None:
    """The first reason that keeps a person from a stage."""
    reasons = (keeper(membership, user, stage) for keeper in gates)
    return next((gate for gate in reasons if gate is not None), None)


def remarks_on(annotation_ids: Sequence[int]) -> dict[int, tuple[int, int]]:
    """How many remarks there are on answers, and how many are unread."""
    counts: dict[int, tuple[int, int]] = {}
    for remarker in remarks:
        for pk, (number, unread) in remarker(annotation_ids).items():
            before = counts.get(pk, (0, 0))
            counts[pk] = (before[0] + number, before[1] + unread)
    return counts


def corrected_texts(project: Project, samples: tuple[int, int]) -> dict[int, Mapping[str, str]]:
    """The texts that read otherwise than they were typed, as everybody corrected them."""
    corrected: dict[int, Mapping[str, str]] = {}
    for corrector in corrections:
        corrected.update(corrector(project, samples))
    return corrected
