"""Whether a new version takes over: a rule of numbers, kept apart from all that carries it out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from annotate.messages import Message

Rule = Literal["manual", "better"]
Metric = Literal["cider", "rouge_l", "token_f1", "box_iou", "label_accuracy"]
# What versions can be compared by, all measured on held-out samples.
METRICS: tuple[Metric, ...] = get_args(Metric)
# Of the answers asked for: an endpoint that was down while it was measured is no worse model.
MOST_FAILED = 0.1


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
) -> Decision:
    """Decide about a candidate, given both versions' figures on the same held-out samples.

    Without a figure on either side nothing is promoted: a lead can always do it by hand.

    >>> decided = decide("better", candidate={"cider": 0.52}, serving={"cider": 0.4},
    ...                  metric="cider", margin=0.1)
    >>> decided.promote, str(decided.reason)
    (True, 'CIDEr rose from 0.400 to 0.520, by more than 0.1.')
    >>> str(decide("better", candidate={"cider": 0.45}, serving={"cider": 0.4},
    ...            metric="cider", margin=0.1).reason)
    'CIDEr went from 0.400 to 0.450, and more than 0.1 better is asked for.'

    Equal is not better:

    >>> decide("better", candidate={"cider": 0.4}, serving={"cider": 0.4},
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
        rose = new - old > margin
        return Decision(
            promote=rose, reason=_compared(title, old, new, margin, rose=rose), numbers=numbers
        )
    return Decision(promote=False, reason=reason, numbers=numbers)


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
