"""Every answer that people have given: found by what it says, by whom and when, in any order."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from typing import Any

from django.db.models import (
    BooleanField,
    Case,
    Count,
    F,
    Func,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce, Lower, NullIf
from django.db.models.sql.compiler import SQLCompiler

from annotate.core.keyset import page_by
from annotate.core.rows import filters
from annotate.projects.models import Project
from annotate.quality.models import Flag
from annotate.quality.schemas.answers import AnswerFilters, ReviewPage, ReviewQuery
from annotate.quality.selectors.queue import SHOWN, reviews
from annotate.workflow.models import Assignment, Purpose

Verdict = Assignment.Verdict
JUDGED = (Verdict.APPROVED, Verdict.REJECTED)


def answers_page(project: Project, query: ReviewQuery) -> ReviewPage:
    """One page of the answers that match, in the order asked for, with how many there are."""
    rows = found(project, query)
    column = query.order.removeprefix("-")
    page = page_by(
        rows.annotate(sort=_SORTS[column](project)),
        query,
        column="sort",
        key="answer_id",
        largest_first=query.order.startswith("-"),
    )
    return ReviewPage(
        next=page.next,
        previous=page.previous,
        results=reviews(project, [row.answer_id for row in page.rows]),
        total=rows.count(),
    )


def found(project: Project, wanted: AnswerFilters) -> QuerySet[Assignment]:
    """The submissions behind the answers that meet every filter, in no order."""
    rows = Assignment.objects.filter(
        project=project,
        state=Assignment.State.SUBMITTED,
        answer__purpose=Purpose.WORK,
        **filters(
            annotator=wanted.annotator,
            answer__stage_key=wanted.stage,
            answer__index=wanted.round,
            sample__batch=wanted.batch,
            sample__split=wanted.split,
            verdict=wanted.verdict,
            ended_at__gte=_midnight(wanted, "first_day"),
            ended_at__lt=_midnight(wanted, "last_day", days=1),
        ),
    )
    rows = _with_flags(project, wanted, rows)
    for word in (wanted.words or "").split():
        rows = rows.filter(Says("answer__value", Value(word)))
    return rows


def _with_flags(
    project: Project, wanted: AnswerFilters, rows: QuerySet[Assignment]
) -> QuerySet[Assignment]:
    flags = Flag.objects.filter(project=project, **filters(code=wanted.code))
    match wanted.state:
        case "open":
            return rows.filter(pk__in=_flagged(flags, Flag.State.OPEN))
        case "settled":
            settled = Q(pk__in=_flagged(flags, Flag.State.SETTLED))
            # A verdict settles the flags there are: with a code, those say it.
            return rows.filter(settled if wanted.code else settled | Q(verdict__in=JUDGED))
    return rows.filter(pk__in=_flagged(flags, *SHOWN)) if wanted.code else rows


def _flagged(flags: QuerySet[Flag], *states: str) -> QuerySet[Any]:
    return flags.filter(state__in=states).values("assignment")


def _midnight(wanted: AnswerFilters, name: str, days: int = 0) -> datetime | None:
    day = getattr(wanted, name)
    if day is None:
        return None
    start = datetime.combine(day, time(), UTC)
    # The last day there is has no day after it.
    return start + timedelta(days=days) if start.year < datetime.max.year else start


class Says(Func):
    """Whether some text of an answer contains a word, whatever its kind.

    What the parts of an answer are called, and which they were made of, is not said by anybody.
    """

    output_field = BooleanField()
    arity = 2

    def as_postgresql(
        self, compiler: SQLCompiler, connection: Any, **_: Any
    ) -> tuple[str, tuple[Any, ...]]:
        column, word = self._parts(compiler)
        path = (
            '$.** ? (@.type() == "object").keyvalue() ? (@.key != "id" && @.key != "derived_from"'
            f' && @.value like_regex {json.dumps(word, ensure_ascii=False)} flag "iq")'
        )
        return f"jsonb_path_exists({column}, %s::jsonpath)", (path,)

    def as_sqlite(
        self, compiler: SQLCompiler, connection: Any, **_: Any
    ) -> tuple[str, tuple[Any, ...]]:
        column, word = self._parts(compiler)
        # Only the name of our own column is put into the text.
        sql = (
            f"EXISTS (SELECT 1 FROM json_tree({column}) AS part WHERE part.type = 'text'"  # noqa: S608
            " AND part.key <> 'id' AND part.path NOT LIKE '%%.derived_from'"
            " AND part.atom REGEXP %s)"
        )
        return sql, ("(?i)" + re.escape(word),)

    def _parts(self, compiler: SQLCompiler) -> tuple[str, str]:
        column, word = self.get_source_expressions()
        return compiler.compile(column)[0], word.value


def _name(_: Project) -> Any:
    shown = NullIf(F("annotator__display_name"), Value(""))
    return Lower(Coalesce(shown, F("annotator__username")))


def _place_of_stage(project: Project) -> Any:
    places = enumerate(project.recipe.stage_keys)
    return Case(
        *(When(answer__stage_key=key, then=Value(place)) for place, key in places),
        default=Value(len(project.recipe.stage_keys)),
        output_field=IntegerField(),
    )


def _open_flags(_: Project) -> Any:
    flags = Flag.objects.filter(assignment=OuterRef("pk"), state=Flag.State.OPEN)
    counted = flags.order_by().values("assignment").annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted, output_field=IntegerField()), Value(0))


_SORTS: dict[str, Callable[[Project], Any]] = {
    "image": lambda _: F("sample__image__name"),
    "person": _name,
    "stage": _place_of_stage,
    "round": lambda _: F("answer__index"),
    "flags": _open_flags,
    "verdict": lambda _: F("verdict"),
    "seconds": lambda _: F("active_seconds"),
    "at": lambda _: F("ended_at"),
}
