"""Searching what raters gave as their reasons: for sweeps of quality (IIW App. D.4, Fig. 16).

What a lead rejected is found as well, as such: a sweep looks at what was said, not at what counts.
Words are looked for as in review: each of them somewhere in the text, in any case.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import cast

from django.db.models import QuerySet

from annotate.core import errors
from annotate.evaluation.models import Study, StudyItem
from annotate.evaluation.schemas import justifications as schemas
from annotate.evaluation.selectors.ratings import (
    AnyJudgement,
    design_of,
    judgements,
    metrics_of,
    rater_title,
    raters_of,
)
from annotate.messages import Message
from annotate.projects.models import Membership
from annotate.workflow.models import Assignment

Found = dict[int, list[schemas.Justification]]
COLUMNS = ("item", "image", "rater", "role", "metric", "score", "verdict", "justification")


def found(study: Study, filters: schemas.JustificationFilters) -> Found:
    """By number of the item, in the order in which they were given.

    Raises:
        Invalid: a filter has a value that there is not in this study.
    """
    _check(study, filters)
    roles, wanted = _roles(study), filters.words.split()
    by_item: Found = defaultdict(list)
    for judgement in judgements(study):
        role = roles.get(judgement.rater, "none")
        if filters.role in (None, role) and filters.verdict in (None, judgement.verdict):
            by_item[judgement.item] += _matching(study, judgement, role, filters, wanted)
    return {number: own for number, own in by_item.items() if own}


def _matching(
    study: Study,
    judgement: AnyJudgement,
    role: schemas.RaterRole,
    filters: schemas.JustificationFilters,
    words: Sequence[str],
) -> Iterator[schemas.Justification]:
    for metric, score, text in design_of(study).reasons_of(judgement.answer):
        places = [spans(text, word) for word in words]
        if not text or not all(places):
            continue
        if filters.metric in ("", metric) and filters.score in (None, score):
            yield schemas.Justification(
                rater=rater_title(judgement.rater),
                role=role,
                metric=metric,
                score=score,
                verdict=Assignment.Verdict(judgement.verdict) if judgement.verdict else None,
                text=text,
                found=[schemas.Span(start=start, end=end) for start, end in _joined(places)],
            )


def spans(text: str, word: str) -> list[tuple[int, int]]:
    """Where a word stands in a text, in any case.

    >>> spans("A red hat, Red", "red")
    [(2, 5), (11, 14)]
    """
    return [match.span() for match in re.finditer(re.escape(word), text, re.IGNORECASE)]


def _joined(places: Sequence[Sequence[tuple[int, int]]]) -> Iterator[tuple[int, int]]:
    """Stretches in order, those that overlap as one."""
    last: tuple[int, int] | None = None
    for start, end in sorted(span for of_word in places for span in of_word):
        if last is not None and start <= last[1]:
            last = (last[0], max(last[1], end))
        else:
            if last is not None:
                yield last
            last = (start, end)
    if last is not None:
        yield last


def items(study: Study, matching: Found) -> QuerySet[StudyItem]:
    return StudyItem.objects.filter(study=study, number__in=list(matching)).order_by("number")


def described(page: Sequence[StudyItem], matching: Found) -> list[schemas.ItemJustifications]:
    return [
        schemas.ItemJustifications(
            number=item.number, image_name=item.image_name, justifications=matching[item.number]
        )
        for item in page
    ]


def rows(study: Study, matching: Found) -> Iterator[Sequence[object]]:
    """For CSV, the names of the columns first; one row for each justification."""
    yield COLUMNS
    for item in items(study, matching).iterator(chunk_size=1_000):
        for one in matching[item.number]:
            cells = (one.rater, one.role, one.metric, one.score, one.verdict, one.text)
            yield (item.number, item.image_name, *cells)


def _check(study: Study, filters: schemas.JustificationFilters) -> None:
    known = [metric["key"] for metric in metrics_of(study)]
    if filters.metric and filters.metric not in known:
        message = Message("metrics_of_study", metrics=known)
        raise errors.Invalid.field("metric", message, code="unknown_metric")
    scores = design_of(study).scores
    if filters.score is not None and filters.score not in scores:
        message = Message("scores_of_study", scores=[str(score) for score in scores])
        raise errors.Invalid.field("score", message, code="unknown_score")


def _roles(study: Study) -> dict[int, schemas.RaterRole]:
    """What raters are, by their numbers."""
    if study.work_id is None:
        return {}
    members = Membership.objects.filter(project=study.work_id).values_list("user_id", "role")
    roles = dict(members)
    return {
        number: cast(schemas.RaterRole, roles[user])
        for user, number in raters_of(study).items()
        if user in roles
    }
