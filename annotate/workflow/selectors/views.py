"""What the annotator's browser is told about an assignment - and what it is never told.

Nobody learns whether a text came from a model or a person (IIW §3.2): no origin, author, round
number, annotation id or time is sent, and the order of the texts is shuffled.
"""

from datetime import datetime
from typing import Any

from annotate.analysis.randomness import generator
from annotate.images.models import Image
from annotate.images.schemas import ImageCopies
from annotate.kinds import Problem
from annotate.kinds.capabilities import MarksObjects
from annotate.projects.recipes import StageSpec
from annotate.workflow import answers
from annotate.workflow.models import Annotation, Assignment, Hit
from annotate.workflow.selectors.annotations import (
    annotations_of,
    annotations_of_many,
    is_rejected,
    standing,
)

HEARTBEAT_SECONDS = 60
# Of earlier texts, neutral on purpose; more than these nobody compares with.
_KEYS = "abcdefgh"
# How long a task taken ahead is held: time to finish the one before it after a last sign of life.
AHEAD_SECONDS = 300


def image_json(image: Image) -> dict[str, Any]:
    """Return what is shown of an image: its upright size, where its pixels are, its hints."""
    return {
        "id": image.pk,
        "name": image.name,
        "width": image.width,
        "height": image.height,
        "urls": ImageCopies.of(image).model_dump(),
        "hints": [{"label": key, "value": value} for key, value in image.metadata.items()],
    }


def lease_json(assignment: Assignment, stage: StageSpec) -> dict[str, Any]:
    """Return until when the assignment is held and how often to give a sign of life."""
    seconds = stage.lease_minutes * 60
    if assignment.hit_id is not None:  # the deadline is that of the whole HIT
        seconds = _seconds_between(assignment.started_at, assignment.lease_expires_at)
    elif assignment.is_ahead:
        seconds = AHEAD_SECONDS
    return {
        "expires_at": assignment.lease_expires_at,
        "seconds": seconds,
        "heartbeat_seconds": HEARTBEAT_SECONDS,
    }


def _seconds_between(start: datetime, end: datetime) -> int:
    return int((end - start).total_seconds())


def hit_json(hit: Hit) -> dict[str, Any]:
    """Return a HIT with its assignments in their order. Nothing in it tells gold from work."""
    project = hit.project
    found = hit.assignments.select_related("task__about", "sample__image", "base")
    assignments = list(found.order_by("position"))
    annotations = annotations_of_many([each.sample_id for each in assignments])
    for each in assignments:
        each.project = project
    stage = project.recipe.stage(hit.stage_key)
    return {
        "id": hit.pk,
        "state": hit.state,
        "purpose": hit.purpose,
        "project": {"id": project.pk, "name": project.name},
        "stage": stage_json(stage),
        "deadline": hit.deadline,
        "seconds": _seconds_between(hit.started_at, hit.deadline),
        "started_at": hit.started_at,
        "assignments": [
            assignment_json(each, annotations.get(each.sample_id, [])) for each in assignments
        ],
    }


def stage_json(stage: StageSpec) -> dict[str, Any]:
    """The stage with its settings, which hold the words of its questions."""
    return {
        "key": stage.key,
        "title": stage.title,
        "kind": stage.kind,
        "settings": stage.settings,
    }


def assignment_json(
    assignment: Assignment, annotations: list[Annotation] | None = None
) -> dict[str, Any]:
    """Return everything the workbench needs.

    Args:
        annotations: those of the sample, oldest first; read from the database where not known.
    """
    recipe = assignment.project.recipe
    stage = recipe.stage(assignment.task.stage_key)
    if annotations is None:
        annotations = annotations_of(assignment.sample_id)
    seen = [a for a in annotations if a.stage_key in (stage.key, *stage.context)]
    start = assignment.base
    kind = answers.kind_of(stage)
    texts, start_key = _texts(assignment, stage, seen)
    return {
        "id": assignment.pk,
        "state": assignment.state,
        "is_ahead": assignment.is_ahead,
        "project": {"id": assignment.project_id, "name": assignment.project.name},
        "stage": stage_json(stage),
        "hit": assignment.hit_id,
        "image": image_json(assignment.sample.image),
        # The answer to be judged: what it says, never whose it is.
        "about": answers.arranged(kind, assignment.task.about, assignment.arrangement),
        "tokens": answers.tokens_of(stage, annotations),
        "objects": _context_objects(stage, seen),
        "start": kind.dump(kind.seed_from(answers.typed(start))),
        "texts": texts,
        "start_key": start_key,
        "draft": _draft(assignment),
        "draft_version": assignment.draft_version,
        "lease": lease_json(assignment, stage),
        "active_seconds": assignment.active_seconds,
        "idle_seconds": stage.idle_seconds,
    }


def findings(assignment: Assignment, raw: object) -> list[Problem]:
    """Return what there is to say about an answer that may be unfinished; never refuses it."""
    stage = assignment.project.recipe.stage(assignment.task.stage_key)
    annotations = annotations_of(assignment.sample_id)
    shown = answers.shown_to(assignment, stage, annotations, advising=True)
    return answers.findings(stage, raw, shown)


def _context_objects(stage: StageSpec, seen: list[Annotation]) -> list[dict[str, Any]]:
    """Return the objects of earlier stages that are shown beside the image (IIW Task 2)."""
    for key in stage.context:
        people = [
            a for a in standing(seen) if a.stage_key == key and a.origin == Annotation.Origin.PERSON
        ]
        if people:
            newest = max(people, key=lambda annotation: annotation.index)
            kind = answers.kind_named(newest.kind)
            if isinstance(kind, MarksObjects):
                # Lineage would tell which objects a model had found.
                return [{**item, "derived_from": []} for item in kind.marked_objects(newest.value)]
    return []


def _texts(
    assignment: Assignment, stage: StageSpec, seen: list[Annotation]
) -> tuple[list[dict[str, Any]], str | None]:
    """Return the earlier texts in shuffled order, and the key of the one the editor starts with."""
    base = assignment.base
    if base is None:
        return [], None
    kind = answers.kind_of(stage)
    shown = [base, *_texts_behind(base, seen)]
    generator(assignment.project.seed, "texts", assignment.task_id).shuffle(shown)
    texts = [
        {"key": key, "answer": kind.dump(kind.seed_from(answers.typed(annotation)))}
        for key, annotation in zip(_KEYS, shown, strict=False)
    ]
    return texts, _KEYS[shown.index(base)]


def _texts_behind(base: Annotation, seen: list[Annotation]) -> list[Annotation]:
    """Return what the base grew from, round by round down to the seed, each wording once.

    Without what a lead has rejected. Whoever continues a text may compare it with any of them;
    which is which is no more told than before.
    """
    by_id = {annotation.pk: annotation for annotation in seen}
    found: list[Annotation] = []
    current: Annotation | None = base
    while current is not None and len(found) < len(_KEYS) - 1:
        current = by_id.get(current.parent_id) if current.parent_id is not None else None
        if current is None or is_rejected(current):
            continue
        if all(current.value != each.value for each in (base, *found)):
            found.append(current)
    return found


def _draft(assignment: Assignment) -> dict[str, Any] | None:
    if assignment.draft is None:
        return None
    return {
        "version": assignment.draft_version,
        "answer": assignment.draft,
        "saved_at": assignment.draft_saved_at,
        "scratch_reason": assignment.scratch_reason or None,
    }
