"""What else may have decided a comparison: the length of the texts, and the time people took."""

from collections import defaultdict
from statistics import fmean, median
from typing import Any

from annotate.analysis.correlation import Correlation, spearman
from annotate.analysis.sxs import SCORES
from annotate.analysis.sxs_tables import level_of, overall_score
from annotate.analysis.tokens import count_tokens
from annotate.analysis.undefined import Undefined, defined, reason
from annotate.evaluation.models import Study, StudyItem
from annotate.evaluation.selectors.ratings import Ratings

NO_TEXTS = Undefined("The texts are not known here: only the scores were brought in.")
NO_TIMES = Undefined("How long people took is not known.")
LENGTH = (
    "Spearman's rho over the items: tokens of the second text less those of the first, and the "
    "mean overall score (above 0: the second is preferred). Positive: longer texts are preferred."
)
TIME = (
    "Spearman's rho over the judgements: active seconds, and the overall score. The median seconds "
    "are by the level nearest to that score. Several judgements are by the same person, so there "
    "is no interval."
)


def effects(study: Study, found: Ratings) -> dict[str, Any]:
    """Return how length and time go together with what was preferred."""
    overall = [(each, _overall(each.scores)) for each in found.judgements]
    scored = [(each, score) for each, score in overall if score is not None]
    by_item: dict[int, list[float]] = defaultdict(list)
    for judgement, score in scored:
        by_item[judgement.item].append(score)
    # Nobody judges in no time: where it is 0, it was not measured.
    times = [(each.seconds, score) for each, score in scored if each.seconds]
    return {"length": _length(study, by_item), "time": _time(times)}


def _overall(scores: dict[str, Any]) -> float | None:
    return defined(overall_score({metric: each.score for metric, each in scores.items()}))


def _length(study: Study, by_item: dict[int, list[float]]) -> dict[str, Any]:
    longer = _token_differences(study)
    items = [item for item in by_item if item in longer]
    found = spearman([longer[item] for item in items], [fmean(by_item[item]) for item in items])
    if by_item and not longer:
        found = Correlation(NO_TEXTS, NO_TEXTS, NO_TEXTS, 0)
    return {
        "rho": defined(found.rho),
        "low": defined(found.low),
        "high": defined(found.high),
        "n": found.n,
        "why": reason(found.rho) or reason(found.low),
        "text": LENGTH,
    }


def _token_differences(study: Study) -> dict[int, int]:
    """Return by item how many tokens the second text has more than the first."""
    rows = StudyItem.objects.filter(study=study).exclude(first_text="", second_text="")
    return {
        number: count_tokens(second) - count_tokens(first)
        for number, first, second in rows.values_list("number", "first_text", "second_text")
    }


def _time(times: list[tuple[float, float]]) -> dict[str, Any]:
    found = spearman([seconds for seconds, _ in times], [score for _, score in times])
    levels: dict[int, list[float]] = defaultdict(list)
    for seconds, score in times:
        levels[level_of(score)].append(seconds)
    why = NO_TIMES.reason if not times else reason(found.rho)
    return {
        "rho": defined(found.rho),
        "n": found.n,
        "why": why,
        "median_seconds_by_level": [
            median(levels[level]) if level in levels else None for level in SCORES
        ],
        "text": TIME,
    }
