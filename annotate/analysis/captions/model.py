"""What a metric returns, and how its input is checked."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from annotate.analysis.undefined import Undefined
from annotate.messages import Message


@dataclass(frozen=True, slots=True)
class Scores:
    """One figure for all items and one for each, in the order of the items.

    ``mean`` is what the metric calls its score of the whole corpus: for most the mean of the items,
    for BLEU the pooled counts. It is undefined where there is no item. ``parts`` are the counts of
    each item where ``mean`` is made of their sums, and ``categories`` the scores of parts of the
    items by name, None where an item has no such part.
    """

    mean: float | Undefined
    per_item: list[float]
    parts: list[list[int]] | None = field(default=None, repr=False, compare=False)
    categories: Mapping[str, list[float | None]] = field(
        default_factory=dict, repr=False, compare=False
    )


NO_ITEMS = Undefined(Message("no_text_to_score"))


def mean_scores(per_item: list[float]) -> Scores:
    """Return the scores with their mean, rounded once from the exact sum: it has no order.

    >>> mean_scores([0.5, 1.0]).mean
    0.75
    """
    return Scores(math.fsum(per_item) / len(per_item) if per_item else NO_ITEMS, per_item)


def check_pairs(candidates: Sequence[str], references: Sequence[Sequence[str]]) -> None:
    """Raise ValueError unless every candidate has one reference or more.

    >>> check_pairs(["a dog"], [["a dog", "one dog"]])
    """
    if len(candidates) != len(references):
        raise ValueError(
            f"{len(candidates)} candidates but {len(references)} lists of references were given"
        )
    for place, own in enumerate(references):
        if isinstance(own, str):
            raise ValueError(f"references[{place}] must be a list of texts, not a text")
        if not own:
            raise ValueError(f"references[{place}] is empty: every candidate needs a reference")
