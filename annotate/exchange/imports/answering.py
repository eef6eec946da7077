"""Bring objects and texts of rows in as finished answers of nobody in particular."""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import Max

from annotate.core import bulk, errors
from annotate.exchange.imports.placing import Stages
from annotate.exchange.imports.rows import Row
from annotate.exchange.imports.said import Said, SaidText
from annotate.exchange.imports.seeds import Plan, Planned, Value, objects_value, text_value
from annotate.exchange.models import Import, ImportedAnswer
from annotate.images.archives import RowError
from annotate.images.intake import Facts
from annotate.kinds.capabilities import Captions
from annotate.messages import Message
from annotate.projects.recipes import StageSpec
from annotate.workflow import answers as parsing
from annotate.workflow import services as workflow
from annotate.workflow.models import Annotation, Purpose


class _Given(NamedTuple):
    """One answer; `content` tells it from others, unless its release numbers it: `key`."""

    value: Value
    content: str
    key: str
    detail: dict[str, Any]


class _Answer(NamedTuple):
    sample_id: int
    given: _Given
    key: str
    producer: str


@dataclass
class AnswerPlan(Plan):
    given: list[_Given] = field(default_factory=list)


class AnswerGiver:
    """Gives answers beside those that are collected here; each comes in once.

    Of a stage in rounds a picture gets one at most, and none where work on it has begun.
    """

    def __init__(self, import_: Import, format_: str) -> None:
        self._import, self._format = import_, format_
        self._stages = Stages.of(import_)

    def plan(self, row: Row, facts: Facts) -> AnswerPlan:
        said = row.said or Said()
        plan = AnswerPlan(said.producer or self._format)
        if said.objects:
            self._plan_objects(plan, said, facts)
        if said.texts:
            self._plan_texts(plan, said.texts)
        plan.values = [given.value for given in plan.given]
        return plan

    def _plan_objects(self, plan: AnswerPlan, said: Said, facts: Facts) -> None:
        stage = self._stages.objects
        if stage is None:
            plan.left["left_no_answers_of_objects"] += len(said.objects)
            return
        for place, each in enumerate(said.objects):
            if not each.label.strip():
                raise RowError(f"objects[{place}].label", Message("label_empty"))
        raw, path = objects_value(stage, said, facts, plan.left)
        if raw is not None:
            answer = _parsed(stage, raw, path, "objects")
            content = json.dumps(raw, sort_keys=True)
            plan.given.append(_Given(Value(stage, answer), f"{stage.key}/{content}", "", {}))

    def _plan_texts(self, plan: AnswerPlan, texts: Sequence[SaidText]) -> None:
        stage = self._stages.text
        if stage is None:
            plan.left["left_no_answers_of_texts"] += len(texts)
            return
        if stage.in_rounds:
            plan.left["left_more_finished_texts"] += len(texts) - 1
            texts = texts[:1]
        are_captions = isinstance(stage.kind_object, Captions)
        for place, text in enumerate(texts):
            named = f"captions[{place}]" if are_captions else "text"
            answer = _parsed(stage, text_value(stage, text), "text", named)
            value = Value(stage, answer)
            plan.given.append(_Given(value, text.text, text.key, dict(text.detail)))

    def give(self, plans: Planned) -> Counter[str]:
        wanted = {key: plan for key, plan in plans if isinstance(plan, AnswerPlan) and plan.given}
        if not wanted:
            return Counter()
        samples = workflow.lock_samples_of(project=self._import.project, image_ids=wanted)
        answers = [
            answer
            for sample in samples
            for answer in _answers(sample.pk, sample.image.external_id, wanted[sample.image_id])
        ]
        fresh, left = self._free(self._unknown(answers))
        self._write(fresh)
        given = {answer.sample_id for answer in fresh}
        workflow.finish_answered(project=self._import.project, sample_ids=given)
        return Counter({"given": len(given), "left_begun": left})

    def _unknown(self, answers: Sequence[_Answer]) -> list[_Answer]:
        """Those that did not come in before."""
        known = ImportedAnswer.objects.filter(
            project=self._import.project, key__in=[answer.key for answer in answers]
        )
        there = set(known.values_list("key", flat=True))
        return list({answer.key: answer for answer in answers if answer.key not in there}.values())

    def _free(self, answers: Sequence[_Answer]) -> tuple[list[_Answer], int]:
        """Those for which there is a place, and how many have none."""
        stages = {answer.given.value.stage.key: answer.given.value.stage for answer in answers}
        free = {
            key: workflow.free_of_work(
                sample_ids={a.sample_id for a in answers if a.given.value.stage.key == key},
                stage=stage,
            )
            for key, stage in stages.items()
            if stage.in_rounds
        }
        fresh = [
            answer
            for answer in answers
            if answer.sample_id in free.get(answer.given.value.stage.key, {answer.sample_id})
        ]
        return fresh, len(answers) - len(fresh)

    def _write(self, answers: Sequence[_Answer]) -> None:
        numbers = self._numbers({answer.sample_id for answer in answers})
        rows = []
        for pk, answer in zip(bulk.keys(Annotation, len(answers)), answers, strict=True):
            place = answer.sample_id, answer.given.value.stage.key
            numbers[place] += 1
            rows.append(self._annotation(pk, answer, numbers[place]))
        bulk.insert(Annotation, rows)
        ImportedAnswer.objects.bulk_create(
            ImportedAnswer(
                project=self._import.project,
                annotation=row,
                of=self._import,
                key=answer.key,
                detail=answer.given.detail,
            )
            for row, answer in zip(rows, answers, strict=True)
        )
        workflow.refresh_documents({row.sample_id for row in rows})

    def _numbers(self, sample_ids: set[int]) -> defaultdict[tuple[int, str], int]:
        """The highest number of an imported answer of each sample and stage."""
        earlier = Annotation.objects.filter(
            sample__in=sample_ids, origin=Annotation.Origin.IMPORT, purpose=Purpose.WORK
        )
        rows = earlier.values_list("sample", "stage_key").annotate(highest=Max("index"))
        return defaultdict(int, {(sample, key): highest for sample, key, highest in rows})

    def _annotation(self, pk: int, answer: _Answer, index: int) -> Annotation:
        stage, value = answer.given.value
        kind = stage.kind_object
        return Annotation(
            pk=pk,
            project=self._import.project,
            sample_id=answer.sample_id,
            stage_key=stage.key,
            index=index,
            kind=stage.kind,
            origin=Annotation.Origin.IMPORT,
            purpose=Purpose.WORK,
            producer=answer.producer,
            value=kind.dump(value),
            measures={"self": kind.measure(value)},
        )


def _answers(sample_id: int, external_id: str, plan: AnswerPlan) -> list[_Answer]:
    """The answers of one sample; a text that was given twice has two keys."""
    met = Counter[str]()
    answers = []
    for given in plan.given:
        met[given.content] += 1
        content = f"{external_id}/{given.content}".encode("utf-8", "replace")
        key = f"import/{hashlib.sha256(content).hexdigest()[:32]}/{met[given.content]}"
        answers.append(_Answer(sample_id, given, given.key[:500] or key, plan.producer))
    return answers


def _parsed(stage: StageSpec, value: object, path: str, named: str) -> Any:
    """An answer that has the shape of its kind; no more is asked of what was accepted elsewhere."""
    try:
        return parsing.parsed(stage, value)
    except errors.Invalid as wrong:
        field = wrong.fields[0]
        at = field.path.replace(path, named, 1) if named == "objects" else named
        raise RowError(at, field.as_message(), code=field.code) from None
