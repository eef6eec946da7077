"""Single cases of a study: the image, the texts, and what everybody said."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence

from django.db.models import QuerySet

from annotate.core import errors
from annotate.evaluation import schemas
from annotate.evaluation.models import Study, StudyItem
from annotate.evaluation.selectors.ratings import (
    AnyJudgement,
    design_of,
    judgements,
    metrics_of,
    rater_title,
    source_titles,
)
from annotate.messages import Message
from annotate.workflow.models import Assignment
from annotate.workflow.schemas.parts import ShownImage


def items(study: Study, filters: schemas.CasesQuery) -> QuerySet[StudyItem]:
    """Return the items of a study in their order, only those that filters ask for.

    `score`: somebody gave it; `disagree`: two people's scores of a metric lie apart by what the
    design calls disagreement. Both are about `metric` where that is named, else about any. What
    does not count in the results is not looked at here either.

    Raises:
        Invalid: a filter has a value that there is not in this study.
    """
    every = StudyItem.objects.filter(study=study).select_related("image").order_by("number")
    every = every.prefetch_related("stimuli")
    (metric, score), disagree = _checked(study, filters), filters.disagree
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


def described(study: Study, page: Sequence[StudyItem]) -> list[schemas.StudyCase]:
    """Items with all that was said of them, also what was rejected."""
    answers: dict[int, list[AnyJudgement]] = defaultdict(list)
    if page:
        for judgement in judgements(study, [item.number for item in page]):
            answers[judgement.item].append(judgement)
    return [_described(study, item, answers[item.number]) for item in page]


def _described(study: Study, item: StudyItem, answers: Iterable[AnyJudgement]) -> schemas.StudyCase:
    titles, design = source_titles(study), design_of(study)
    stimuli = sorted(item.stimuli.all(), key=lambda stimulus: stimulus.source)
    return schemas.StudyCase(
        number=item.number,
        chunk=item.chunk,
        image=ShownImage.of(item.image) if item.image is not None else None,
        image_name=item.image_name,
        stimuli=[schemas.CaseStimulus.of(each, titles[each.source]) for each in stimuli],
        ratings=[
            schemas.CaseRating(
                rater=rater_title(judgement.rater),
                order=list(judgement.order) if study.work_id is not None else None,
                answer=design.case_answer(judgement.answer),
                seconds=judgement.seconds,
                verdict=Assignment.Verdict(judgement.verdict) if judgement.verdict else None,
            )
            for judgement in answers
        ],
    )


def _checked(study: Study, filters: schemas.CasesQuery) -> tuple[str, int | None]:
    known = [known["key"] for known in metrics_of(study)]
    if filters.metric and filters.metric not in known:
        message = Message("metrics_of_study", metrics=known)
        raise errors.Invalid.field("metric", message, code="unknown_metric")
    scores = design_of(study).scores
    if filters.score is not None and filters.score not in scores:
        message = Message("scores_of_study", scores=[str(score) for score in scores])
        raise errors.Invalid.field("score", message, code="unknown_score")
    return filters.metric, filters.score


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
