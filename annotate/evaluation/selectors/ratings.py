"""What people said in a study: one list, whether they judged here or it was brought in.

Scores are told in the order of the study's sources: where people saw the two texts the other way
round, the sign is turned back. Raters are numbered in the order in which they first judged; their
names are not needed to read results.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Any

import msgspec
from django.db.models import F, Min, QuerySet, TextField
from django.db.models.functions import Cast

from annotate.evaluation.models import ImportedRating, Study
from annotate.workflow.models import Annotation, Assignment, Purpose, Sample


class _Said(msgspec.Struct, frozen=True):
    """One score as it is stored in an answer."""

    score: int | None
    justification: str = ""


class _Answer(msgspec.Struct, frozen=True):
    scores: dict[str, _Said]


# Four times as fast as what the ORM reads JSON with, and there may be ten thousands of answers.
_ANSWERS = msgspec.json.Decoder(_Answer)


@dataclass(frozen=True, slots=True)
class Score:
    """One metric of a judgement."""

    score: int
    justification: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one person said of one item; `verdict` and `seconds` are unknown if brought in."""

    item: int
    rater: int
    scores: dict[str, Score]
    seconds: float | None = None
    verdict: str | None = None
    is_withdrawn: bool = False

    @property
    def is_rejected(self) -> bool:
        return self.verdict == Assignment.Verdict.REJECTED


@dataclass(frozen=True, slots=True)
class Ratings:
    """All judgements that count, by item, and how many do not.

    Left out is what a lead rejected, and what was said of an item that was withdrawn since.
    """

    judgements: list[Judgement] = field(default_factory=list)
    rejected: int = 0
    withdrawn: int = 0

    @property
    def raters(self) -> int:
        """How many people are behind them."""
        return len({each.rater for each in self.judgements})

    @property
    def items(self) -> int:
        """How many items they are about."""
        return len({each.item for each in self.judgements})


def ratings_of(study: Study) -> Ratings:
    """Return what counts of everything that was said in a study."""
    every = list(judgements(study))
    standing = [each for each in every if not each.is_rejected]
    counted = [each for each in standing if not each.is_withdrawn]
    return Ratings(
        counted, rejected=len(every) - len(standing), withdrawn=len(standing) - len(counted)
    )


def judgements(study: Study, items: Collection[int] | None = None) -> Iterator[Judgement]:
    """Yield every judgement, of some items if so asked, by the number of the item.

    Those that do not count are among them.
    """
    if study.work_id is None:
        yield from _brought_in(study, items)
    else:
        yield from _given(study, items)


def rater_title(number: int) -> str:
    """Return how a rater is called.

    >>> rater_title(3)
    'Rater 3'
    """
    return f"Rater {number}"


def _given(study: Study, items: Collection[int] | None) -> Iterator[Judgement]:
    answers = _answers(study)
    numbers = _numbered(answers.values_list("author_id").annotate(first=Min("pk")))
    if items is not None:
        answers = answers.filter(about__study_item__number__in=items)
    sign = -1 if study.design == Study.Design.SIDE_BY_SIDE else 1
    rows = answers.order_by("about__study_item__number", "pk").values_list(
        "about__study_item__number",
        "about__study_item__flipped",
        "author_id",
        "active_seconds",
        "assignment__verdict",
        "sample__state",
        Cast("value", TextField()),
    )
    for item, flipped, author, seconds, verdict, state, value in rows.iterator(chunk_size=2_000):
        scores = _unflipped(_ANSWERS.decode(value).scores, sign if flipped else 1)
        withdrawn = state == Sample.State.WITHDRAWN
        yield Judgement(item, numbers[author], scores, seconds, verdict, withdrawn)


def _answers(study: Study) -> QuerySet[Annotation]:
    return Annotation.objects.filter(
        about__study_item__study=study, purpose=Purpose.WORK, origin=Annotation.Origin.PERSON
    )


def _unflipped(scores: dict[str, _Said], sign: int) -> dict[str, Score]:
    return {
        metric: Score(sign * each.score, each.justification)
        for metric, each in scores.items()
        if each.score is not None
    }


def _brought_in(study: Study, items: Collection[int] | None) -> Iterator[Judgement]:
    ratings = ImportedRating.objects.filter(item__study=study)
    numbers = _numbered(ratings.values_list("rater").annotate(first=Min("pk")))
    if items is not None:
        ratings = ratings.filter(item__number__in=items)
    rows = (
        ratings.annotate(number=F("item__number"))
        .order_by("number", "rater", "pk")
        .values_list("number", "rater", "metric", "score", "justification")
    )
    for (item, rater), group in groupby(rows.iterator(chunk_size=5_000), key=itemgetter(0, 1)):
        scores = {metric: Score(score, said) for _, _, metric, score, said in group}
        yield Judgement(item, numbers[rater], scores)


def _numbered(firsts: QuerySet[Any, tuple[Any, int]]) -> dict[Any, int]:
    """Number people by what they said first."""
    rows = firsts.order_by("first")
    return {person: number for number, (person, _) in enumerate(rows, start=1)}
