"""What came of ratings from 1 to 5: by source, with the median of each item (TextCaps §4.2)."""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import Any

from annotate.analysis import likert
from annotate.analysis.intervals import Interval
from annotate.analysis.undefined import defined, reason
from annotate.evaluation.models import Study, StudyItem
from annotate.evaluation.selectors.ratings import Ratings

# An image, and what was given for its text of one source.
ByImage = dict[Hashable, list[int]]


def by_source(
    study: Study, found: Ratings, metric: str, titles: Sequence[str], *, seed: int
) -> dict[str, Any]:
    """Return the figures of one metric for each source, and of two sources their difference."""
    given = _given(study, found, metric, len(titles))
    added = [likert.rated(each, seed=seed) for each in given]
    apart = None
    if len(given) == 2:
        first, second = map(likert.medians, given)
        apart = _interval_json(likert.difference(first, second, seed=seed))
    return {
        "by_source": [
            {
                "source": title,
                "items": each.items,
                "median_counts": each.median_counts,
                "mean_of_medians": _interval_json(each.mean),
                "counts": each.counts,
            }
            for title, each in zip(titles, added, strict=True)
        ],
        "difference": apart,
    }


def _given(study: Study, found: Ratings, metric: str, sources: int) -> list[ByImage]:
    """Return the ratings of each source by image, in the order of the items."""
    rows = StudyItem.objects.filter(study=study).values_list("number", "first", "image", "sample")
    # Names of images may be alike. Where both rows are gone nothing tells which items belong
    # together any more: each is then about an image of its own.
    items = {
        number: (source, (image, sample) if image or sample else number)
        for number, source, image, sample in rows
    }
    given: list[ByImage] = [defaultdict(list) for _ in range(sources)]
    for judgement in found.judgements:
        score = judgement.scores.get(metric)
        if score is not None:
            source, image = items[judgement.item]
            given[source][image].append(score.score)
    return given


def _interval_json(found: Interval) -> dict[str, Any]:
    return {
        "value": defined(found.mean),
        "low": defined(found.low),
        "high": defined(found.high),
        "why": reason(found.mean) or reason(found.low),
    }
