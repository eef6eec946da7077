"""How far the raters of a study agree, by metric."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from annotate.analysis import agreement as measuring
from annotate.analysis.undefined import defined, reason
from annotate.evaluation.selectors.ratings import Ratings


def agreement(found: Ratings, metrics: Sequence[str]) -> list[dict[str, Any]]:
    """Return Krippendorff's alpha for ordered scores and the share of equal pairs, by metric."""
    return [_of_metric(found, metric) for metric in metrics]


def _of_metric(found: Ratings, metric: str) -> dict[str, Any]:
    by_item: dict[int, list[int]] = defaultdict(list)
    for judgement in found.judgements:
        if metric in judgement.scores:
            by_item[judgement.item].append(judgement.scores[metric].score)
    items = [scores for scores in by_item.values() if len(scores) > 1]
    alpha = measuring.ordinal_alpha(items)
    return {
        "metric": metric,
        "alpha": defined(alpha),
        "why": reason(alpha),
        "pairwise": defined(measuring.pairwise_agreement(items)),
        "items": len(items),
    }
