"""The scores in the rows of a file of side-by-side labels, or what is wrong with each row.

The columns are those of the released labels: comparison, image, left, right, metric, label and
score, and if there are several people rater and justification. Labels say in words what scores say
in numbers; scores are what counts.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from annotate.analysis.sxs import SCORES
from annotate.analysis.text import clean_block, clean_line
from annotate.core import errors
from annotate.evaluation.tables import Row, UnreadableFile
from annotate.evaluation.text_rows import bounded, read_all
from annotate.kinds.scoring import MAX_METRICS
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


class Score(NamedTuple):
    """One score: `place` is that of its row, for messages."""

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
    scores: list[Score]


def labels_in(rows: Iterable[Row], comparison: str = "") -> Labels:
    """The scores of one comparison, in the order of the file.

    Args:
        comparison: which; "" takes the only one there is.

    Raises:
        UnreadableFile: there are too many rows, or none, or columns are missing.
        Invalid: the comparison is not there or must be chosen; or rows are wrong, each of which is
            named as `rows[12].score`. Rows of other comparisons are not looked at.
    """
    chosen = _rows_of(list(bounded(rows, MAX_ROWS, "ratings_of_many_rows")), comparison)
    reader = _Reader()
    scores = read_all(chosen, reader.read)
    left, right = reader.sources
    return Labels(_text(chosen[0].values or {}, "comparison"), left, right, scores)


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
    """Reads row after row, and knows what was in the rows before."""

    def __init__(self) -> None:
        self.sources = ("", "")
        self._metrics: set[str] = set()
        self._rows: dict[tuple[str, str, str], int] = {}

    def read(self, number: int, values: Mapping[str, Any]) -> Score:
        texts = {name: _text(values, name) for name in REQUIRED if name != "score"}
        self._check_sources(texts["left"], texts["right"])
        self._check_metric(texts["metric"])
        rater = _text(values, "rater", needed=False)
        key = (texts["image"], rater, texts["metric"])
        if self._rows.setdefault(key, number) != number:
            message = Message("rated_twice", row=self._rows[key])
            raise errors.Invalid.field("metric", message, code="given_twice")
        reasons = _text(values, "justification", needed=False)
        score = _score(values.get("score", ""))
        return Score(number, texts["image"], rater, texts["metric"], score, reasons)

    def _check_sources(self, left: str, right: str) -> None:
        if self.sources == ("", ""):
            if left == right:
                message = Message("sources_called_alike", name=left)
                raise errors.Invalid.field("right", message, code="same_source")
            self.sources = (left, right)
        if self.sources != (left, right):
            first = {"first_left": self.sources[0], "first_right": self.sources[1]}
            message = Message("other_sources", left=left, right=right, **first)
            raise errors.Invalid.field("left", message)

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
    clean = clean_block if name == "justification" else clean_line
    text = clean("" if raw is None else str(raw))
    if needed and not text:
        raise errors.Invalid.field(name, Message("no_such_value", field=name), code="missing")
    if len(text) > _LONGEST[name]:
        message = Message("kept_at_most", limit=_LONGEST[name])
        raise errors.Invalid.field(name, message, code="too_long")
    return text
