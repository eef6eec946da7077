"""What a text could have been copied from: the instructions, and the person's other texts."""

from typing import NamedTuple

from annotate.analysis.text_rules import COPIES, Level
from annotate.kinds import AnyKind
from annotate.projects.models import Guideline
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Annotation, Assignment

# Who repeats a text does so within a few images; all of a long history would take long to compare.
MOST_EARLIER = 30


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


def _instructions(held: Assignment) -> tuple[str, ...]:
    newest = Guideline.objects.filter(project=held.project_id).order_by("-version")
    return tuple(newest.values_list("body", flat=True)[:1])


def _earlier(held: Assignment, stage: StageSpec) -> tuple[str, ...]:
    """Texts for other images: those beside it in the same HIT, then the last submitted."""
    kind = stage.kind_object
    others = Assignment.objects.filter(annotator=held.annotator_id).exclude(sample=held.sample_id)
    texts: list[str] = []
    if held.hit_id is not None:
        beside = others.filter(hit=held.hit_id, state=Assignment.State.LIVE, draft__isnull=False)
        for draft in beside.order_by("position").values_list("draft", flat=True):
            texts += _texts(kind, draft)
    submitted = others.filter(
        project=held.project_id,
        state=Assignment.State.SUBMITTED,
        answer__kind=stage.kind,
        answer__origin=Annotation.Origin.PERSON,
    )
    for value in submitted.order_by("-ended_at").values_list("answer__value", flat=True)[
        :MOST_EARLIER
    ]:
        texts += _texts(kind, value)
    return tuple(texts)


def _texts(kind: AnyKind, value: object) -> list[str]:
    return list(kind.texts(kind.Answer.model_validate(value, context={"draft": True})).values())
