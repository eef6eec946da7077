"""What an export leaves out, by the reason; a summary says it to whoever asked for the export."""

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Count, Q

from annotate.workflow.models import Assignment, Outcome, Purpose, Sample
from annotate.workflow.selectors.annotations import set_aside

if TYPE_CHECKING:
    from annotate.exchange.exports.reading import Scope


class States(NamedTuple):
    """How many samples an export could be of, and how many of them are in these states."""

    there: int
    withdrawn: int
    finished: int

    @classmethod
    def of(cls, scope: "Scope") -> "States":
        """Count them."""
        found = scope.candidates().aggregate(
            there=Count("pk"),
            withdrawn=Count("pk", filter=Q(state=Sample.State.WITHDRAWN)),
            finished=Count("pk", filter=Q(state=Sample.State.DONE)),
        )
        return cls(**found)

    def possible(self, scope: "Scope") -> int:
        """How many of them may be exported, as far as that is told without a look at answers."""
        return self.there - self.withdrawn if scope.selection.with_unfinished else self.finished


def samples(scope: "Scope", states: States, exported: int | None = None) -> dict[str, int]:
    """How many samples are not exported.

    Args:
        states: as they were when the export began.
        exported: how many were; None before, when to count them is a look at all answers.
    """
    wanted = scope.selection
    counts = {
        "withdrawn_samples": states.withdrawn,
        "unfinished_samples": 0,
        "incomplete_samples": 0,
        "unapproved_samples": 0,
    }
    if wanted.with_unfinished:
        return counts
    if exported is None:
        exported = scope.samples().count()
    whole = exported
    if wanted.only_approved:
        whole = replace(scope, selection=replace(wanted, only_approved=False)).samples().count()
    # Work goes on while an export runs, so that one number may be of a moment after the other.
    return counts | {
        "unfinished_samples": states.there - states.withdrawn - states.finished,
        "incomplete_samples": max(states.finished - whole, 0),
        "unapproved_samples": max(whole - exported, 0),
    }


def answers(scope: "Scope") -> dict[str, int]:
    """How many answers of the exported samples are not exported; each counts once."""
    wanted = scope.selection
    work = Assignment.objects.filter(
        project=scope.project,
        answer__purpose=Purpose.WORK,
        answer__lte=scope.last_annotation,
        sample__in=scope.samples(),
    )
    dropped = Outcome.objects.filter(kept=False, annotation__in=scope.work()).filter(
        annotation__sample__in=scope.samples()
    )
    counts = dict.fromkeys(("unapproved", "rejected", "superseded", "dropped"), 0)
    if wanted.only_approved:
        judged = work.filter(answer__about=None).exclude(set_aside())
        counts["unapproved"] = judged.exclude(verdict=Assignment.Verdict.APPROVED).count()
        dropped = dropped.filter(annotation__assignment__verdict=Assignment.Verdict.APPROVED)
    if not wanted.takes_rejected:
        counts["rejected"] = work.filter(verdict=Assignment.Verdict.REJECTED).count()
        counts["superseded"] = work.filter(set_aside()).count() - counts["rejected"]
        dropped = dropped.exclude(set_aside("annotation__assignment__"))
    if not wanted.with_dropped:
        counts["dropped"] = dropped.count()
    return counts
