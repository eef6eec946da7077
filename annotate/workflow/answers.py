"""Between the pure kinds and the rest: raw JSON in, typed answers or named errors out."""

from typing import Any

from annotate import kinds
from annotate.core import errors
from annotate.images.models import Image
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Annotation


def kind_of(stage: StageSpec) -> kinds.AnyKind:
    """Return the kind of work a stage asks for."""
    return kinds.get(stage.kind)


def typed(annotation: Annotation | None) -> Any:
    """Return an annotation's value as the answer type of its kind; None stays None."""
    if annotation is None:
        return None
    return kinds.get(annotation.kind).Answer.model_validate(annotation.value)


def checked(stage: StageSpec, raw: object, *, image: Image, base: Annotation | None) -> Any:
    """Return the typed answer, ready to be stored.

    Raises:
        Invalid: it breaks a rule of its kind; `fields` names each place.
    """
    kind = kind_of(stage)
    try:
        answer = kind.parse(raw)
    except kinds.InvalidValueError as wrong:
        raise invalid(wrong.problems) from None
    found = kind.problems(
        answer,
        kinds.Stimulus(width=image.width, height=image.height),
        kind.parse_settings(stage.settings),
        # Who inherited nothing started from the kind's empty answer, and may cite nothing.
        typed(base) if base is not None else kind.seed_from(None),
    )
    breaking = [problem for problem in found if problem.severity == "error"]
    if breaking:
        raise invalid(breaking)
    return answer


def draft(stage: StageSpec, raw: object) -> dict[str, Any]:
    """Return an unfinished answer as JSON, exactly as typed.

    Raises:
        Invalid: it has not the shape of an answer, or is too large to keep.
    """
    kind = kind_of(stage)
    try:
        return kind.dump(kind.parse_draft(raw))
    except kinds.InvalidValueError as wrong:
        raise invalid(wrong.problems) from None


def invalid(problems: Any) -> errors.Invalid:
    """Say problems of a kind in the API's error shape."""
    return errors.Invalid(
        "Some places need your attention before this can be accepted.",
        fields=[errors.FieldError(p.path, p.code, p.message) for p in problems],
        remedy="Correct the places named; everything you typed is still here.",
    )
