"""Single cases of a study: the image, the texts, and what everybody said."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from annotate.core import errors
from annotate.evaluation.models import Study, StudyItem
from annotate.evaluation.selectors.ratings import Judgement, judgements, rater_title
from annotate.evaluation.selectors.results import metrics_of, source_titles
from annotate.workflow.selectors.views import image_json

# Scores that lie this far apart disagree: one step is a matter of taste.
APART = 2
_SCORES = {
    Study.Design.SIDE_BY_SIDE: ("-2", "-1", "0", "1", "2"),
    Study.Design.LIKERT: ("1", "2", "3", "4", "5"),
}


def items(study: Study, filters: Mapping[str, str]) -> QuerySet[StudyItem]:
    """Return the items of a study in their order, only those that filters ask for.

    `score`: somebody gave it; `disagree`: two people's scores of a metric lie `APART` or more.
    Both are about `metric` where that is named, else about any. What does not count in the results
    is not looked at here either.

    Raises:
        Invalid: a filter has a value that there is not in this study.
    """
    found = StudyItem.objects.filter(study=study).select_related("image").order_by("number")
    metric, score, disagree = _checked(study, filters)
    if not (metric or score is not None or disagree):
        return found
    given = _scores(study, metric)
    numbers = {
        item
        for (item, _), scores in given.items()
        if (score is None or score in scores)
        and (not disagree or max(scores) - min(scores) >= APART)
    }
    return found.filter(number__in=numbers)


def item_of(study: Study, number: int) -> StudyItem:
    """Return one item of a study, or raise NotFound."""
    found = StudyItem.objects.filter(study=study, number=number).select_related("image").first()
    if found is None:
        raise errors.NotFound
    return found


def cases_json(study: Study, found: Sequence[StudyItem]) -> list[dict[str, Any]]:
    """Return items with all that was said of them, also what was rejected."""
    said: dict[int, list[Judgement]] = defaultdict(list)
    if found:
        for judgement in judgements(study, [item.number for item in found]):
            said[judgement.item].append(judgement)
    titles = source_titles(study)
    return [_case_json(item, titles, said[item.number]) for item in found]


def _case_json(item: StudyItem, titles: Sequence[str], said: Iterable[Judgement]) -> dict[str, Any]:
    places = [item.first] if item.second is None else [item.first, item.second]
    texts = [item.first_text, item.second_text][: len(places)]
    return {
        "number": item.number,
        "image": image_json(item.image) if item.image is not None else None,
        "image_name": item.image_name,
        "sources": [titles[place] for place in places],
        "texts": texts if any(texts) else [],
        "flipped": item.flipped,
        "ratings": [_rating_json(each) for each in said],
    }


def _rating_json(judgement: Judgement) -> dict[str, Any]:
    return {
        "rater": rater_title(judgement.rater),
        "scores": {
            metric: {"score": each.score, "justification": each.justification}
            for metric, each in judgement.scores.items()
        },
        "seconds": judgement.seconds,
        "verdict": judgement.verdict,
    }


def _checked(study: Study, filters: Mapping[str, str]) -> tuple[str, int | None, bool]:
    metric, score = filters.get("metric", ""), filters.get("score", "")
    known = [each["key"] for each in metrics_of(study)]
    if metric and metric not in known:
        raise errors.Invalid.field(
            "metric", "unknown_metric", f"This study has the metrics {', '.join(known)}."
        )
    scores = _SCORES[Study.Design(study.design)]
    if score and score not in scores:
        raise errors.Invalid.field("score", "unknown_score", f"Scores are {', '.join(scores)}.")
    disagree = filters.get("disagree", "") in ("1", "true")
    return metric, int(score) if score else None, disagree


def _scores(study: Study, metric: str) -> dict[tuple[int, str], list[int]]:
    """Return the scores that count, by item and metric."""
    found: dict[tuple[int, str], list[int]] = defaultdict(list)
    for judgement in judgements(study):
        if judgement.is_rejected or judgement.is_withdrawn:
            continue
        for key, each in judgement.scores.items():
            if not metric or key == metric:
                found[judgement.item, key].append(each.score)
    return found
