"""Between the pure kinds and the rest: raw JSON in, typed answers or named errors out."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from annotate import kinds
from annotate.core import errors
from annotate.images.models import Image
from annotate.kinds.capabilities import ReadsText, ShowsSeveral
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Annotation, Assignment, Task
from annotate.workflow.sources import NO_SOURCES, Sources, sources_of


def kind_of(stage: StageSpec) -> kinds.AnyKind:
    """Return the kind of work a stage asks for."""
    return kinds.get(stage.kind)


def kind_named(name: str) -> kinds.AnyKind:
    """Return the kind that an annotation names."""
    return kinds.get(name)


def typed(annotation: Annotation | None) -> Any:
    """Return an annotation's value as the answer type of its kind; None stays None."""
    if annotation is None:
        return None
    return kinds.get(annotation.kind).Answer.model_validate(annotation.value)


def with_kind(annotation: Annotation | None) -> dict[str, Any] | None:
    """Name the kind beside an answer of another stage, so that no client has to guess it."""
    if annotation is None:
        return None
    return {"kind": annotation.kind, "answer": annotation.value}


def draw_arrangement(task: Task, stage: StageSpec) -> list[int] | None:
    """Draw the order in which somebody will see what they judge; None where there is but one.

    By the system's generator: no seed that anybody knows leads to it.
    """
    kind = stage.kind_object
    if task.about_id is None or not isinstance(kind, ShowsSeveral):
        return None
    order = list(range(kind.count(_value(task.about))))
    secrets.SystemRandom().shuffle(order)
    return order


def arranged(
    kind: kinds.AnyKind, about: Annotation | None, order: Sequence[int] | None
) -> dict[str, Any] | None:
    """Return what is judged as it was shown to somebody, with the name of its kind."""
    shown = with_kind(about)
    if shown is None or order is None or not isinstance(kind, ShowsSeveral):
        return shown
    return shown | {"answer": kind.arranged(shown["answer"], order)}


def as_given(kind: kinds.AnyKind, value: dict[str, Any], order: Sequence[int] | None) -> Any:
    """Return a stored answer, which is in terms of the item, in terms of what was shown."""
    if order is None or not isinstance(kind, ShowsSeveral):
        return value
    return kind.dump(kind.reordered(kind.Answer.model_validate(value), order))


def as_stored(stage: StageSpec, answer: Any, order: Sequence[int] | None) -> Any:
    """Return an answer in terms of the item: what several people say of it is added up."""
    kind = stage.kind_object
    if order is None or not isinstance(kind, ShowsSeveral):
        return answer
    return kind.reordered(answer, sorted(range(len(order)), key=order.__getitem__))


def _value(annotation: Annotation | None) -> dict[str, Any]:
    return annotation.value if annotation is not None else {}


@dataclass(frozen=True)
class Shown:
    """What a person has before them: an image, and what comes with it in some stages."""

    image: Image
    base: Annotation | None = None
    about: Annotation | None = None
    tokens: tuple[str, ...] = ()
    sources: Sources = NO_SOURCES

    @property
    def stimulus(self) -> kinds.Stimulus:
        """The same in the terms of the kinds."""
        return kinds.Stimulus(
            width=self.image.width,
            height=self.image.height,
            about=self.about.value if self.about is not None else None,
            tokens=self.tokens,
            instructions=self.sources.instructions,
            earlier=self.sources.earlier,
        )


def tokens_of(stage: StageSpec, annotations: Iterable[Annotation]) -> list[dict[str, Any]]:
    """Return the strings read in an image that are shown beside it, with their boxes.

    Those that somebody has corrected, or else those of a model; none in the stage that reads them.
    """
    if isinstance(stage.kind_object, ReadsText):
        return []
    read = [each for each in annotations if isinstance(kind_named(each.kind), ReadsText)]
    if not read:
        return []
    best = max(read, key=lambda each: (each.origin == Annotation.Origin.PERSON, each.pk))
    tokens = kinds.able(kind_named(best.kind), ReadsText).read_tokens(best.value)
    return [{"text": token["text"], "box": token["box"]} for token in tokens]


def shown_to(
    held: Assignment, stage: StageSpec, known: Iterable[Annotation], *, advising: bool = False
) -> Shown:
    """Return what somebody has before them; `known` are the annotations of the sample.

    What only advice needs is not read unless somebody is `advising`.
    """
    return Shown(
        image=held.sample.image,
        base=held.base,
        about=held.task.about,
        tokens=tuple(each["text"] for each in tokens_of(stage, known)),
        sources=sources_of(
            held, stage, levels=frozenset(("advise", "block") if advising else ("block",))
        ),
    )


def problems(stage: StageSpec, answer: Any, shown: Shown) -> list[kinds.Problem]:
    """Return all that keeps a typed answer from being submitted, and advice."""
    kind = kind_of(stage)
    return kind.problems(
        answer,
        shown.stimulus,
        kind.parse_settings(stage.settings),
        # Who inherited nothing started from the kind's empty answer, and may cite nothing.
        typed(shown.base) if shown.base is not None else kind.seed_from(None),
    )


def checked(stage: StageSpec, raw: object, shown: Shown) -> Any:
    """Return the typed answer, ready to be stored.

    Raises:
        Invalid: it breaks a rule of its kind; `fields` names each place.
    """
    answer = parsed(stage, raw)
    breaking = [each for each in problems(stage, answer, shown) if each.severity == "error"]
    if breaking:
        raise invalid(breaking)
    return answer


def parsed(stage: StageSpec, raw: object) -> Any:
    """Return the typed answer, whether or not it keeps the rules of its kind.

    Raises:
        Invalid: it has not the shape of an answer.
    """
    try:
        return kind_of(stage).parse(raw)
    except kinds.InvalidValueError as wrong:
        raise invalid(wrong.problems) from None


def findings(stage: StageSpec, raw: object, shown: Shown) -> list[kinds.Problem]:
    """Return what there is to say about an unfinished answer, as typed; never refuses."""
    try:
        answer = kind_of(stage).parse_draft(raw)
    except kinds.InvalidValueError as wrong:
        return wrong.problems
    return problems(stage, answer, shown)


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


def invalid(problems: Iterable[kinds.Problem]) -> errors.Invalid:
    """Say problems of a kind in the API's error shape."""
    return refusal([errors.FieldError(p.path, p.code, p.message) for p in problems])


def refusal(fields: list[errors.FieldError]) -> errors.Invalid:
    """Refuse answers for what is wrong at these places."""
    return errors.Invalid(
        "Some places need your attention before this can be accepted.",
        fields=fields,
        remedy="Correct the places named; everything you typed is still here.",
    )
