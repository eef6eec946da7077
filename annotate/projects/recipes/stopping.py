"""Whether a sequential stage gets another round: a pure function of numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from annotate.projects.recipes.stage import StopRule

Reason = Literal[
    "last_round",  # the recipe wants no more rounds
    "no_stop_rule",  # nothing to compare against: go on
    "first_round",  # a seed is no round, so there is no earlier round to compare with
    "similarity_undefined",  # neither text has an n-gram
    "not_similar_enough",
    "similar_enough",  # early stop
    "replica",  # of a parallel stage: all were opened at once
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    """Whether to open the next round, why, and the numbers it was decided on (JSON values)."""

    open_next: bool
    reason: Reason
    numbers: Mapping[str, int | float | Mapping[str, float | None] | None]

    @property
    def stopped_early(self) -> bool:
        return self.reason == "similar_enough"


def stop_after_round(
    *, index: int, rounds: int, similarity: float | None, stop: StopRule | None
) -> Decision:
    """Decide what follows round ``index`` (1-based, of at most ``rounds``), just submitted.

    ``similarity`` in [0, 1] is the n-gram Jaccard similarity of this round and the one before it,
    None if undefined. Only rounds are compared: the model's seed is round 0 and no round, because
    an annotator who accepts it unread must not end the work (IIW §3.3 compares the outputs of
    annotation rounds). So the earliest stop is after round 2. Raises ValueError unless
    1 <= index <= rounds and 0 <= similarity <= 1.

    >>> rule = StopRule(n=1, threshold=0.8)
    >>> stop_after_round(index=2, rounds=3, similarity=0.83, stop=rule).reason
    'similar_enough'
    >>> stop_after_round(index=2, rounds=3, similarity=0.79, stop=rule).open_next
    True
    >>> stop_after_round(index=1, rounds=3, similarity=1.0, stop=rule).reason
    'first_round'
    """
    if not 1 <= index <= rounds:
        raise ValueError(f"round {index} is not between 1 and {rounds}")
    if similarity is not None and not 0 <= similarity <= 1:
        raise ValueError(f"a similarity of {similarity} is not between 0 and 1")
    reason = _reason(index=index, rounds=rounds, similarity=similarity, stop=stop)
    return Decision(
        open_next=reason not in ("last_round", "similar_enough"),
        reason=reason,
        numbers={
            "index": index,
            "rounds": rounds,
            "similarity": similarity,
            "n": stop.n if stop else None,
            "threshold": stop.threshold if stop else None,
        },
    )


def _reason(*, index: int, rounds: int, similarity: float | None, stop: StopRule | None) -> Reason:
    if index == rounds:
        return "last_round"
    if stop is None or not stop.enabled:
        return "no_stop_rule"
    if index == 1:
        return "first_round"
    if similarity is None:
        return "similarity_undefined"
    return "similar_enough" if similarity >= stop.threshold else "not_similar_enough"
