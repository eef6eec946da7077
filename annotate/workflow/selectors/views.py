"""What the annotator's browser is told about an assignment - and what it is never told.

Nobody learns whether a text came from a model or a person (IIW §3.2): no origin, author, round
number, annotation id or time is sent, and the order of the texts is shuffled.
"""

from datetime import datetime
from typing import cast

from django.db.models import OuterRef, Subquery

from annotate import kinds
from annotate.analysis.randomness import generator
from annotate.core import errors
from annotate.core.prepared import Parameter, Prepared
from annotate.core.schemas import JsonObject
from annotate.kinds.capabilities import MarksObjects
from annotate.people.models import User
from annotate.projects.models import Membership
from annotate.projects.recipes import StageSpec
from annotate.workflow import answers, models
from annotate.workflow.models import Annotation
from annotate.workflow.schemas import work as schemas
from annotate.workflow.schemas.parts import NamedProject, ShownImage, StageOfWork
from annotate.workflow.selectors.annotations import (
    annotations_of,
    annotations_of_many,
    standing,
    stands,
)
from annotate.workflow.selectors.elsewhere import is_given

_ASSIGNMENT = Prepared(
    lambda: models.Assignment.objects.select_related(
        "project", "task", "sample__image", "base"
    ).filter(pk=Parameter("assignment"), annotator=Parameter("annotator"))
)


_ROW = Prepared(
    lambda: models.Assignment.objects.filter(
        pk=Parameter("assignment"), annotator=Parameter("annotator")
    )
)


# Whether its person is blocked in its project; None where they are no member any more.
_TO_SUBMIT = Prepared(
    lambda: (
        models.Assignment.objects.select_related("project")
        .annotate(
            is_barred=Subquery(
                Membership.objects.filter(project=OuterRef("project"), user=OuterRef("annotator"))
                .order_by()
                .values("is_blocked")[:1]
            )
        )
        .filter(pk=Parameter("assignment"), annotator=Parameter("annotator"))
    )
)


def assignment_to_submit(annotator: User, assignment_id: int) -> models.Assignment:
    """One assignment of this person with its project, and `is_barred`."""
    return _of(annotator, _TO_SUBMIT.first(assignment=assignment_id, annotator=annotator.pk))


def own_assignment(annotator: User, assignment_id: int) -> models.Assignment:
    """One assignment of this person, alone."""
    return _of(annotator, _ROW.first(assignment=assignment_id, annotator=annotator.pk))


def assignment_of(annotator: User, assignment_id: int) -> models.Assignment:
    """One assignment of this person with all that work on it needs."""
    return _of(annotator, _ASSIGNMENT.first(assignment=assignment_id, annotator=annotator.pk))


def _of(annotator: User, assignment: models.Assignment | None) -> models.Assignment:
    row = errors.existing(assignment)
    row.annotator = annotator
    return row


def own_hit(annotator: User, hit_id: int) -> models.Hit:
    hits = models.Hit.objects.select_related("project").filter(annotator=annotator)
    hit = errors.existing(hits.filter(pk=hit_id).first())
    hit.annotator = annotator
    return hit


HEARTBEAT_SECONDS = 60
# Of earlier texts, neutral on purpose; more than these nobody compares with.
_KEYS = "abcdefgh"
# How long a task taken ahead is held: time to finish the one before it after a last sign of life.
AHEAD_SECONDS = 300


def lease_of(assignment: models.Assignment) -> schemas.Lease:
    stage = assignment.project.recipe.stage(assignment.task.stage_key)
    seconds = stage.lease_minutes * 60
    if assignment.hit_id is not None:  # the deadline is that of the whole HIT
        seconds = _seconds_between(assignment.started_at, assignment.lease_expires_at)
    elif assignment.is_ahead:
        seconds = AHEAD_SECONDS
    return schemas.Lease(
        expires_at=assignment.lease_expires_at,
        seconds=seconds,
        heartbeat_seconds=HEARTBEAT_SECONDS,
    )


def _seconds_between(start: datetime, end: datetime) -> int:
    return int((end - start).total_seconds())


def hit_schema(hit: models.Hit) -> schemas.Hit:
    """A HIT with its assignments in their order. Nothing in it tells gold from work."""
    project = hit.project
    rows = hit.assignments.select_related("task__about", "sample__image", "base")
    assignments = list(rows.order_by("position"))
    annotations = annotations_of_many([assignment.sample_id for assignment in assignments])
    for assignment in assignments:
        assignment.project = project
    return schemas.Hit.from_row(
        hit,
        project=NamedProject.of(project),
        stage=StageOfWork.of(project.recipe.stage(hit.stage_key)),
        seconds=_seconds_between(hit.started_at, hit.deadline),
        assignments=[
            assignment_schema(assignment, annotations.get(assignment.sample_id, []))
            for assignment in assignments
        ],
    )


def assignment_schema(
    assignment: models.Assignment, annotations: list[Annotation] | None = None
) -> schemas.Assignment:
    """Everything the workbench needs.

    Args:
        annotations: those of the sample, oldest first; read from the database where not known.
    """
    stage = assignment.project.recipe.stage(assignment.task.stage_key)
    if annotations is None:
        annotations = annotations_of(assignment.sample_id)
    relevant = [a for a in annotations if a.stage_key in (stage.key, *stage.context)]
    kind = stage.kind_object
    texts, start_key = _texts(assignment, stage, relevant)
    return schemas.Assignment.from_row(
        assignment,
        project=NamedProject.of(assignment.project),
        stage=StageOfWork.of(stage),
        hit=assignment.hit_id,
        image=ShownImage.of(assignment.sample.image),
        about=answers.judged(assignment, stage),
        tokens=[
            schemas.ShownToken(text=token["text"], box=schemas.TokenBox(**token["box"]))
            for token in answers.tokens_of(stage, annotations)
        ],
        objects=_context_objects(assignment, stage, relevant),
        start=kind.dump(answers.start_of(assignment, assignment.base)),
        texts=texts,
        start_key=start_key,
        draft=_draft(assignment),
        lease=lease_of(assignment),
        idle_seconds=stage.idle_seconds,
    )


def view_to_advise(assignment: models.Assignment) -> answers.View:
    """What somebody has before them, and what their texts are compared with."""
    recipe = assignment.project.recipe
    # Asked every few seconds of everybody: of few recipes anything but the text is needed.
    annotations = annotations_of(assignment.sample_id) if answers.may_show_tokens(recipe) else []
    stage = recipe.stage(assignment.task.stage_key)
    return answers.view_of(assignment, stage, annotations, advising=True)


def _context_objects(
    assignment: models.Assignment, stage: StageSpec, relevant: list[Annotation]
) -> list[JsonObject]:
    """The objects of earlier stages that are shown beside the image (IIW Task 2)."""
    for key in stage.context:
        people = [
            a
            for a in standing(relevant)
            if a.stage_key == key and (a.origin == Annotation.Origin.PERSON or is_given(a))
        ]
        if people:
            newest = max(people, key=lambda a: (a.origin == Annotation.Origin.PERSON, a.index))
            kind = kinds.get(newest.kind)
            if isinstance(kind, MarksObjects):
                shown = answers.as_shown(newest, assignment.ids_key)
                return [cast(JsonObject, dict(item)) for item in kind.marked_objects(shown)]
    return []


def _texts(
    assignment: models.Assignment, stage: StageSpec, relevant: list[Annotation]
) -> tuple[list[schemas.EarlierText], str | None]:
    """The text to go on from, and the key of it.

    With it, in shuffled order, what it grew from, where the lead wants that: how many there are
    tells the round.
    """
    base = assignment.base
    if base is None:
        return [], None
    annotations = [base, *(_texts_behind(base, relevant) if stage.earlier_texts else ())]
    generator(assignment.project.seed, "texts", assignment.task_id).shuffle(annotations)
    texts = [
        schemas.EarlierText(
            key=key, answer=stage.kind_object.dump(answers.start_of(assignment, annotation))
        )
        for key, annotation in zip(_KEYS, annotations, strict=False)
    ]
    return texts, _KEYS[annotations.index(base)]


def _texts_behind(base: Annotation, relevant: list[Annotation]) -> list[Annotation]:
    """What the base grew from, round by round down to the seed, each wording once.

    Without what a lead has set aside. Whoever continues a text may compare it with any of them;
    which is which is no more told than before.
    """
    by_id = {annotation.pk: annotation for annotation in relevant}
    earlier: list[Annotation] = []
    current: Annotation | None = base
    while current is not None and len(earlier) < len(_KEYS) - 1:
        current = by_id.get(current.parent_id) if current.parent_id is not None else None
        if current is None or not stands(current):
            continue
        if all(current.value != text.value for text in (base, *earlier)):
            earlier.append(current)
    return earlier


def _draft(assignment: models.Assignment) -> schemas.Draft | None:
    if assignment.draft is None:
        return None
    return schemas.Draft(
        version=assignment.draft_version,
        answer=assignment.draft,
        saved_at=assignment.draft_saved_at,
        scratch_reason=assignment.scratch_reason or None,
        looked_at=assignment.looked_at,
    )
