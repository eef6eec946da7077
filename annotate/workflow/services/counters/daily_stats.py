"""The sums that dashboards read, written in the transaction of the submission they count."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from annotate.core import rows
from annotate.workflow import looks
from annotate.workflow.models import Annotation, Assignment, DailyStats
from annotate.workflow.services.counters.histograms import Counted

OBJECT_COUNTS = ("kept", "edited", "added", "removed", "merged")
KEY = ("project_id", "stage_key", "index", "annotator_id", "day")
SUMS = (
    "submissions",
    "tokens",
    "active_seconds",
    "jaccard_sum",
    "jaccard_count",
    "edit_distance",
    "edit_share_sum",
    "edit_count",
    "from_scratch",
    "stopped_early",
    "finished_samples",
    "skips",
    *OBJECT_COUNTS,
    "looks",
    "given",
    "unread",
    "given_squared",
    "unread_squared",
    "given_by_unread",
    "begun",
    "unchanged",
)
NOTHING: Mapping[str, float] = dict.fromkeys(SUMS, 0)

# Project, stage, index, annotator and day.
Key = tuple[int, str, int, int | None, date]


@dataclass
class Sums:
    """Sums by the row they belong to, and when something was last added to each."""

    added: dict[Key, list[float]] = field(default_factory=dict)
    last_at: dict[Key, datetime] = field(default_factory=dict)

    def add(self, key: Key, sums: Mapping[str, float], at: datetime) -> None:
        """Add to one row."""
        row = self.added.setdefault(key, [0] * len(SUMS))
        for place, name in enumerate(SUMS):
            row[place] += sums[name]
        self.last_at[key] = max(at, self.last_at.get(key, at))

    def count(self, submission: Counted, *, finished: bool) -> None:
        """Add one submission to its annotator's row of the day."""
        key = key_of(submission, submission.author_id, submission.created_at)
        self.add(key, sums_of(submission, finished=finished), submission.created_at)

    def write(self) -> None:
        """Add to the rows: each annotator has their own, so that nobody waits for them."""
        lines = [(*key, *sums, self.last_at[key]) for key, sums in self.added.items()]
        rows.add(DailyStats, lines, key=KEY, sums=SUMS, latest=("last_at",))


def count_submissions(submissions: Iterable[tuple[Annotation, bool]]) -> None:
    """Add submissions to the rows of the day; each with whether it has finished its sample."""
    sums = Sums()
    for annotation, finished in submissions:
        sums.count(annotation, finished=finished)
    sums.write()


def count_finished(annotation: Annotation, by: int) -> None:
    """Count that this submission has finished its sample after all (1), or no longer has (-1)."""
    at = annotation.created_at
    sums = Sums()
    sums.add(key_of(annotation, annotation.author_id, at), {**NOTHING, "finished_samples": by}, at)
    sums.write()


def count_skip(assignment: Assignment, *, at: datetime) -> None:
    """Add one skip to its annotator's row of the day."""
    sums = Sums()
    sums.add(key_of(assignment.task, assignment.annotator_id, at), {**NOTHING, "skips": 1}, at)
    sums.write()


def key_of(of: Any, annotator_id: int | None, at: datetime) -> Key:
    # An import may name another time zone; what is read back later is UTC.
    return of.project_id, of.stage_key, of.index, annotator_id, at.astimezone(UTC).date()


def sums_of(submission: Counted, *, finished: bool) -> dict[str, float]:
    """What one submission adds to each sum."""
    own: Mapping[str, Any] = submission.measures.get("self") or {}
    changes: Mapping[str, Any] = submission.measures.get("from_base") or {}
    jaccard, edits = changes.get("jaccard_1"), changes.get("edit_distance")
    return {
        "submissions": 1,
        "tokens": own.get("tokens", 0),
        "active_seconds": submission.active_seconds,
        "jaccard_sum": jaccard or 0.0,
        "jaccard_count": int(jaccard is not None),
        "edit_distance": edits or 0,
        "edit_share_sum": changes.get("edit_share") or 0.0,
        "edit_count": int(edits is not None),
        "from_scratch": int(submission.from_scratch),
        "stopped_early": int(submission.decision.get("reason") == "similar_enough"),
        "finished_samples": int(finished),
        "skips": 0,
        **{name: changes.get(name) or 0 for name in OBJECT_COUNTS},
        **_passed_on(submission.measures),
        **_unchanged(submission.measures),
    }


def _passed_on(measures: Mapping[str, Any]) -> dict[str, int]:
    """Of what an answer began with, how much was passed on unread; a text counts as one thing.

    Whether a text was read nobody can see: it is passed on unread where no word of it has changed.
    Of parts it is counted where the client said which of them were looked at.
    """
    looked: Mapping[str, int] | None = measures.get("looked")
    changes: Mapping[str, Any] = measures.get("from_base") or {}
    if looked is not None:
        given, unread = looked["of"], looked["unread"]
    elif "edit_distance" in changes and "kept" not in changes:
        given, unread = 1, int(not changes["edit_distance"])
    else:
        given, unread = 0, 0
    return {
        "looks": int(given > 0),
        "given": given,
        "unread": unread,
        "given_squared": given * given,
        "unread_squared": unread * unread,
        "given_by_unread": given * unread,
    }


def _unchanged(measures: Mapping[str, Any]) -> dict[str, int]:
    """Whether an answer began with something, and whether it was handed in just as it began."""
    is_unchanged = looks.is_unchanged(measures)
    return {"begun": int(is_unchanged is not None), "unchanged": int(bool(is_unchanged))}
