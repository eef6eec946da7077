"""What came of a study, and its single cases: computed from the judgements when asked for.

Nothing is kept: a rejection or one more judgement shows at once, and there is nothing to go stale.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence

from django.db.models import QuerySet

from annotate.core import errors
from annotate.evaluation.models import Study, StudyItem
from annotate.evaluation.schemas import studies as schemas
from annotate.evaluation.selectors.ratings import (
    AnyJudgement,
    design_of,
    judged_study,
    judgements,
    metrics_of,
    rater_title,
    source_titles,
)
from annotate.kinds.judging import StudyResults
from annotate.messages import Message
from annotate.workflow.models import Assignment
from annotate.workflow.schemas.parts import ShownImage

_HEAD = "% Put \\usepackage{booktabs} into the preamble."
_MORE = ("rater", "justification", "seconds", "item", "order", "chunk")


def results(study: Study) -> StudyResults:
    computed: StudyResults = design_of(study).results(judged_study(study))
    return computed


def table_rows(study: Study) -> Iterator[Sequence[object]]:
    """For CSV, the names of the columns first."""
    return design_of(study).table_rows(results(study))


def latex(study: Study) -> str:
    """The tables, to be put into a paper with \\input."""
    return "\n\n".join([_HEAD, *design_of(study).latex(results(study))]) + "\n"


def rating_rows(study: Study) -> Iterator[Sequence[object]]:
    """Yield the names of the columns, then everything that was said and counts.

    Sources are told in their order, whatever people saw first: `order` are the places of the
    sources, from 1, as this person saw them. An import reads the file of a comparison as it is:
    images have the name that is theirs alone, or the one by which they were brought in.
    """
    design = design_of(study)
    yield (*design.rating_columns(), *_MORE)
    judged = judged_study(study)
    rows = StudyItem.objects.filter(study=study)
    names = {
        number: key if key and study.work_id else name
        for number, name, key in rows.values_list("number", "image_name", "image__external_id")
    }
    for judgement in judged.judgements.counted:
        order = " ".join(str(source + 1) for source in judgement.order)
        for cells, reasons in design.rating_rows(judged, names[judgement.item], judgement):
            by = (rater_title(judgement.rater), reasons, judgement.seconds)
            yield (*cells, *by, judgement.item, order, judged.items[judgement.item].chunk)


def items(study: Study, filters: schemas.CasesQuery) -> QuerySet[StudyItem]:
    """The items of a study in their order, only those that filters ask for.

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
    items = StudyItem.objects.filter(study=study, number=number).select_related("image")
    return errors.existing(items.first())


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
        stimuli=[schemas.CaseStimulus.of(row, titles[row.source]) for row in stimuli],
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
    """The scores that count, by item, by what was judged in it, and by metric."""
    scores_of = design_of(study).scores_of
    scores: dict[tuple[int, Hashable, str], list[int]] = defaultdict(list)
    for judgement in judgements(study):
        if judgement.is_rejected or judgement.is_withdrawn:
            continue
        for judged, key, score in scores_of(judgement.answer):
            if not metric or key == metric:
                scores[judgement.item, judged, key].append(score)
    return scores
