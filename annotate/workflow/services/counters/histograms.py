"""The distributions that dashboards read: submissions counted by what is measured of them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any, Protocol

from annotate.analysis.histograms import SECONDS, SIMILARITY, TOKENS, Scale
from annotate.core import rows
from annotate.workflow.models import HistogramBin
from annotate.workflow.selectors.annotations import BySize, priors_of, similarities_of

Measure = HistogramBin.Measure
SCALES: Mapping[str, Scale] = {
    Measure.TOKENS: TOKENS,
    Measure.SECONDS: SECONDS,
    Measure.JACCARD: SIMILARITY,
    Measure.PRIOR: SIMILARITY,
    Measure.STOPPED: SIMILARITY,
}
KEY = ("project_id", "stage_key", "measure", "index", "day", "n", "bin", "lane")
SUMS = ("count", "total", "tokens_gained", "edit_distance", "active_seconds")
# People count in one of a few lanes by their ids, so that few of them meet in a row at the end of
# their transactions. An import writes many answers in one: it has a lane of its own.
LANES = 4
IMPORTS = LANES

# Project, stage, measure, index, day, size of n-grams, bin and lane.
Key = tuple[int, str, str, int, date, int, int, int]
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
        add_to(sums, submission, priors=priors_of(submission.decision))
    write(sums)


def new_sums() -> Sums:
    return defaultdict(lambda: [0] * len(SUMS))


def add_to(sums: Sums, submission: Counted, *, priors: BySize) -> None:
    """Add one submission to the bin of each figure that is defined for it.

    Args:
        priors: how alike two rounds before it have been at most, by the size of n-grams.
    """
    changes: Mapping[str, Any] = submission.measures.get("from_base") or {}
    added = (
        (changes.get("tokens_after") or 0) - (changes.get("tokens_before") or 0),
        changes.get("edit_distance") or 0,
        submission.active_seconds,
    )
    day, lane = submission.created_at.astimezone(UTC).date(), lane_of(submission)
    for measure, n, value in _values(submission, priors):
        place = SCALES[measure].counted.place(value)
        key = (submission.project_id, submission.stage_key, measure, submission.index)
        row = sums[(*key, day, n, place, lane)]
        for number, amount in enumerate((1, value, *added)):
            row[number] += amount


def lane_of(submission: Counted) -> int:
    if submission.producer:
        return IMPORTS
    return (submission.author_id or 0) % LANES


def _values(submission: Counted, priors: BySize) -> Iterator[tuple[str, int, float]]:
    """Yield each figure of a submission with its measure and the size of its n-grams."""
    own: Mapping[str, Any] = submission.measures.get("self") or {}
    if own.get("tokens") is not None:
        yield str(Measure.TOKENS), 0, own["tokens"]
    yield str(Measure.SECONDS), 0, submission.active_seconds
    alike = similarities_of(submission.decision)
    yield from ((str(Measure.JACCARD), n, value) for n, value in alike.items())
    yield from ((str(Measure.PRIOR), n, value) for n, value in priors.items())
    if submission.decision.get("reason") == "similar_enough":
        yield from ((str(Measure.STOPPED), n, value) for n, value in alike.items())


def write(sums: Sums) -> None:
    """Add sums to the rows."""
    rows.add(HistogramBin, [(*key, *added) for key, added in sums.items()], key=KEY, sums=SUMS)
