"""What the judgements of an answer come to: written when nobody judges it any more."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from annotate import kinds
from annotate.kinds.capabilities import Judges
from annotate.projects.recipes import StageSpec
from annotate.workflow import answers
from annotate.workflow.models import Annotation, Outcome, Purpose, Task
from annotate.workflow.selectors.annotations import judgements_of, standing
from annotate.workflow.services.transitions import Recorder


def aggregate(recorder: Recorder, stage: StageSpec, about_ids: Collection[int]) -> None:
    """Write the outcome of each of these answers on which nobody judges any more.

    The caller holds the lock on their sample's row, so that of two last judges one settles.
    Judgements that a lead has rejected do not count; an answer with none left has no outcome.
    """
    waiting = Task.objects.filter(
        about__in=about_ids, stage_key=stage.key, purpose=Purpose.WORK, state__in=Task.UNFINISHED
    )
    complete = set(about_ids) - set(waiting.values_list("about_id", flat=True))
    if not complete:
        return
    by_answer: dict[int | None, list[Annotation]] = defaultdict(list)
    for judgement in standing(judgements_of(complete, stage.key)):
        by_answer[judgement.about_id].append(judgement)
    for about_id in sorted(complete):
        _write_outcome(recorder, stage, about_id, by_answer[about_id])


def withdraw_outcomes(tasks: Iterable[Task]) -> None:
    """Take back the outcomes of answers that have something to be judged again."""
    about = {task.about_id for task in tasks if task.about_id is not None}
    if about:
        Outcome.objects.filter(annotation__in=about).delete()


def _write_outcome(
    recorder: Recorder, stage: StageSpec, about_id: int, judgements: list[Annotation]
) -> None:
    typed = [answers.typed(judgement) for judgement in judgements]
    kind = kinds.able(stage.kind_object, Judges)
    decision = kind.aggregate(typed, stage.kind_settings) if typed else None
    if decision is None:
        Outcome.objects.filter(annotation=about_id).delete()
        return
    Outcome.objects.update_or_create(
        annotation_id=about_id,
        defaults={
            "stage_key": stage.key,
            "kept": decision.kept,
            "numbers": decision.numbers,
            "at": recorder.at,
        },
    )
