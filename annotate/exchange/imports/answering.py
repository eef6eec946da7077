"""Bring texts of rows in as finished answers of nobody in particular."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Max

from annotate.core import bulk, errors
from annotate.exchange.imports.rows import Row
from annotate.exchange.imports.said import Said, SaidText
from annotate.exchange.imports.seeds import Plan, Value, text_value
from annotate.exchange.models import Import, ImportedAnswer
from annotate.images.archives import RowError
from annotate.images.intake import Facts
from annotate.projects.recipes import StageSpec
from annotate.workflow import answers as parsing
from annotate.workflow.models import Annotation, Purpose, Sample


class _Answer(NamedTuple):
    sample_id: int
    value: Value
    text: SaidText
    key: str
    producer: str


@dataclass
class AnswerPlan(Plan):
    """The texts behind the values, in their order."""

    texts: tuple[SaidText, ...] = ()


class AnswerGiver:
    """Gives texts as captions beside those that are collected here; each comes in once."""

    def __init__(self, import_: Import, format_: str) -> None:
        self._import, self._format = import_, format_
        self._stage: StageSpec = import_.project.recipe.stage(import_.stage_key)

    def plan(self, row: Row, facts: Facts) -> AnswerPlan:
        said = row.said or Said()
        plan = AnswerPlan(said.producer or self._format)
        plan.left["left_objects_no_answers"] += len(said.objects)
        plan.texts = said.texts
        plan.values = [
            Value(self._stage, _answer(self._stage, text, f"captions[{place}]"))
            for place, text in enumerate(said.texts)
        ]
        return plan

    def give(self, plans: Sequence[tuple[int, Plan]]) -> Counter[str]:
        wanted = {key: plan for key, plan in plans if isinstance(plan, AnswerPlan) and plan.values}
        if not wanted:
            return Counter()
        samples = Sample.objects.filter(image__in=wanted).exclude(state=Sample.State.WITHDRAWN)
        named = samples.order_by("pk").values_list("pk", "image_id", "image__external_id")
        answers = [
            answer
            for pk, image_id, external_id in named
            for answer in _answers(pk, external_id, wanted[image_id])
        ]
        known = ImportedAnswer.objects.filter(
            project=self._import.project, key__in=[answer.key for answer in answers]
        )
        there = set(known.values_list("key", flat=True))
        fresh = {answer.key: answer for answer in answers if answer.key not in there}
        self._write(list(fresh.values()))
        return Counter(given=len({answer.sample_id for answer in fresh.values()}))

    def _write(self, answers: Sequence[_Answer]) -> None:
        numbers = self._numbers({answer.sample_id for answer in answers})
        rows = []
        for pk, answer in zip(bulk.keys(Annotation, len(answers)), answers, strict=True):
            numbers[answer.sample_id] += 1
            rows.append(self._annotation(pk, answer, numbers[answer.sample_id]))
        bulk.insert(Annotation, rows)
        ImportedAnswer.objects.bulk_create(
            ImportedAnswer(
                project=self._import.project,
                annotation=row,
                of=self._import,
                key=answer.key,
                detail=dict(answer.text.detail),
            )
            for row, answer in zip(rows, answers, strict=True)
        )

    def _numbers(self, sample_ids: set[int]) -> Counter[int]:
        """The highest number of an imported answer of each sample."""
        earlier = Annotation.objects.filter(
            sample__in=sample_ids, stage_key=self._stage.key, origin=Annotation.Origin.IMPORT
        )
        return Counter(dict(earlier.values_list("sample").annotate(highest=Max("index"))))

    def _annotation(self, pk: int, answer: _Answer, index: int) -> Annotation:
        kind = self._stage.kind_object
        return Annotation(
            pk=pk,
            project=self._import.project,
            sample_id=answer.sample_id,
            stage_key=self._stage.key,
            index=index,
            kind=self._stage.kind,
            origin=Annotation.Origin.IMPORT,
            purpose=Purpose.WORK,
            producer=answer.producer,
            value=kind.dump(answer.value.answer),
            measures={"self": kind.measure(answer.value.answer)},
        )


def _answers(sample_id: int, external_id: str, plan: AnswerPlan) -> list[_Answer]:
    """The answers of one sample; a text that was given twice has two keys."""
    met = Counter[str]()
    answers = []
    for value, text in zip(plan.values, plan.texts, strict=True):
        met[text.text] += 1
        content = f"{external_id}/{text.text}".encode("utf-8", "replace")
        key = f"import/{hashlib.sha256(content).hexdigest()[:32]}/{met[text.text]}"
        answers.append(_Answer(sample_id, value, text, text.key[:500] or key, plan.producer))
    return answers


def _answer(stage: StageSpec, text: SaidText, path: str) -> Any:
    try:
        return parsing.parsed(stage, text_value(stage, text))
    except errors.Invalid as wrong:
        field = wrong.fields[0]
        raise RowError(path, field.as_message(), code=field.code) from None
