"""What came of a study: computed from the judgements each time it is asked for.

Nothing is kept: a rejection or one more judgement shows at once, and there is nothing to go stale.
"""

from collections.abc import Sequence
from typing import Any

from annotate.analysis.intervals import LEVEL, RESAMPLES, Interval
from annotate.analysis.sxs import Preference
from annotate.analysis.sxs_tables import table
from annotate.analysis.undefined import Undefined, defined, reason
from annotate.evaluation.models import Study
from annotate.evaluation.selectors import effects, likert_results
from annotate.evaluation.selectors.agreement import agreement
from annotate.evaluation.selectors.ratings import Ratings, ratings_of

SEED = 0  # of the bootstrap: the same judgements always give the same interval
METHOD = (
    f"Percentile bootstrap of {LEVEL:.0%} over the items ({RESAMPLES:,} draws, seed {SEED}): "
    "everything that was said of an item is drawn together."
)
_UMBRELLA_TITLES = {
    "recall": "Recall",
    "precision": "Precision",
    "writing_style": "Writing style",
    "overall": "Overall",
}


def results(study: Study) -> dict[str, Any]:
    """Return the results of a study as JSON, by its design."""
    found = ratings_of(study)
    own = _likert(study, found) if study.design == Study.Design.LIKERT else _compared(study, found)
    return {
        "design": study.design,
        "items": found.items,
        "ratings": len(found.judgements),
        "raters": found.raters,
        "sources": source_titles(study),
        **own,
        "agreement": agreement(found, [metric["key"] for metric in metrics_of(study)]),
        "excluded": {"rejected": found.rejected, "withdrawn": found.withdrawn},
        "method": METHOD,
    }


def metrics_of(study: Study) -> Sequence[dict[str, Any]]:
    """Return what was asked, in order: `{"key": ..., "title": ..., "help": ...}`."""
    metrics: Sequence[dict[str, Any]] = study.options["metrics"]
    return metrics


def source_titles(study: Study) -> list[str]:
    """Return what the sources of a study are called, in the order in which results are told."""
    return [each["title"] for each in study.sources]


def level_titles(first: str, second: str) -> list[str]:
    """Return what the five points are called, as the paper does above its tables.

    >>> level_titles("A", "B")
    ['A ++', 'A +', 'neutral', 'B +', 'B ++']
    """
    return [f"{first} ++", f"{first} +", "neutral", f"{second} +", f"{second} ++"]


def interval_json(found: Interval | Undefined) -> dict[str, Any]:
    """Return a figure with its interval; what has no value says why."""
    if isinstance(found, Undefined):
        return {"value": None, "low": None, "high": None, "why": found.reason}
    return {
        "value": defined(found.mean),
        "low": defined(found.low),
        "high": defined(found.high),
        "why": reason(found.mean) or reason(found.low),
    }


def _compared(study: Study, found: Ratings) -> dict[str, Any]:
    metrics = metrics_of(study)
    judged = {
        metric["key"]: [
            (each.item, each.scores[metric["key"]].score)
            for each in found.judgements
            if metric["key"] in each.scores
        ]
        for metric in metrics
    }
    added = table(judged, seed=SEED)
    return {
        "levels": level_titles(*source_titles(study)),
        "metrics": [_metric_json(metric, added.metrics[metric["key"]]) for metric in metrics],
        "umbrellas": [
            {"key": key, "title": title, **interval_json(added.umbrellas[key])}
            for key, title in _UMBRELLA_TITLES.items()
        ],
        "effects": effects.effects(study, found),
    }


def _metric_json(metric: dict[str, Any], found: Preference | Undefined) -> dict[str, Any]:
    named = {"key": metric["key"], "title": metric["title"]}
    if isinstance(found, Undefined):
        return {
            **named, "n": 0, "counts": [0] * 5, "percent": None, "net": interval_json(found)
        }  # fmt: skip
    net = {**interval_json(found.interval), "value": found.net}
    return {**named, "n": found.n, "counts": found.counts, "percent": found.percent, "net": net}


def _likert(study: Study, found: Ratings) -> dict[str, Any]:
    titles = source_titles(study)
    return {
        "metrics": [
            {
                "key": metric["key"],
                "title": metric["title"],
                **likert_results.by_source(study, found, metric["key"], titles, seed=SEED),
            }
            for metric in metrics_of(study)
        ]
    }
