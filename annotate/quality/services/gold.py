"""Say what is known to be right, and write down how people did on it (TC §3.1, mission C3)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from pydantic import JsonValue

from annotate import kinds
from annotate.core import clock, errors, rows
from annotate.kinds.capabilities import Checkable
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.projects.services import audit
from annotate.quality.models import GoldItem, GoldResult
from annotate.quality.schemas.gold import GOLD_USES
from annotate.quality.selectors.gold import Place, items_behind, known_item, uses_of
from annotate.quality.selectors.works import stage_of
from annotate.workflow import answers
from annotate.workflow.models import Annotation, Assignment, Purpose, Sample
from annotate.workflow.selectors.annotations import annotations_of
from annotate.workflow.services.leases import NotHeld

Expected = Mapping[str, JsonValue]


def mark_answer(
    *,
    project: Project,
    actor: User,
    stage_key: str,
    annotation_id: int,
    expected: Expected,
    is_good: bool = True,
    uses: Collection[str] = ("mixed",),
    note: str = "",
) -> GoldItem:
    """Make gold from an answer: as what is judged, or as the right answer for its image.

    Where the stage judges answers of the stage the annotation is from, it is what will be judged.
    Where it is an answer of this stage, whatever it was about is, and `expected` may be empty: a
    good answer itself says what is right. Where nothing has one right value (texts, objects), a
    good answer can be an example for practice: it is shown beside what somebody wrote themselves.

    Raises:
        NotFound: the project has no such answer.
        Invalid: the answer is of neither stage, or `expected` names what the stage does not ask.
        Conflict: it is gold already, or an example of an image that people still work on.
    """
    stage = stage_of(project, stage_key)
    answers_here = Annotation.objects.filter(project=project).select_related(
        "sample__image", "about"
    )
    annotation = errors.existing(answers_here.filter(pk=annotation_id).first())
    if stage.about is not None and annotation.stage_key == stage.about:
        place = {"sample": annotation.sample, "about": annotation, "source": None}
    elif annotation.stage_key == stage.key:
        place = {"sample": annotation.sample, "about": annotation.about, "source": annotation}
        if is_good and not expected:
            expected = _said_by(stage, annotation)
    else:
        message = Message("other_stage", origin=annotation.stage_key, stage=stage.key)
        raise errors.Invalid.field("annotation", message)
    return add_item(
        project=project,
        actor=actor,
        stage=stage,
        expected=expected,
        is_good=is_good,
        uses=uses,
        note=note,
        **place,
    )


def _said_by(stage: StageSpec, annotation: Annotation) -> Expected:
    """What an answer says on all that the stage asks today and can compare."""
    asked = _checkable_paths(stage)
    values = _checkable(annotation.kind, answers.typed(annotation))
    return {path: value for path, value in values.items() if path in asked}


def _checkable_paths(stage: StageSpec) -> tuple[str, ...]:
    kind = stage.kind_object
    return kind.checkable_paths(stage.kind_settings) if isinstance(kind, Checkable) else ()


def _checkable(kind_name: str, typed: Any) -> dict[str, bool | str]:
    kind = kinds.get(kind_name)
    return kind.checkable(typed) if isinstance(kind, Checkable) else {}


def add_item(
    *,
    project: Project,
    actor: User,
    stage: StageSpec,
    sample: Sample,
    expected: Expected,
    about: Annotation | None = None,
    source: Annotation | None = None,
    is_good: bool = True,
    uses: Collection[str] = ("mixed",),
    note: str = "",
) -> GoldItem:
    """Make a sample, or an answer about it, gold. Raises as :func:`mark_answer` does."""
    _check_use(stage, expected, uses, source)
    if stage.about is not None and about is None:
        message = Message("say_which_answer", stage=stage.title)
        raise errors.Invalid.field("annotation", message, code="answer_missing")
    try:
        with transaction.atomic():
            item = GoldItem.objects.create(
                project=project,
                stage_key=stage.key,
                sample=sample,
                about=about,
                source=source,
                expected=dict(expected),
                is_good=is_good,
                note=note,
                created_at=clock.now(),
                created_by=actor,
                **_columns(uses),
            )
            audit(project=project, actor=actor, verb="gold.added", target=str(item.pk))
    except IntegrityError:
        raise errors.Conflict(Message("gold_already")) from None
    return item


def change_item(*, item: GoldItem, actor: User, changes: Mapping[str, Any]) -> GoldItem:
    """Change what is expected, the uses or the note; earlier evidence keeps what it compared.

    Raises:
        Invalid: `expected` names what the stage does not ask.
    """
    if {"expected", "uses"} & changes.keys():
        _check_use(
            stage_of(item.project, item.stage_key),
            changes.get("expected", item.expected),
            changes.get("uses", uses_of(item)),
            item.source,
        )
    item.expected = dict(changes.get("expected", item.expected))
    for name, value in _columns(changes["uses"]).items() if "uses" in changes else ():
        setattr(item, name, value)
    item.is_good = changes.get("is_good", item.is_good)
    item.note = changes.get("note", item.note)
    with transaction.atomic():
        # Not whether it is in use: somebody may be retiring it at this moment.
        columns = [f"is_{name}" for name in GOLD_USES]
        item.save(update_fields=["expected", "is_good", "note", *columns])
        audit(project=item.project, actor=actor, verb="gold.changed", target=str(item.pk))
    return item


def retire_item(*, item: GoldItem, actor: User) -> None:
    """Use an item no more; what it has shown stays."""
    with transaction.atomic():
        if GoldItem.objects.filter(pk=item.pk, is_active=True).update(is_active=False):
            audit(project=item.project, actor=actor, verb="gold.retired", target=str(item.pk))


def _columns(uses: Collection[str]) -> dict[str, bool]:
    return {f"is_{name}": name in uses for name in GOLD_USES}


def _check_use(
    stage: StageSpec, expected: Expected, uses: Iterable[str], source: Annotation | None
) -> None:
    is_checkable = bool(_checkable_paths(stage))
    if is_checkable or source is None or expected or set(uses) != {"practice"}:
        _check_expected(stage, expected)
    elif source.sample.state != Sample.State.DONE:
        # Who has practised on it would know the text that others are still at work on.
        raise errors.Conflict(Message("sample_in_work"))


def _check_expected(stage: StageSpec, expected: Expected) -> None:
    known = _checkable_paths(stage)
    if not known:
        raise errors.Invalid.field("stage", Message("nothing_to_check", stage=stage.title))
    if not expected:
        raise errors.Invalid.field("expected", Message("nothing_expected", parts=list(known)))
    wrong = [
        errors.FieldError.about(
            f"expected.{path}", Message("unknown_part", part=path, parts=list(known))
        )
        for path in expected
        if path not in known
    ] + [
        errors.FieldError.about(f"expected.{path}", Message("not_yes_or_no"))
        for path, value in expected.items()
        if path in known and not isinstance(value, bool)
    ]
    if wrong:
        raise errors.Invalid(Message("expected_not_comparable"), fields=wrong)


def note_results(assignment_ids: Sequence[int]) -> None:
    """Compare submitted answers with what is known; called in the transaction that submits them."""
    submitted = list(
        Assignment.objects.filter(pk__in=assignment_ids)
        .exclude(task__purpose=Purpose.WORK)
        .select_related("task", "answer")
    )
    # In practice the answer counts that was checked first, whatever was handed in afterwards.
    practised = [row.pk for row in submitted if row.task.purpose == Purpose.PRACTICE]
    earlier = GoldResult.objects.filter(assignment__in=practised)
    checked = set(earlier.values_list("assignment", flat=True)) if practised else set()
    submitted = [row for row in submitted if row.pk not in checked]
    items = items_behind(submitted)
    rows.insert(
        [
            result
            for row in submitted
            if row.answer
            for result in compared(row, answers.typed(row.answer), row.answer.kind, items)
        ]
    )


def compared(
    assignment: Assignment, typed: Any, kind: str, items: Mapping[Place, GoldItem]
) -> list[GoldResult]:
    """The rows of evidence of one answer, not yet written."""
    item = known_item(assignment, items)
    if item is None:
        return []
    parts = _checkable(kind, typed)
    return [
        GoldResult(
            item=item,
            assignment=assignment,
            annotator_id=assignment.annotator_id,
            path=path,
            expected=right,
            given=parts.get(path),
            right=parts.get(path) == right,
            at=assignment.ended_at or clock.now(),
        )
        for path, right in item.expected.items()
    ]


@dataclass(frozen=True)
class Checked:
    """What is known of a task, and how the first answer to it compares."""

    item: GoldItem | None
    results: Sequence[GoldResult]


def check_practice(*, assignment: Assignment, answer: dict[str, Any]) -> Checked:
    """Compare an answer of a practice round with what is known, and say what that is.

    Asked again, it says the same of the first answer.

    Raises:
        Invalid: the answer is not ready to be handed in; nothing is told yet.
        Conflict: it is no practice. Of work this says nothing: gold is refused alike.
        NotHeld: the round is over.
    """
    if assignment.hit_id is None or assignment.task.purpose != Purpose.PRACTICE:
        raise errors.Conflict(Message("not_practice"))
    if assignment.state != Assignment.State.LIVE:
        raise NotHeld
    stage = assignment.project.recipe.stage(assignment.task.stage_key)
    items = items_behind([assignment])
    item = known_item(assignment, items)
    with transaction.atomic():
        # Of two pages that check at once, the second says what the first has found.
        Assignment.objects.select_for_update(no_key=True).get(pk=assignment.pk)
        known = GoldResult.objects.filter(assignment=assignment).select_related(
            "item__source", "item__sample"
        )
        before = list(known.order_by("pk"))
        if before:
            return Checked(before[0].item, before)
        view = answers.view_of(assignment, stage, annotations_of(assignment.sample_id))
        typed = answers.checked(stage, answer, view)
        results = compared(assignment, typed, stage.kind, items)
        rows.insert(results)
    return Checked(item, results)
