"""Whether a new version takes over: a rule of numbers, kept apart from all that carries it out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Rule = Literal["manual", "better"]
Metric = Literal["cider", "rouge_l", "token_f1", "box_iou", "label_accuracy"]
# What versions can be compared by, all measured on held-out samples, and how each is called.
METRICS: Mapping[Metric, str] = {
    "cider": "CIDEr",
    "rouge_l": "ROUGE-L",
    "token_f1": "token F1",
    "box_iou": "box IoU",
    "label_accuracy": "label accuracy",
}
# Of the answers asked for: an endpoint that was down while it was measured is no worse model.
MOST_FAILED = 0.1


@dataclass(frozen=True, kw_only=True)
class Decision:
    """Whether a version is promoted, why in one sentence, and the numbers that decided."""

    promote: bool
    reason: str
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
    >>> decided.promote, decided.reason
    (True, 'CIDEr rose from 0.400 to 0.520, by more than 0.1.')
    >>> decide("better", candidate={"cider": 0.45}, serving={"cider": 0.4},
    ...        metric="cider", margin=0.1).reason
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
        return Decision(promote=False, reason="A lead decides.", numbers=numbers)
    title = METRICS[metric]
    silent = _silent(candidate, "new") or _silent(serving, "serving")
    if silent:
        reason = silent
    elif new is None:
        reason = f"There is no {title} of the new version to decide by."
    elif old is None:
        reason = f"There is no {title} of the serving version to compare with."
    elif new - old > margin:
        reason = f"{title} rose from {old:.3f} to {new:.3f}{_by_more_than(margin)}."
        return Decision(promote=True, reason=reason, numbers=numbers)
    else:
        wanted = f"more than {margin:g} better" if margin else "better"
        reason = f"{title} went from {old:.3f} to {new:.3f}, and {wanted} is asked for."
    return Decision(promote=False, reason=reason, numbers=numbers)


def _silent(metrics: Mapping[str, Any], which: str) -> str:
    """Say that figures are of no use where an answer in ten or more was not given at all."""
    failed, samples = metrics.get("failed") or 0, metrics.get("samples") or 0
    if not samples or failed < MOST_FAILED * samples:
        return ""
    return f"The {which} version gave no answer {failed} times on {samples} samples."


def _figure(metrics: Mapping[str, Any], name: str) -> float | None:
    value = metrics.get(name)
    usable = isinstance(value, int | float) and value == value  # not NaN
    return float(value) if usable else None  # type: ignore[arg-type]


def _by_more_than(margin: float) -> str:
    return f", by more than {margin:g}" if margin else ""
