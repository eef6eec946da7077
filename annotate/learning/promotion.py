"""Whether a new version takes over: a rule of numbers, kept apart from all that carries it out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import numpy as np

from annotate.analysis.intervals import LEVEL, Interval, interval, resampled_means
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

Rule = Literal["manual", "better"]
Metric = Literal["cider", "rouge_l", "token_f1", "box_iou", "label_accuracy"]
# What versions can be compared by, all measured on held-out samples.
METRICS: tuple[Metric, ...] = get_args(Metric)
# Of the answers asked for: an endpoint that was down while it was measured is no worse model.
MOST_FAILED = 0.1
FEWEST_HELD_OUT = 30

# Of each held-out sample what it adds to a figure, and to what the figure is divided by.
Pairs = Sequence[tuple[float, int]]


@dataclass(frozen=True, kw_only=True)
class Decision:
    """Whether a version is promoted, why, and the numbers that decided."""

    promote: bool
    reason: Message
    numbers: dict[str, Any] = field(default_factory=dict)


def decide(
    rule: Rule,
    *,
    candidate: Mapping[str, Any],
    serving: Mapping[str, Any],
    metric: Metric,
    margin: float,
    fewest: int = FEWEST_HELD_OUT,
    between: Interval | None = None,
) -> Decision:
    """Decide about a candidate, given both versions' figures on the same held-out samples.

    Without a figure on either side nothing is promoted, nor on fewer than ``fewest`` samples: a
    lead can always do it by hand. ``between`` is the difference with its interval
    (:func:`difference`), where it is known: it is told with the reason and does not decide.

    >>> decided = decide("better", candidate={"cider": 0.52, "samples": 40}, serving={"cider": 0.4},
    ...                  metric="cider", margin=0.1)
    >>> decided.promote, str(decided.reason)
    (True, 'CIDEr rose from 0.400 to 0.520, by more than 0.1.')
    >>> str(decide("better", candidate={"cider": 0.45, "samples": 40}, serving={"cider": 0.4},
    ...            metric="cider", margin=0.1).reason)
    'CIDEr went from 0.400 to 0.450, and more than 0.1 better is asked for.'

    Equal is not better:

    >>> decide("better", candidate={"cider": 0.4, "samples": 40}, serving={"cider": 0.4},
    ...        metric="cider", margin=0).promote
    False
    >>> decide("better", candidate={"cider": 0.9, "samples": 1}, serving={"cider": 0.4},
    ...        metric="cider", margin=0).promote
    False
    """
    new, old = _figure(candidate, metric), _figure(serving, metric)
    numbers = {
        "rule": rule,
        "metric": metric,
        "margin": margin,
        "candidate": new,
        "serving": old,
        "samples": candidate.get("samples"),
    }
    if rule == "manual":
        return Decision(promote=False, reason=Message("lead_decides"), numbers=numbers)
    title = Message(f"learning_metric_{metric}")
    silent = _silent(candidate, "new_version_silent") or _silent(serving, "serving_version_silent")
    if silent:
        return Decision(promote=False, reason=silent, numbers=numbers)
    if new is None:
        reason = Message("no_metric_of_new", metric=title)
    elif old is None:
        reason = Message("no_metric_of_serving", metric=title)
    else:
        rose, samples = new - old > margin, candidate.get("samples") or 0
        reason = _compared(title, old, new, margin, rose=rose)
        if samples < fewest:
            reason = Message("few_held_out", compared=reason, samples=samples, fewest=fewest)
        return Decision(
            promote=rose and samples >= fewest,
            reason=_with_interval(reason, between),
            numbers=numbers | _ends(between),
        )
    return Decision(promote=False, reason=reason, numbers=numbers)


def difference(candidate: Pairs, serving: Pairs, *, seed: int) -> Interval | None:
    """Return how much better the candidate is, with the interval of the paired difference.

    Held-out samples are drawn with replacement, each with what both versions did there. Of either
    version there is a pair for each sample, in the same order: what it adds to the figure, and to
    what the figure is divided by. None where they are not of the same samples, or of none.

    Example: better by 0.2 in each of three samples.

    >>> found = difference([(0.6, 1)] * 3, [(0.4, 1)] * 3, seed=1)
    >>> round(found.mean, 3), round(found.low, 3), round(found.high, 3), found.n
    (0.2, 0.2, 0.2, 3)
    """
    if not candidate or len(candidate) != len(serving):
        return None
    sums, counts = np.moveaxis(np.array([candidate, serving], dtype=np.float64), 2, 0)
    if not counts.sum(axis=1).all():
        return None
    new, old = sums.sum(axis=1) / counts.sum(axis=1)
    drawn = resampled_means(sums.T, counts.T, seed=seed)
    return interval(float(new - old), drawn[:, 0] - drawn[:, 1], items=len(candidate))


def _ends(between: Interval | None) -> dict[str, Any]:
    if between is None or isinstance(between.low, Undefined) or isinstance(between.high, Undefined):
        return {}
    return {"low": between.low, "high": between.high, "level": LEVEL, "items": between.n}


def _with_interval(reason: Message, between: Interval | None) -> Message:
    ends = _ends(between)
    if not ends:
        return reason
    return Message(
        "metric_with_interval",
        compared=reason,
        level=LEVEL,
        samples=ends["items"],
        low=f"{ends['low']:+.3f}",
        high=f"{ends['high']:+.3f}",
    )


def _compared(title: Message, old: float, new: float, margin: float, *, rose: bool) -> Message:
    code = "metric_rose" if rose else "metric_not_better"
    values: dict[str, Any] = {"metric": title, "old": f"{old:.3f}", "new": f"{new:.3f}"}
    if margin:
        return Message(f"{code}_by_margin", **values, margin=margin)
    return Message(code, **values)


def _silent(metrics: Mapping[str, Any], code: str) -> Message | None:
    """Figures are of no use where an answer in ten or more was not given at all."""
    failed, samples = metrics.get("failed") or 0, metrics.get("samples") or 0
    if not samples or failed < MOST_FAILED * samples:
        return None
    return Message(code, failed=failed, samples=samples)


def _figure(metrics: Mapping[str, Any], name: str) -> float | None:
    value = metrics.get(name)
    usable = isinstance(value, int | float) and value == value  # not NaN
    return float(value) if usable else None  # type: ignore[arg-type]
