"""What an export leaves out, by the reason; a summary says it to whoever asked for the export."""

from dataclasses import replace
from typing import TYPE_CHECKING

from annotate.workflow.models import Assignment, Outcome, Purpose, Sample
from annotate.workflow.selectors.annotations import set_aside

if TYPE_CHECKING:
    from annotate.exchange.exports.reading import Scope


def samples(scope: "Scope") -> dict[str, int]:
    """How many samples are not exported."""
    there, wanted = scope.candidates(), scope.selection
    counts = {
        "withdrawn_samples": there.filter(state=Sample.State.WITHDRAWN).count(),
        "unfinished_samples": 0,
        "incomplete_samples": 0,
        "unapproved_samples": 0,
    }
    if wanted.with_unfinished:
        return counts
    finished = there.filter(state=Sample.State.DONE).count()
    whole = replace(scope, selection=replace(wanted, only_approved=False)).samples().count()
    approved = scope.samples().count() if wanted.only_approved else whole
    return counts | {
        "unfinished_samples": there.count() - counts["withdrawn_samples"] - finished,
        "incomplete_samples": finished - whole,
        "unapproved_samples": whole - approved,
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
