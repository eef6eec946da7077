"""Between the pure kinds and the rest: raw JSON in, typed answers or named errors out."""

import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, takewhile
from typing import Any, NamedTuple

from django.db.models import TextField
from django.db.models.functions import Cast

from annotate import kinds
from annotate.analysis.text_rules import COPIES, Level
from annotate.core import errors
from annotate.core.columns import json_read
from annotate.core.prepared import Parameter, PreparedRows, each_asked
from annotate.images.models import Image
from annotate.kinds import AnyKind
from annotate.kinds.capabilities import HasParts, ReadsText, ReadToken, Seedable, ShowsSeveral
from annotate.messages import Message
from annotate.projects.models import Guideline
from annotate.projects.recipes import Recipe, StageSpec
from annotate.workflow import shown_ids
from annotate.workflow.models import Annotation, Assignment, Task
from annotate.workflow.schemas.parts import KindAnswer

# Who repeats a text does so within a few images; all of a long history would take long to compare.
MOST_EARLIER = 30
# Of those texts together; an answer may be made of hundreds.
MOST_EARLIER_CHARACTERS = 100_000


class Sources(NamedTuple):
    """Texts that a new text is compared with; none where the stage has no such rule."""

    instructions: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()


NO_SOURCES = Sources()


def sources_of(held: Assignment, stage: StageSpec, *, levels: frozenset[Level]) -> Sources:
    """What is needed by the rules about copies that are at one of these levels."""
    rules = stage.settings.get("rules", {})
    wanted = {code for code in COPIES if rules.get(code) in levels}
    return Sources(
        instructions=_instructions(held) if "pasted_instruction" in wanted else (),
        earlier=_earlier(held, stage) if "near_duplicate" in wanted else (),
    )


_GUIDELINE = PreparedRows(
    lambda: Guideline.objects.filter(
        project=Parameter("project"), version=Parameter("version")
    ).values_list("body")
)


def _instructions(held: Assignment) -> tuple[str, ...]:
    """The guideline that stands; none before the first."""
    version = held.project.guidelines_version
    return _guideline(held.project_id, version) if version else ()


# A version never changes, and whoever begins a task needs the same one again.
@lru_cache(maxsize=32)
def _guideline(project_id: int, version: int) -> tuple[str, ...]:
    """The text of a version of a project's guidelines; nothing where there is no such version."""
    return tuple(body for (body,) in _GUIDELINE.all(project=project_id, version=version))


# Asked each time somebody pauses: along what they have done, the newest first, and not along all
# that was done in the project (docs/decisions/0089).
_SUBMITTED = PreparedRows(
    lambda: (
        Assignment.objects.filter(
            each_asked(
                project=Parameter("project"),
                state=Assignment.State.SUBMITTED,
                answer__kind=Parameter("kind"),
                answer__origin=Annotation.Origin.PERSON,
            ),
            annotator=Parameter("annotator"),
        )
        .exclude(sample=Parameter("sample"))
        .order_by("-ended_at")
        .values_list(Cast("answer__value", TextField()))[:MOST_EARLIER]
    )
)


def _earlier(held: Assignment, stage: StageSpec) -> tuple[str, ...]:
    """Texts for other images: those beside it in the same HIT, then the last submitted."""
    kind = stage.kind_object
    texts: list[str] = []
    if held.hit_id is not None:
        beside = Assignment.objects.filter(
            annotator=held.annotator_id,
            hit=held.hit_id,
            state=Assignment.State.LIVE,
            draft__isnull=False,
        ).exclude(sample=held.sample_id)
        for draft in beside.order_by("position").values_list("draft", flat=True):
            texts += _texts(kind, draft)
    for (written,) in _SUBMITTED.all(
        project=held.project_id,
        annotator=held.annotator_id,
        sample=held.sample_id,
        kind=stage.kind,
    ):
        is_short = len(written) <= _KEPT_CHARACTERS
        texts += (_kept_texts if is_short else _texts_written)(stage.kind, written)
    before = accumulate(map(len, texts), initial=0)
    kept = takewhile(
        lambda pair: pair[1] <= MOST_EARLIER_CHARACTERS, zip(texts, before, strict=False)
    )
    return tuple(text for text, _ in kept)


def _texts_written(kind: str, written: str) -> tuple[str, ...]:
    return tuple(_texts(kinds.get(kind), json_read(written)))


# The same thirty answers come each time somebody begins a task, with one that is new.
_KEPT_CHARACTERS = 4_000
_kept_texts = lru_cache(maxsize=512)(_texts_written)


def _texts(kind: AnyKind, value: object) -> list[str]:
    return list(kind.texts(kind.Answer.model_validate(value, context={"draft": True})).values())


_TYPED = "_typed"


def typed(annotation: Annotation | None) -> Any:
    """An annotation's value as the answer type of its kind; None stays None.

    One that was asked before is kept with the annotation: neither ever changes.
    """
    if annotation is None:
        return None
    kept: Any = annotation.__dict__.get(_TYPED)
    if kept is not None and kept[0] is annotation.value:
        return kept[1]
    answer = kinds.get(annotation.kind).Answer.model_validate(annotation.value)
    keep_typed(annotation, answer)
    return answer


def keep_typed(annotation: Annotation, answer: Any) -> None:
    """Keep with an annotation the answer that its value was written from, or read as."""
    annotation.__dict__[_TYPED] = annotation.value, answer


def draw_arrangement(task: Task, stage: StageSpec) -> list[int] | None:
    """Draw the order in which somebody will see what they judge; None where there is but one.

    By the system's generator: no seed that anybody knows leads to it.
    """
    kind = stage.kind_object
    if task.about_id is None or not isinstance(kind, ShowsSeveral):
        return None
    order = list(range(kind.count(task.about.value if task.about else {})))
    secrets.SystemRandom().shuffle(order)
    return order


def arranged(
    kind: kinds.AnyKind, about: Annotation | None, order: Sequence[int] | None
) -> KindAnswer | None:
    """What is judged as it was shown to somebody."""
    if about is None:
        return None
    if order is None or not isinstance(kind, ShowsSeveral):
        return KindAnswer.of(about)
    return KindAnswer(kind=about.kind, answer=kind.arranged(about.value, order))


def judged(held: Assignment, stage: StageSpec) -> KindAnswer | None:
    """What somebody judges as they see it: what it says, never whose it is."""
    about = held.task.about
    if about is not None and isinstance(kinds.get(about.kind), HasParts):
        return KindAnswer(kind=about.kind, answer=as_shown(about, held.ids_key))
    return arranged(stage.kind_object, about, held.arrangement)


def as_shown(annotation: Annotation, key: str, *, with_lineage: bool = False) -> dict[str, Any]:
    """A stored answer under the ids of one hand-out. Lineage would tell old parts from new."""
    kind = kinds.get(annotation.kind)
    if not isinstance(kind, HasParts):
        value: dict[str, Any] = annotation.value
        return value
    return kind.dump(shown_ids.shown(kind, typed(annotation), key, with_lineage=with_lineage))


def start_of(held: Assignment, annotation: Annotation | None) -> Any:
    """What an editor starts with, under the ids of this hand-out."""
    kind = held.project.recipe.stage(held.task.stage_key).kind_object
    return shown_ids.shown(kind, kind.seed_from(typed(annotation)), held.ids_key)


def as_given(kind: kinds.AnyKind, value: dict[str, Any], order: Sequence[int] | None) -> Any:
    """A stored answer, which is in terms of the item, in terms of what was shown."""
    if order is None or not isinstance(kind, ShowsSeveral):
        return value
    return kind.dump(kind.reordered(kind.Answer.model_validate(value), order))


def as_stored(stage: StageSpec, answer: Any, held: Assignment) -> Any:
    """An answer in terms of the item: what several people say of it is added up."""
    kind, order = stage.kind_object, held.arrangement
    if order is not None and isinstance(kind, ShowsSeveral):
        return kind.reordered(answer, sorted(range(len(order)), key=order.__getitem__))
    return shown_ids.stored(kind, answer, typed(held.base), held.ids_key)


@dataclass(frozen=True)
class View:
    """What a person has before them: an image, and what comes with it in some stages."""

    image: Image
    base: Annotation | None = None
    about: Annotation | None = None
    tokens: tuple[str, ...] = ()
    sources: Sources = NO_SOURCES
    # Of the hand-out, where the parts of the base have ids of their own in it.
    ids_key: str = ""

    def stimulus(self, *, is_advised: bool) -> kinds.Stimulus:
        """The same in the terms of the kinds."""
        return kinds.Stimulus(
            width=self.image.width,
            height=self.image.height,
            about=self.about.value if self.about is not None else None,
            tokens=self.tokens,
            instructions=self.sources.instructions,
            earlier=self.sources.earlier,
            is_advised=is_advised,
        )


def tokens_of(stage: StageSpec, annotations: Iterable[Annotation]) -> list[ReadToken]:
    """The strings read in an image that are shown beside it, with their boxes.

    Those that somebody has corrected, or else those of a model; none in the stage that reads them.
    """
    if isinstance(stage.kind_object, ReadsText):
        return []
    read = [row for row in annotations if isinstance(kinds.get(row.kind), ReadsText)]
    if not read:
        return []
    best = max(read, key=lambda row: (row.origin == Annotation.Origin.PERSON, row.pk))
    return kinds.able(kinds.get(best.kind), ReadsText).read_tokens(best.value)


def may_show_tokens(recipe: Recipe) -> bool:
    """Whether strings are read in the images of a project: an answer has the kind of its stage."""
    return any(isinstance(stage.kind_object, ReadsText) for stage in recipe.stages)


def view_of(
    held: Assignment, stage: StageSpec, known: Iterable[Annotation], *, advising: bool = False
) -> View:
    """What somebody has before them; `known` are the annotations of the sample.

    What only advice needs is not read unless somebody is `advising`.
    """
    return View(
        image=held.sample.image,
        base=held.base,
        about=held.task.about,
        ids_key=held.ids_key,
        tokens=tuple(token["text"] for token in tokens_of(stage, known)),
        sources=sources_of(
            held, stage, levels=frozenset(("advise", "block") if advising else ("block",))
        ),
    )


def problems(
    stage: StageSpec, answer: Any, view: View, *, is_advised: bool = True
) -> list[kinds.Problem]:
    """All that keeps a typed answer from being submitted, and advice."""
    kind = stage.kind_object
    if (excess := kind.excess(answer)) is not None:
        return [excess]
    return kind.problems(
        answer,
        view.stimulus(is_advised=is_advised),
        stage.kind_settings,
        # Who inherited nothing started from the kind's empty answer, and may cite nothing.
        shown_ids.shown(kind, typed(view.base), view.ids_key)
        if view.base is not None
        else kind.seed_from(None),
    )


def checked(stage: StageSpec, raw: object, view: View) -> Any:
    """The typed answer, ready to be stored.

    Raises:
        Invalid: it breaks a rule of its kind; `fields` names each place.
    """
    answer = parsed(stage, raw)
    if not _errors(problems(stage, answer, view, is_advised=False)):
        return answer
    # With all advice, as while somebody types: no fix may bring about what is advised against.
    raise invalid(_errors(problems(stage, answer, view)))


def startable(stage: StageSpec, raw: object, view: View) -> Any:
    """The typed answer as something to start from: what is missing in it may be missing.

    Raises:
        Invalid: it breaks another rule of its kind; `fields` names each place.
    """
    answer, kind = parsed(stage, raw), stage.kind_object
    lacking = kind.seed_may_lack if isinstance(kind, Seedable) else frozenset()
    wrong = _errors(problems(stage, answer, view, is_advised=False))
    if wrong := [problem for problem in wrong if problem.code not in lacking]:
        raise invalid(wrong)
    return answer


def _errors(problems: Iterable[kinds.Problem]) -> list[kinds.Problem]:
    return [problem for problem in problems if problem.severity == "error"]


def parsed(stage: StageSpec, raw: object) -> Any:
    """The typed answer, whether or not it keeps the rules of its kind.

    Raises:
        Invalid: it has not the shape of an answer.
    """
    try:
        return stage.kind_object.parse(raw)
    except kinds.InvalidValueError as wrong:
        raise invalid(wrong.problems) from None


def findings(stage: StageSpec, raw: object, view: View) -> list[kinds.Problem]:
    """What there is to say about an unfinished answer, as typed; never refuses."""
    try:
        answer = stage.kind_object.parse_draft(raw)
    except kinds.InvalidValueError as wrong:
        return wrong.problems
    return problems(stage, answer, view)


def draft(stage: StageSpec, raw: object) -> dict[str, Any]:
    """An unfinished answer as JSON, exactly as typed.

    Raises:
        Invalid: it has not the shape of an answer, or is too large to keep.
    """
    kind = stage.kind_object
    try:
        return kind.dump(kind.parse_draft(raw))
    except kinds.InvalidValueError as wrong:
        raise invalid(wrong.problems) from None


def invalid(problems: Iterable[kinds.Problem]) -> errors.Invalid:
    """Say problems of a kind in the API's error shape."""
    return refusal([errors.FieldError.of(problem) for problem in problems])


def refusal(fields: list[errors.FieldError]) -> errors.Invalid:
    """Refuse answers for what is wrong at these places."""
    return errors.Invalid(Message("answer_needs_attention"), fields=fields)


_STEP = re.compile(r"([A-Za-z_]\w*)|\[(\d{1,4})\]")


def text_at(value: Any, path: str) -> str | None:
    """The text at a JSON path of an answer, None where there is none.

    >>> text_at({"objects": [{"description": "A tree."}]}, "objects[0].description")
    'A tree.'
    >>> text_at({"text": "A tree."}, "objects") is None
    True
    """
    if not re.fullmatch(r"[A-Za-z_]\w*(\[\d{1,4}\]|\.[A-Za-z_]\w*)*", path):
        return None
    for name, place in _STEP.findall(path):
        try:
            value = value[name] if name else value[int(place)]
        except (KeyError, IndexError, TypeError):
            return None
    return value if isinstance(value, str) else None
