"""Single cases of a study: the image, the texts, and what everybody said."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from annotate.core import errors
from annotate.evaluation.models import Study, StudyItem, StudyStimulus
from annotate.evaluation.selectors.ratings import (
    AnyJudgement,
    design_of,
    judgements,
    metrics_of,
    rater_title,
    source_titles,
)
from annotate.kinds.judging import AnyDesign
from annotate.workflow.selectors.views import image_json


def items(study: Study, filters: Mapping[str, str]) -> QuerySet[StudyItem]:
    """Return the items of a study in their order, only those that filters ask for.

    `score`: somebody gave it; `disagree`: two people's scores of a metric lie apart by what the
    design calls disagreement. Both are about `metric` where that is named, else about any. What
    does not count in the results is not looked at here either.

    Raises:
        Invalid: a filter has a value that there is not in this study.
    """
    every = StudyItem.objects.filter(study=study).select_related("image").order_by("number")
    every = every.prefetch_related("stimuli")
    metric, score, disagree = _checked(study, filters)
    if not (metric or score is not None or disagree):
        return every
    apart = design_of(study).disagreement
    numbers = {
        item
        for (item, *_), scores in _scores(study, metric).items()
        if (score is None or score in scores)
        and (not disagree or max(scores) - min(scores) >= apart)
    }
    return every.filter(number__in=numbers)


def item_of(study: Study, number: int) -> StudyItem:
    """Return one item of a study, or raise NotFound."""
    item = StudyItem.objects.filter(study=study, number=number).select_related("image").first()
    if item is None:
        raise errors.NotFound
    return item


def cases_json(study: Study, page: Sequence[StudyItem]) -> list[dict[str, Any]]:
    """Return items with all that was said of them, also what was rejected."""
    answers: dict[int, list[AnyJudgement]] = defaultdict(list)
    if page:
        for judgement in judgements(study, [item.number for item in page]):
            answers[judgement.item].append(judgement)
    design, titles = design_of(study), source_titles(study)
    is_ours = study.work_id is not None
    return [_case_json(item, design, titles, answers[item.number], is_ours) for item in page]


def _case_json(
    item: StudyItem,
    design: AnyDesign,
    titles: Sequence[str],
    answers: Iterable[AnyJudgement],
    is_ours: bool,
) -> dict[str, Any]:
    stimuli = sorted(item.stimuli.all(), key=lambda stimulus: stimulus.source)
    return {
        "number": item.number,
        "image": image_json(item.image) if item.image is not None else None,
        "image_name": item.image_name,
        "stimuli": [_stimulus_json(stimulus, titles) for stimulus in stimuli],
        "ratings": [
            {
                "rater": rater_title(judgement.rater),
                "order": list(judgement.order) if is_ours else None,
                "answer": design.case_answer(judgement.answer).model_dump(mode="json"),
                "seconds": judgement.seconds,
                "verdict": judgement.verdict,
            }
            for judgement in answers
        ],
    }


def _stimulus_json(stimulus: StudyStimulus, titles: Sequence[str]) -> dict[str, Any]:
    return {
        "source": stimulus.source,
        "title": titles[stimulus.source],
        "text": stimulus.text,
    }


def _checked(study: Study, filters: Mapping[str, str]) -> tuple[str, int | None, bool]:
    metric, score = filters.get("metric", ""), filters.get("score", "")
    known = [known["key"] for known in metrics_of(study)]
    if metric and metric not in known:
        raise errors.Invalid.field(
            "metric", "unknown_metric", f"This study has the metrics {', '.join(known)}."
        )
    scores = [str(score) for score in design_of(study).scores]
    if score and score not in scores:
        raise errors.Invalid.field("score", "unknown_score", f"Scores are {', '.join(scores)}.")
    disagree = filters.get("disagree", "") in ("1", "true")
    return metric, int(score) if score else None, disagree


def _scores(study: Study, metric: str) -> dict[tuple[int, Hashable, str], list[int]]:
    """Return the scores that count, by item, by what was judged in it, and by metric."""
    scores_of = design_of(study).scores_of
    scores: dict[tuple[int, Hashable, str], list[int]] = defaultdict(list)
    for judgement in judgements(study):
        if judgement.is_rejected or judgement.is_withdrawn:
            continue
        for judged, key, score in scores_of(judgement.answer):
            if not metric or key == metric:
                scores[judgement.item, judged, key].append(score)
    return scores
