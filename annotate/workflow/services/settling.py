"""What the judgements of an answer come to, once all of them are in."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from annotate.projects.recipes import StageSpec
from annotate.workflow import answers
from annotate.workflow.models import Annotation, Outcome, Purpose, Task
from annotate.workflow.selectors.annotations import judgements_of, standing
from annotate.workflow.services.advancing import UNFINISHED
from annotate.workflow.services.transitions import Recorder


def settle(recorder: Recorder, stage: StageSpec, about_ids: Collection[int]) -> None:
    """Write the outcome of each of these answers on which nobody judges any more.

    The caller holds the lock on their sample's row, so that of two last judges one settles.
    Judgements that a lead has rejected do not count; an answer with none left has no outcome.
    """
    waiting = Task.objects.filter(
        about__in=about_ids, stage_key=stage.key, purpose=Purpose.WORK, state__in=UNFINISHED
    )
    complete = set(about_ids) - set(waiting.values_list("about_id", flat=True))
    if not complete:
        return
    given: dict[int | None, list[Annotation]] = defaultdict(list)
    for judgement in standing(judgements_of(complete, stage.key)):
        given[judgement.about_id].append(judgement)
    for about_id in sorted(complete):
        _decide(recorder, stage, about_id, given[about_id])


def unsettle(tasks: Iterable[Task]) -> None:
    """Take back the outcomes of answers that have something to be judged again."""
    about = {task.about_id for task in tasks if task.about_id is not None}
    if about:
        Outcome.objects.filter(annotation__in=about).delete()


def _decide(
    recorder: Recorder, stage: StageSpec, about_id: int, judgements: list[Annotation]
) -> None:
    settled = None
    if judgements:
        typed = [answers.typed(judgement) for judgement in judgements]
        settled = answers.kind_of(stage).settle(typed, stage.kind_settings)
    if settled is None:
        Outcome.objects.filter(annotation=about_id).delete()
        return
    Outcome.objects.update_or_create(
        annotation_id=about_id,
        defaults={
            "stage_key": stage.key,
            "kept": settled.kept,
            "numbers": settled.numbers,
            "at": recorder.at,
        },
    )
