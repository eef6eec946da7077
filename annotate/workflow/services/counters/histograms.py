"""The distributions that dashboards read: submissions counted by what is measured of them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any, Protocol

from annotate.analysis.histograms import SECONDS, SIMILARITY, TOKENS, Bins
from annotate.core import rows
from annotate.workflow.models import HistogramBin

Measure = HistogramBin.Measure
BINS: Mapping[str, Bins] = {
    Measure.TOKENS: TOKENS,
    Measure.SECONDS: SECONDS,
    Measure.JACCARD: SIMILARITY,
    Measure.PRIOR: SIMILARITY,
}
KEY = ("project_id", "stage_key", "measure", "index", "day", "bin", "lane")
SUMS = ("count", "tokens_gained", "edit_distance", "active_seconds")
# People count in one of a few lanes by their ids, so that few of them meet in a row at the end of
# their transactions. An import writes many answers in one: it has a lane of its own.
LANES = 4
IMPORTS = LANES

# Project, stage, measure, index, day, bin and lane.
Key = tuple[int, str, str, int, date, int, int]
Sums = dict[Key, list[float]]


class Counted(Protocol):
    """What is counted of an annotation."""

    @property
    def project_id(self) -> int: ...
    @property
    def stage_key(self) -> str: ...
    @property
    def index(self) -> int: ...
    @property
    def author_id(self) -> int | None: ...
    @property
    def producer(self) -> str: ...
    @property
    def created_at(self) -> datetime: ...
    @property
    def active_seconds(self) -> float: ...
    @property
    def from_scratch(self) -> bool: ...
    @property
    def measures(self) -> dict[str, Any]: ...
    @property
    def decision(self) -> dict[str, Any]: ...


def count(submissions: Iterable[Counted]) -> None:
    """Count submissions of work; the last statement of their transaction.

    It adds to rows that others add to as well, and must be followed by the commit: whoever wants
    the same row waits for that.
    """
    sums: Sums = new_sums()
    for submission in submissions:
        add_to(sums, submission, prior=submission.decision.get("prior"))
    write(sums)


def new_sums() -> Sums:
    return defaultdict(lambda: [0] * len(SUMS))


def add_to(sums: Sums, submission: Counted, *, prior: float | None) -> None:
    """Add one submission to the bin of each figure that is defined for it."""
    changes: Mapping[str, Any] = submission.measures.get("from_base") or {}
    added = (
        1,
        (changes.get("tokens_after") or 0) - (changes.get("tokens_before") or 0),
        changes.get("edit_distance") or 0,
        submission.active_seconds,
    )
    day, lane = submission.created_at.astimezone(UTC).date(), lane_of(submission)
    for measure, value in _values(submission, prior):
        place = BINS[measure].place(value)
        key = (submission.project_id, submission.stage_key, measure, submission.index)
        row = sums[(*key, day, place, lane)]
        for number, amount in enumerate(added):
            row[number] += amount


def lane_of(submission: Counted) -> int:
    if submission.producer:
        return IMPORTS
    return (submission.author_id or 0) % LANES


def _values(submission: Counted, prior: float | None) -> Iterator[tuple[str, float]]:
    own: Mapping[str, Any] = submission.measures.get("self") or {}
    figures = {
        Measure.TOKENS: own.get("tokens"),
        Measure.SECONDS: submission.active_seconds,
        Measure.JACCARD: submission.decision.get("similarity"),
        Measure.PRIOR: prior,
    }
    for measure, value in figures.items():
        if value is not None:
            yield str(measure), value


def write(sums: Sums) -> None:
    """Add sums to the rows."""
    rows.add(HistogramBin, [(*key, *added) for key, added in sums.items()], key=KEY, sums=SUMS)
