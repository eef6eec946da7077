"""What one person wrote, answer by answer, beside what each began from."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db.models import QuerySet
from rest_framework.request import Request

from annotate import kinds
from annotate.core import errors
from annotate.core.http import CursorPage
from annotate.core.schemas import Page
from annotate.dashboards.schemas.annotators import AnnotatorText, TextFigures
from annotate.dashboards.selectors.filters import stage_wanted
from annotate.projects.models import Membership, Project
from annotate.quality.models import Flag
from annotate.workflow import answers
from annotate.workflow.models import Annotation, Assignment, DailyStats, Purpose
from annotate.workflow.schemas.parts import ShownImage


class _Cursor(CursorPage):
    """Newest first, along the index of a person's history."""

    ordering = ("-ended_at", "-id")
    page_size = 20


def texts_page(
    request: Request, project: Project, user_id: int, key: str | None
) -> Page[AnnotatorText]:
    """One page of what a person has written, each beside what it began from."""
    pages = _Cursor()
    written = texts_of_person(project, user_id, key)
    chosen: list[Assignment] = pages.paginate_queryset(written, request)
    codes = flag_codes(chosen)
    return Page(
        next=pages.get_next_link(),
        previous=pages.get_previous_link(),
        results=[
            text_of(row, row.answer, codes[row.pk]) for row in chosen if row.answer is not None
        ],
    )


def texts_of_person(project: Project, user_id: int, key: str | None) -> QuerySet[Assignment]:
    """The work that one person has submitted here, newest first.

    Raises:
        NotFound: the person has no part in the project.
        Invalid: the recipe has no such stage.
    """
    is_known = (
        Membership.objects.filter(project=project, user=user_id).exists()
        or DailyStats.objects.filter(project=project, annotator=user_id).exists()
    )
    if not is_known:
        raise errors.NotFound
    stage = stage_wanted(project, key)
    written = Assignment.objects.filter(
        project=project,
        annotator=user_id,
        state=Assignment.State.SUBMITTED,
        answer__purpose=Purpose.WORK,
    )
    if stage is not None:
        written = written.filter(answer__stage_key=stage.key)
    return written.select_related("answer", "base", "sample__image")


def flag_codes(page: Sequence[Assignment]) -> Mapping[int, list[str]]:
    """The codes of the flags of each assignment, in one query."""
    codes: dict[int, list[str]] = defaultdict(list)
    flags = Flag.objects.filter(assignment__in=[row.pk for row in page])
    standing = flags.exclude(state=Flag.State.WITHDRAWN).order_by("code")
    for assignment, code in standing.values_list("assignment_id", "code"):
        codes[assignment].append(code)
    return codes


def text_of(assignment: Assignment, answer: Annotation, codes: list[str]) -> AnnotatorText:
    own = answer.measures.get("self") or {}
    changes = answer.measures.get("from_base") or {}
    return AnnotatorText(
        annotation=answer.pk,
        sample=assignment.sample_id,
        image=ShownImage.of(assignment.sample.image),
        stage=answer.stage_key,
        index=answer.index,
        at=answer.created_at,
        active_seconds=answer.active_seconds,
        before=_words(assignment.base) if assignment.base is not None else None,
        after=_words(answer),
        figures=TextFigures(
            tokens=own.get("tokens"),
            edit_distance=changes.get("edit_distance"),
            edit_share=changes.get("edit_share"),
            jaccard=changes.get("jaccard_1"),
        ),
        verdict=Assignment.Verdict(assignment.verdict),
        flags=codes,
    )


def _words(annotation: Annotation) -> str:
    """All that an answer says in words, one text per line."""
    texts = kinds.get(annotation.kind).texts(answers.typed(annotation))
    return "\n".join(texts.values())
