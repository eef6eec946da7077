"""Answers as a lead sees them, each beside the others about its image; skipped tasks; counts."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, Prefetch, Q, QuerySet

from annotate import kinds
from annotate.core import errors
from annotate.core.rows import filters
from annotate.people.schemas import Person
from annotate.projects.models import Project
from annotate.quality.models import Flag
from annotate.quality.schemas import review as schemas
from annotate.workflow import answers
from annotate.workflow.models import Assignment, Purpose, Sample
from annotate.workflow.schemas.parts import ShownImage, StageName

# Read through the sample: it may get into a batch after it was flagged.
BATCH = "assignment__sample__batch_id"
SHOWN = (Flag.State.OPEN, Flag.State.SETTLED)
# Beside an answer; a sample has five or ten, not hundreds.
MAX_OTHERS = 50


class OpenFlags(NamedTuple):
    """How many open flags there are by code, and how many answers and skipped tasks have some."""

    by_code: dict[str, int]
    answers: int
    skips: int


def _flags(project: Project, query: schemas.SkipsQuery) -> QuerySet[Flag]:
    wanted = filters(
        code=query.code, stage_key=query.stage, annotator=query.annotator, **{BATCH: query.batch}
    )
    states = SHOWN if query.state == "all" else [query.state]
    return Flag.objects.filter(project=project, state__in=states, **wanted)


def skips(project: Project, query: schemas.SkipsQuery) -> QuerySet[Flag]:
    """The flags of skipped tasks that match, newest first."""
    flags = _flags(project, query).filter(annotation__isnull=True)
    return flags.select_related("assignment__sample__image", "annotator").order_by("-id")


def reviewable(project: Project, annotation_id: int) -> Assignment:
    """The submission behind an answer that somebody gave as work, flagged or not."""
    work = _submissions(project).filter(answer=annotation_id, answer__purpose=Purpose.WORK)
    return errors.existing(work.first())


def _submissions(project: Project) -> QuerySet[Assignment]:
    return Assignment.objects.filter(
        project=project, state=Assignment.State.SUBMITTED, answer__isnull=False
    ).select_related("answer__about", "sample__image", "annotator", "verdict_by")


def unjudged(user_id: int) -> QuerySet[Assignment]:
    """What somebody has given as work and no lead has judged."""
    return Assignment.objects.filter(
        annotator=user_id,
        state=Assignment.State.SUBMITTED,
        verdict=Assignment.Verdict.UNREVIEWED,
        answer__purpose=Purpose.WORK,
    )


def review(project: Project, annotation_id: int) -> schemas.Review:
    (answer,) = reviews(project, [reviewable(project, annotation_id).answer_id])
    return answer


def reviews(project: Project, annotation_ids: Sequence[int | None]) -> list[schemas.Review]:
    """Answers with their flags and the other answers about the same; three queries."""
    of_answer = Prefetch(
        "flags", Flag.objects.filter(state__in=SHOWN).order_by("pk"), to_attr="shown_flags"
    )
    rows = _submissions(project).filter(answer__in=annotation_ids).prefetch_related(of_answer)
    by_answer = {row.answer_id: row for row in rows}
    chosen = [by_answer[pk] for pk in annotation_ids if pk in by_answer]
    near = _near(project, chosen)
    return [
        schemas.Review(
            answer=_answer(project, row),
            flags=[schemas.Flag.of_row(flag) for flag in row.shown_flags],
            others=[
                _other(other, row.arrangement)
                for other in near[_subject(row)]
                if other.pk != row.pk
            ][:MAX_OTHERS],
        )
        for row in chosen
    ]


def _subject(row: Assignment) -> tuple[int, str, int | None]:
    """What answers are put side by side by: sample, stage and the answer judged."""
    answer = row.answer
    assert answer is not None  # noqa: S101 - only submissions with an answer are read here
    return row.sample_id, answer.stage_key, answer.about_id


def _near(
    project: Project, rows: Sequence[Assignment]
) -> dict[tuple[int, str, int | None], list[Assignment]]:
    by_subject: dict[tuple[int, str, int | None], list[Assignment]] = defaultdict(list)
    if rows:
        near = Assignment.objects.filter(
            project=project,
            sample_id__in={row.sample_id for row in rows},
            state=Assignment.State.SUBMITTED,
            answer__purpose=Purpose.WORK,
        )
        for other in near.select_related("answer", "annotator").order_by("answer_id"):
            by_subject[_subject(other)].append(other)
    return by_subject


def _answer(project: Project, row: Assignment) -> schemas.ReviewAnswer:
    answer = row.answer
    assert answer is not None  # noqa: S101 - as above
    assert row.ended_at is not None  # noqa: S101 - what was submitted has ended
    kind = kinds.get(answer.kind)
    return schemas.ReviewAnswer(
        annotation=answer.pk,
        assignment=row.pk,
        sample=row.sample_id,
        image=ShownImage.of(row.sample.image),
        stage=stage_name(project, answer.stage_key),
        round=answer.index,
        split=row.sample.split,
        annotator=Person.of(row.annotator),
        value=answers.as_given(kind, answer.value, row.arrangement),
        about=answers.arranged(kind, answer.about, row.arrangement),
        active_seconds=row.active_seconds,
        submitted_at=row.ended_at,
        verdict=Assignment.Verdict(row.verdict),
        verdict_reason=row.verdict_reason,
        verdict_by=Person.of(row.verdict_by) if row.verdict_by else None,
        batch=row.sample.batch_id,
    )


def stage_name(project: Project, key: str) -> StageName:
    """A stage by name; one that the recipe no longer has keeps its key."""
    recipe = project.recipe
    if key not in recipe.stage_keys:
        return StageName(key=key, title=key, title_code=None, kind="")
    return StageName.of(recipe.stage(key))


def _other(row: Assignment, order: Sequence[int] | None) -> schemas.OtherAnswer:
    """Another answer about the same image or answer, as if it were about this order."""
    answer = row.answer
    return schemas.OtherAnswer(
        annotator=Person.of(row.annotator),
        value=answers.as_given(kinds.get(answer.kind), answer.value, order) if answer else {},
        active_seconds=row.active_seconds,
        verdict=Assignment.Verdict(row.verdict),
    )


def skipped(project: Project, flag: Flag) -> schemas.Skipped:
    assignment = flag.assignment
    return schemas.Skipped(
        flag=schemas.Flag.of_row(flag),
        assignment=assignment.pk,
        sample=assignment.sample_id,
        sample_state=Sample.State(assignment.sample.state),
        image=ShownImage.of(assignment.sample.image),
        stage=stage_name(project, flag.stage_key),
        annotator=Person.of(flag.annotator),
        reason=assignment.skip_reason,
        comment=assignment.comment,
        skipped_at=assignment.ended_at or flag.created_at,
    )


def open_flags(project: Project) -> OpenFlags:
    rows = Flag.objects.filter(project=project, state=Flag.State.OPEN).order_by()
    is_skip = Q(annotation__isnull=True)
    waiting = rows.aggregate(
        answers=Count("assignment", distinct=True, filter=~is_skip),
        skips=Count("assignment", distinct=True, filter=is_skip),
    )
    by_code = rows.values_list("code").annotate(number=Count("id")).order_by("code")
    return OpenFlags(
        by_code=dict(by_code),
        answers=waiting["answers"],
        skips=waiting["skips"],
    )
