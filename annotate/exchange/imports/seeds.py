"""Turn what rows say of their pictures into seeds or answers of the project's stages."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from annotate.analysis.text import clean_line
from annotate.core import errors
from annotate.exchange.imports.placing import Stages
from annotate.exchange.imports.rows import Row
from annotate.exchange.imports.said import (
    LONGEST_PRODUCER,
    Said,
    SaidObject,
    SaidText,
    placed,
    scale_of,
)
from annotate.exchange.models import Import
from annotate.images.archives import RowError
from annotate.images.intake import Facts
from annotate.kinds.capabilities import Captions, MarksObjects, WritesImageText
from annotate.projects.recipes import StageSpec
from annotate.seeding import services as seeding
from annotate.workflow import services as workflow
from annotate.workflow.models import Sample


class Value(NamedTuple):
    stage: StageSpec
    answer: Any


Planned = Sequence[tuple[int, "Plan"]]


class Giver(Protocol):
    """Writes what rows say of their pictures as one kind of thing."""

    def plan(self, row: Row, facts: Facts) -> "Plan":
        """What a row has to give; raises RowError where its stages cannot take it."""

    def give(self, plans: Planned) -> Counter[str]:
        """Write plans down by the keys of their images; return what came of them."""


@dataclass
class Plan:
    """What one row has to give, as values its stages take; `left` counts what they do not."""

    producer: str = ""
    values: list[Value] = field(default_factory=list)
    left: Counter[str] = field(default_factory=Counter)

    @property
    def is_empty(self) -> bool:
        return not self.values


class SeedGiver:
    """Gives what rows say as what people start from."""

    def __init__(self, import_: Import, format_: str) -> None:
        self._project = import_.project
        self._stages = Stages.of(import_)

    def plan(self, row: Row, facts: Facts) -> Plan:
        said = row.said or Said()
        plan = Plan(clean_line(said.producer)[:LONGEST_PRODUCER] or "imported")
        if said.objects:
            self._plan_objects(plan, said, facts)
        if said.texts:
            self._plan_text(plan, said.texts, facts)
        return plan

    def _plan_objects(self, plan: Plan, said: Said, facts: Facts) -> None:
        stage = self._stages.objects
        if stage is None:
            plan.left["left_no_stage_for_objects"] += len(said.objects)
            return
        value, path = objects_value(stage, said, facts, plan.left)
        if value is not None:
            plan.values.append(_value(stage, value, "objects", path, facts))

    def _plan_text(self, plan: Plan, texts: Sequence[SaidText], facts: Facts) -> None:
        stage = self._stages.text
        if stage is None:
            plan.left["left_no_stage_for_texts"] += len(texts)
            return
        plan.left["left_more_texts"] += len(texts) - 1
        plan.values.append(_value(stage, text_value(stage, texts[0]), "text", "text", facts))

    def give(self, plans: Planned) -> Counter[str]:
        wanted = {image_id: plan for image_id, plan in plans if plan.values}
        if not wanted:
            return Counter()
        samples = Sample.objects.filter(image__in=wanted).values_list("pk", "image_id")
        seeds = [
            workflow.NewSeed(pk, value.stage, value.answer, wanted[image_id].producer)
            for pk, image_id in samples.order_by("pk")
            for value in wanted[image_id].values
        ]
        return Counter(given=len(seeding.take_seeds(project=self._project, seeds=seeds)))


def text_value(stage: StageSpec, text: SaidText) -> dict[str, Any]:
    """A text as an answer of a stage that wants one."""
    kind = stage.kind_object
    if isinstance(kind, Captions):
        value: dict[str, Any] = {
            "text": text.text,
            "text_detected": text.text_detected,
            "quality_issues": [],
            "quality_other": "",
        }
        return kind.released(value, stage.settings, canned=text.canned)
    path = kind.text_path if isinstance(kind, WritesImageText) else ""
    return {path: text.text}


def objects_value(
    stage: StageSpec, said: Said, facts: Facts, left: Counter[str]
) -> tuple[dict[str, Any] | None, str]:
    """Objects as an answer of a stage for them, and the path of its list.

    None where no object has a place in the picture; `left` counts those that have none.
    """
    kind = stage.kind_object
    path = kind.objects_path if isinstance(kind, MarksObjects) else ""
    objects = _placed(said, facts)
    left["left_outside"] += len(said.objects) - len(objects)
    return ({path: objects} if objects else None), path


def _value(stage: StageSpec, value: object, named: str, path: str, facts: Facts) -> Value:
    try:
        answer = workflow.seed_value(stage, value, width=facts.width, height=facts.height)
    except errors.Invalid as wrong:
        field = wrong.fields[0]
        at = field.path.replace(path, named, 1) if path else field.path
        raise RowError(at, field.as_message(), code=field.code) from None
    return Value(stage, answer)


def _placed(said: Said, facts: Facts) -> list[dict[str, Any]]:
    """The objects that have a place in the picture, with ids that are the same at every import."""
    scale = scale_of(said.frame, facts.width, facts.height)
    boxes = [
        (each, placed(each.corners, scale, facts.width, facts.height)) for each in said.objects
    ]
    return [
        {
            "id": _id(f"{facts.sha256}/{place}", each),
            "label": each.label,
            "box": box.model_dump(),
            "description": each.description,
            "derived_from": [],
        }
        for place, (each, box) in enumerate(boxes)
        if box is not None
    ]


def _id(place: str, each: SaidObject) -> str:
    named = f"{place}/{each.label}/{each.corners}"
    return hashlib.blake2b(named.encode("utf-8", "replace"), digest_size=6).hexdigest()
