"""What the annotator's browser is told about an assignment - and what it is never told.

Nobody learns whether a text came from a model or a person (IIW §3.2): no origin, author, round
number, annotation id or time is sent, and the order of the texts is shuffled.
"""

from datetime import datetime
from typing import cast

from annotate import kinds
from annotate.analysis.randomness import generator
from annotate.core import errors
from annotate.core.prepared import Parameter, Prepared
from annotate.core.schemas import JsonObject
from annotate.kinds import Problem
from annotate.kinds.capabilities import MarksObjects
from annotate.people.models import User
from annotate.projects.recipes import StageSpec
from annotate.workflow import answers, models
from annotate.workflow.models import Annotation
from annotate.workflow.schemas.parts import NamedProject, ShownImage, StageOfWork
from annotate.workflow.schemas.work import (
    Assignment,
    Draft,
    EarlierText,
    Hit,
    Lease,
    ShownToken,
    TokenBox,
)
from annotate.workflow.selectors.annotations import (
    annotations_of,
    annotations_of_many,
    is_rejected,
    standing,
)

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


def own_assignment(annotator: User, assignment_id: int) -> models.Assignment:
    """One assignment of this person, alone."""
    return _of(annotator, _ROW.first(assignment=assignment_id, annotator=annotator.pk))


def assignment_of(annotator: User, assignment_id: int) -> models.Assignment:
    """One assignment of this person with all that work on it needs."""
    return _of(annotator, _ASSIGNMENT.first(assignment=assignment_id, annotator=annotator.pk))


def _of(annotator: User, assignment: models.Assignment | None) -> models.Assignment:
    if assignment is None:
        raise errors.NotFound
    assignment.annotator = annotator
    return assignment


def own_hit(annotator: User, hit_id: int) -> models.Hit:
    hit = (
        models.Hit.objects.select_related("project").filter(pk=hit_id, annotator=annotator).first()
    )
    if hit is None:
        raise errors.NotFound
    hit.annotator = annotator
    return hit


HEARTBEAT_SECONDS = 60
# Of earlier texts, neutral on purpose; more than these nobody compares with.
_KEYS = "abcdefgh"
# How long a task taken ahead is held: time to finish the one before it after a last sign of life.
AHEAD_SECONDS = 300


def lease_of(assignment: models.Assignment) -> Lease:
    stage = assignment.project.recipe.stage(assignment.task.stage_key)
    seconds = stage.lease_minutes * 60
    if assignment.hit_id is not None:  # the deadline is that of the whole HIT
        seconds = _seconds_between(assignment.started_at, assignment.lease_expires_at)
    elif assignment.is_ahead:
        seconds = AHEAD_SECONDS
    return Lease(
        expires_at=assignment.lease_expires_at,
        seconds=seconds,
        heartbeat_seconds=HEARTBEAT_SECONDS,
    )


def _seconds_between(start: datetime, end: datetime) -> int:
    return int((end - start).total_seconds())


def hit_schema(hit: models.Hit) -> Hit:
    """A HIT with its assignments in their order. Nothing in it tells gold from work."""
    project = hit.project
    rows = hit.assignments.select_related("task__about", "sample__image", "base")
    assignments = list(rows.order_by("position"))
    annotations = annotations_of_many([assignment.sample_id for assignment in assignments])
    for assignment in assignments:
        assignment.project = project
    return Hit(
        id=hit.pk,
        state=hit.state,
        purpose=hit.purpose,
        project=NamedProject.of(project),
        stage=StageOfWork.of(project.recipe.stage(hit.stage_key)),
        deadline=hit.deadline,
        seconds=_seconds_between(hit.started_at, hit.deadline),
        started_at=hit.started_at,
        assignments=[
            assignment_schema(assignment, annotations.get(assignment.sample_id, []))
            for assignment in assignments
        ],
    )


def assignment_schema(
    assignment: models.Assignment, annotations: list[Annotation] | None = None
) -> Assignment:
    """Everything the workbench needs.

    Args:
        annotations: those of the sample, oldest first; read from the database where not known.
    """
    stage = assignment.project.recipe.stage(assignment.task.stage_key)
    if annotations is None:
        annotations = annotations_of(assignment.sample_id)
    seen = [a for a in annotations if a.stage_key in (stage.key, *stage.context)]
    kind = stage.kind_object
    texts, start_key = _texts(assignment, kind, seen)
    return Assignment(
        id=assignment.pk,
        state=assignment.state,
        is_ahead=assignment.is_ahead,
        project=NamedProject.of(assignment.project),
        stage=StageOfWork.of(stage),
        hit=assignment.hit_id,
        image=ShownImage.of(assignment.sample.image),
        # What it says, never whose it is.
        about=answers.arranged(kind, assignment.task.about, assignment.arrangement),
        tokens=[
            ShownToken(text=token["text"], box=TokenBox(**token["box"]))
            for token in answers.tokens_of(stage, annotations)
        ],
        objects=_context_objects(stage, seen),
        start=kind.dump(kind.seed_from(answers.typed(assignment.base))),
        texts=texts,
        start_key=start_key,
        draft=_draft(assignment),
        draft_version=assignment.draft_version,
        lease=lease_of(assignment),
        active_seconds=assignment.active_seconds,
        idle_seconds=stage.idle_seconds,
    )


def findings(assignment: models.Assignment, raw: object) -> list[Problem]:
    """What there is to say about an answer that may be unfinished; never refuses it."""
    stage = assignment.project.recipe.stage(assignment.task.stage_key)
    annotations = annotations_of(assignment.sample_id)
    shown = answers.shown_to(assignment, stage, annotations, advising=True)
    return answers.findings(stage, raw, shown)


def _context_objects(stage: StageSpec, seen: list[Annotation]) -> list[JsonObject]:
    """The objects of earlier stages that are shown beside the image (IIW Task 2)."""
    for key in stage.context:
        people = [
            a for a in standing(seen) if a.stage_key == key and a.origin == Annotation.Origin.PERSON
        ]
        if people:
            newest = max(people, key=lambda annotation: annotation.index)
            kind = kinds.get(newest.kind)
            if isinstance(kind, MarksObjects):
                # Lineage would tell which objects a model had found.
                return [
                    cast(JsonObject, dict(item)) | {"derived_from": []}
                    for item in kind.marked_objects(newest.value)
                ]
    return []


def _texts(
    assignment: models.Assignment, kind: kinds.AnyKind, seen: list[Annotation]
) -> tuple[list[EarlierText], str | None]:
    """The earlier texts in shuffled order, and the key of the one the editor starts with."""
    base = assignment.base
    if base is None:
        return [], None
    shown = [base, *_texts_behind(base, seen)]
    generator(assignment.project.seed, "texts", assignment.task_id).shuffle(shown)
    texts = [
        EarlierText(key=key, answer=kind.dump(kind.seed_from(answers.typed(annotation))))
        for key, annotation in zip(_KEYS, shown, strict=False)
    ]
    return texts, _KEYS[shown.index(base)]


def _texts_behind(base: Annotation, seen: list[Annotation]) -> list[Annotation]:
    """What the base grew from, round by round down to the seed, each wording once.

    Without what a lead has rejected. Whoever continues a text may compare it with any of them;
    which is which is no more told than before.
    """
    by_id = {annotation.pk: annotation for annotation in seen}
    earlier: list[Annotation] = []
    current: Annotation | None = base
    while current is not None and len(earlier) < len(_KEYS) - 1:
        current = by_id.get(current.parent_id) if current.parent_id is not None else None
        if current is None or is_rejected(current):
            continue
        if all(current.value != text.value for text in (base, *earlier)):
            earlier.append(current)
    return earlier


def _draft(assignment: models.Assignment) -> Draft | None:
    if assignment.draft is None:
        return None
    return Draft(
        version=assignment.draft_version,
        answer=assignment.draft,
        saved_at=assignment.draft_saved_at,
        scratch_reason=assignment.scratch_reason or None,
    )
