"""The scores in the rows of a file of side-by-side labels, or what is wrong with each row.

The columns are those of the released labels: comparison, image, left, right, metric, label and
score, and if there are several people rater and justification. Labels say in words what scores say
in numbers; scores are what counts.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from annotate.analysis import text as texts
from annotate.analysis.sxs import SCORES
from annotate.core import errors
from annotate.evaluation.tables import Row, UnreadableFile
from annotate.evaluation.text_rows import Refusals
from annotate.kinds.scales import MAX_METRICS
from annotate.messages import Message

MAX_ROWS = 200_000
REQUIRED = ("comparison", "image", "left", "right", "metric", "score")
_LONGEST = {
    "comparison": 200,
    "image": 500,
    "left": 100,
    "right": 100,
    "metric": 40,
    "rater": 200,
    "justification": 10_000,
}
_METRIC = re.compile(r"[a-z][a-z0-9_-]*")
_SCORES = {str(score): score for score in SCORES}
_SOME = 10  # comparisons that are named where one must be chosen


class Given(NamedTuple):
    """One score: `place` says where it was, for messages."""

    place: int
    image: str
    rater: str
    metric: str
    score: int
    justification: str


class Labels(NamedTuple):
    """One comparison of a file."""

    comparison: str
    left: str
    right: str
    given: list[Given]


def labels_in(rows: Iterable[Row], comparison: str = "") -> Labels:
    """Return the scores of one comparison, in the order of the file.

    Args:
        comparison: which; "" takes the only one there is.

    Raises:
        UnreadableFile: there are too many rows, or none, or columns are missing.
        Invalid: the comparison is not there or must be chosen; or rows are wrong, each of which is
            named as `rows[12].score`. Rows of other comparisons are not looked at.
    """
    chosen = _rows_of(list(_bounded(rows)), comparison)
    refusals, reader = Refusals(), _Reader()
    given = []
    for row in chosen:
        try:
            given.append(reader.read(row))
        except errors.Invalid as wrong:
            refusals.note(row.number, wrong.fields)
    refusals.raise_if_any()
    left, right = reader.sources
    return Labels(_text(chosen[0].values or {}, "comparison"), left, right, given)


def _bounded(rows: Iterable[Row]) -> Iterable[Row]:
    for count, row in enumerate(rows, start=1):
        if count > MAX_ROWS:
            raise UnreadableFile(Message("ratings_of_many_rows", limit=MAX_ROWS))
        yield row


def _rows_of(rows: list[Row], comparison: str) -> list[Row]:
    if not rows:
        raise UnreadableFile(Message("file_without_rows"))
    missing = [name for name in REQUIRED if name not in (rows[0].values or {})]
    if missing:
        raise UnreadableFile(Message("columns_missing", missing=missing, needed=list(REQUIRED)))
    there = list(dict.fromkeys(str((row.values or {}).get("comparison", "")) for row in rows))
    wanted = comparison or (there[0] if len(there) == 1 else "")
    if wanted not in there:
        code = "unknown_comparison" if len(there) <= _SOME else "unknown_comparison_of_many"
        message = Message(code, comparisons=there[:_SOME])
        raise errors.Invalid.field("comparison", message, code="unknown_comparison")
    # A row that says nothing of its comparison may be one of this: it is refused by its number.
    return [row for row in rows if str((row.values or {}).get("comparison") or wanted) == wanted]


class _Reader:
    """Reads row after row, and knows what the rows before said."""

    def __init__(self) -> None:
        self.sources = ("", "")
        self._metrics: set[str] = set()
        self._seen: dict[tuple[str, str, str], int] = {}

    def read(self, row: Row) -> Given:
        if row.values is None:
            raise errors.Invalid.field("", Message("row_not_json"), code="not_json")
        values = row.values
        found = {name: _text(values, name) for name in REQUIRED if name != "score"}
        self._check_sources(found["left"], found["right"])
        self._check_metric(found["metric"])
        rater = _text(values, "rater", needed=False)
        key = (found["image"], rater, found["metric"])
        if self._seen.setdefault(key, row.number) != row.number:
            message = Message("rated_twice", row=self._seen[key])
            raise errors.Invalid.field("metric", message, code="given_twice")
        said = _text(values, "justification", needed=False)
        score = _score(values.get("score", ""))
        return Given(row.number, found["image"], rater, found["metric"], score, said)

    def _check_sources(self, left: str, right: str) -> None:
        if self.sources == ("", ""):
            if left == right:
                message = Message("sources_called_alike", name=left)
                raise errors.Invalid.field("right", message, code="same_source")
            self.sources = (left, right)
        if self.sources != (left, right):
            first_left, first_right = self.sources
            raise errors.Invalid.field(
                "left",
                Message(
                    "other_sources",
                    left=left,
                    right=right,
                    first_left=first_left,
                    first_right=first_right,
                ),
            )

    def _check_metric(self, metric: str) -> None:
        if not _METRIC.fullmatch(metric):
            raise errors.Invalid.field("metric", Message("metric_key_form"), code="bad_metric")
        self._metrics.add(metric)
        if len(self._metrics) > MAX_METRICS:
            raise errors.Invalid.field("metric", Message("too_many_metrics", limit=MAX_METRICS))


def _score(raw: object) -> int:
    score = _SCORES.get(str(raw).strip()) if not isinstance(raw, bool) else None
    if score is None:
        message = Message("score_not_on_scale", score=str(raw)[:40])
        raise errors.Invalid.field("score", message, code="bad_score")
    return score


def _text(values: Mapping[str, Any], name: str, *, needed: bool = True) -> str:
    raw = values.get(name)
    if raw is not None and (isinstance(raw, bool) or not isinstance(raw, str | int)):
        raise errors.Invalid.field(name, Message("must_be_text"), code="wrong_type")
    clean = texts.clean_block if name == "justification" else texts.clean_line
    found = clean("" if raw is None else str(raw))
    if needed and not found:
        raise errors.Invalid.field(name, Message("no_such_value", field=name), code="missing")
    if len(found) > _LONGEST[name]:
        message = Message("kept_at_most", limit=_LONGEST[name])
        raise errors.Invalid.field(name, message, code="too_long")
    return found
