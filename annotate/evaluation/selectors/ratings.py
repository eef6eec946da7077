"""What people said in a study: one list, whether they judged here or it was brought in.

Answers are told in terms of the study's sources, however they were arranged. Raters are numbered in
the order in which they first judged; their names are not needed to read results.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import F, Min, QuerySet, TextField
from django.db.models.functions import Cast

from annotate import kinds
from annotate.evaluation.models import ImportedRating, Study, StudyItem, StudyStimulus
from annotate.kinds.judging import (
    AnyDesign,
    ImportsRatings,
    JudgedItem,
    JudgedStudy,
    Judgement,
    Judgements,
)
from annotate.workflow.models import Annotation, Purpose, Sample

AnyJudgement = Judgement[Any]
AnyStudy = JudgedStudy[Any]


def design_of(study: Study) -> AnyDesign:
    return kinds.design(study.design)


def judged_study(study: Study) -> AnyStudy:
    """A study with what counts of everything that was said in it."""
    items = judged_items(study)
    return JudgedStudy(
        name=study.name,
        sources=source_titles(study),
        metrics=metrics_of(study),
        items=items,
        judgements=_counted(list(_judgements(study, items))),
        texts=lambda: _texts(study),
    )


def metrics_of(study: Study) -> Sequence[dict[str, str]]:
    """What was asked, in order: `{"key": ..., "title": ..., "help": ...}`."""
    metrics: Sequence[dict[str, str]] = study.options["metrics"]
    return metrics


def source_titles(study: Study) -> list[str]:
    return [source["title"] for source in study.sources]


def judged_items(study: Study, numbers: Collection[int] | None = None) -> dict[int, JudgedItem]:
    """Items by number, all or some.

    Names of images may be alike. Where image and sample are gone nothing tells which items belong
    together any more: each is then about an image of its own.
    """
    stimuli = StudyStimulus.objects.filter(item__study=study)
    if numbers is not None:
        stimuli = stimuli.filter(item__number__in=numbers)
    rows = stimuli.order_by("item__number", "position").values_list(
        "item__number", "item__image", "item__sample", "item__chunk", "source"
    )
    return {
        number: JudgedItem((image, sample) if image or sample else number, sources, chunk)
        for (number, image, sample, chunk), group in groupby(
            rows.iterator(chunk_size=5_000), key=itemgetter(0, 1, 2, 3)
        )
        if (sources := tuple(source for *_, source in group))
    }


def judgements(study: Study, numbers: Collection[int] | None = None) -> Iterator[AnyJudgement]:
    """By the number of the item; those that do not count are among them."""
    return _judgements(study, judged_items(study, numbers), numbers)


def rater_title(number: int) -> str:
    return f"Rater {number}"


def _counted(every: Sequence[AnyJudgement]) -> Judgements[Any]:
    standing = [judgement for judgement in every if not judgement.is_rejected]
    counted = [judgement for judgement in standing if not judgement.is_withdrawn]
    return Judgements(
        counted, rejected=len(every) - len(standing), withdrawn=len(standing) - len(counted)
    )


def _judgements(
    study: Study, items: Mapping[int, JudgedItem], numbers: Collection[int] | None = None
) -> Iterator[AnyJudgement]:
    if study.work_id is None:
        yield from _imported(study, items, numbers)
    else:
        yield from _submitted(study, items, numbers)


def _submitted(
    study: Study, items: Mapping[int, JudgedItem], numbers: Collection[int] | None
) -> Iterator[AnyJudgement]:
    answers = _answers(study)
    raters = raters_of(study)
    if numbers is not None:
        answers = answers.filter(about__study_item__number__in=numbers)
    decode = design_of(study).decode
    rows = answers.order_by("about__study_item__number", "pk").values_list(
        "about__study_item__number",
        "author_id",
        "active_seconds",
        "assignment__verdict",
        "sample__state",
        "assignment__arrangement",
        Cast("value", TextField()),
    )
    for item, author, seconds, verdict, state, order, value in rows.iterator(chunk_size=2_000):
        sources = items[item].sources
        yield Judgement(
            item,
            raters[author],
            decode(value, sources),
            order=sources if order is None else tuple(sources[place] for place in order),
            seconds=seconds,
            verdict=verdict,
            is_withdrawn=state == Sample.State.WITHDRAWN,
        )


def raters_of(study: Study) -> dict[int | None, int]:
    """The numbers of those who judged here, by person."""
    return _numbered(_answers(study).values_list("author_id").annotate(first=Min("pk")))


def _answers(study: Study) -> QuerySet[Annotation]:
    return Annotation.objects.filter(
        about__study_item__study=study, purpose=Purpose.WORK, origin=Annotation.Origin.PERSON
    )


def _imported(
    study: Study, items: Mapping[int, JudgedItem], numbers: Collection[int] | None
) -> Iterator[AnyJudgement]:
    ratings = ImportedRating.objects.filter(item__study=study)
    raters = _numbered(ratings.values_list("rater").annotate(first=Min("pk")))
    if numbers is not None:
        ratings = ratings.filter(item__number__in=numbers)
    imported = kinds.able(design_of(study), ImportsRatings).imported
    rows = (
        ratings.annotate(number=F("item__number"))
        .order_by("number", "rater", "pk")
        .values_list("number", "rater", "metric", "score", "justification")
    )
    for (item, rater), group in groupby(rows.iterator(chunk_size=5_000), key=itemgetter(0, 1)):
        scores = {metric: (score, reasons) for _, _, metric, score, reasons in group}
        yield Judgement(item, raters[rater], imported(scores), items[item].sources)


def _numbered(firsts: QuerySet[Any, tuple[Any, int]]) -> dict[Any, int]:
    """Number people by what they said first."""
    rows = firsts.order_by("first")
    return {person: number for number, (person, _) in enumerate(rows, start=1)}


def _texts(study: Study) -> dict[int, tuple[str, ...]]:
    rows = (
        StudyItem.objects.filter(study=study)
        .order_by("number", "stimuli__source")
        .values_list("number", "stimuli__text")
    )
    return {
        number: tuple(text for _, text in group)
        for number, group in groupby(rows.iterator(chunk_size=2_000), key=itemgetter(0))
    }
