"""How far independent answers agree (mission B9).

Figures over a whole stage are taken over at most `MEASURED` images, drawn by the project's seed
where there are more: that bounds memory and time, and the answer says so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Count, Q

from annotate import kinds
from annotate.analysis import agreement as measuring
from annotate.analysis.agreement import Measure
from annotate.analysis.quality.sampling import random_sample
from annotate.analysis.undefined import Undefined
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.selectors import works
from annotate.quality.selectors.people import number, why_not
from annotate.quality.selectors.queue import stage_json
from annotate.quality.selectors.works import Scope
from annotate.workflow.models import Outcome

MEASURED = 2_000
AT_ONCE = 500

BUILD_ON_ANOTHER = Undefined(
    "The rounds of this stage build on one another; agreement needs answers that do not."
)
NOTHING_SETTLED = Undefined("Nothing has been settled by majority yet.")
Item = list[Any]


def agreement(project: Project) -> dict[str, Any]:
    """Return for each stage how far people agree; what has no value says why."""
    return {
        "stages": [
            {
                **stage_json(project, stage.key),
                "measures": [_measure_json(measure) for measure in measures(project, stage)],
            }
            for stage in project.recipe.asked_stages
        ]
    }


def measures(project: Project, stage: StageSpec) -> list[Measure]:
    """Return all figures of one stage."""
    if stage.mode == "sequential" and stage.about is None:
        return [
            Measure(
                name="agreement",
                title="Agreement",
                value=BUILD_ON_ANOTHER,
                n=0,
                explanation="Agreement is measured where people answer side by side.",
            )
        ]
    ids, note = _measured(project)
    items = list(_items(project, stage, ids))
    found = [*_of_kind(stage, items), *_settled(project, stage)]
    return [_noted(measure, note) for measure in found]


def _of_kind(stage: StageSpec, items: Sequence[Item]) -> list[Measure]:
    match stage.kind:
        case "caption.v1":
            return [
                *measuring.caption_measures(
                    [[value["text"] for value in item if not value["canned"]] for item in items]
                ),
                *measuring.label_measures(
                    "text_detected",
                    "Text in the image",
                    [[value["text_detected"] for value in item] for item in items],
                ),
                *measuring.label_measures(
                    "canned", "Canned text", [[value["canned"] for value in item] for item in items]
                ),
            ]
        case "vote.v1":
            criteria = {each["key"]: each["title"] for each in stage.settings["criteria"]}
            votes = [[value["votes"] for value in item] for item in items]
            return measuring.vote_measures(criteria, votes)
        case "side_by_side.v1" | "likert.v1":
            return _of_scores(stage, items)
        case "description.v1":
            return measuring.caption_measures([[value["text"] for value in item] for item in items])
        case "objects.v1" | "ocr.v1":
            return measuring.box_measures([[_boxes(stage, value) for value in i] for i in items])
    return []


def _of_scores(stage: StageSpec, items: Sequence[Item]) -> list[Measure]:
    """Return how far scores agree, metric by metric.

    Left and right say nothing about the sources, so of comparisons only what does not hang on the
    side is told: pairs that agree. Alpha is on the page of the study, which knows the sides.
    """
    found: list[Measure] = []
    for metric in stage.settings["metrics"]:
        scores = [
            [value["scores"].get(metric["key"], {}).get("score") for value in item]
            for item in items
        ]
        alpha, *others = measuring.label_measures(metric["key"], metric["title"], scores)
        if stage.kind == "likert.v1":
            found.append(_ordinal(alpha, scores))
        found += others
    return found


def _ordinal(alpha: Measure, scores: Sequence[Sequence[int | None]]) -> Measure:
    """Return the same figure for scores that have an order."""
    explanation = "Agreement beyond chance: 1 perfect, 0 what chance gives, ordinal scores."
    value = measuring.ordinal_alpha(scores)
    return replace(alpha, value=value, explanation=explanation)


def _boxes(stage: StageSpec, value: dict[str, Any]) -> list[Any]:
    answer = kinds.get(stage.kind).Answer.model_validate(value)
    named = "objects" if stage.kind == "objects.v1" else "tokens"
    return [each.box for each in getattr(answer, named)]


def _settled(project: Project, stage: StageSpec) -> list[Measure]:
    """Return which share of the judged answers the votes of this stage have kept."""
    if stage.kind != "vote.v1":
        return []
    counted = Outcome.objects.filter(annotation__project=project, stage_key=stage.key).aggregate(
        all=Count("id"), yes=Count("id", filter=Q(kept=True))
    )
    value = counted["yes"] / counted["all"] if counted["all"] else NOTHING_SETTLED
    return [
        Measure(
            name="kept",
            title="Answers kept by majority",
            value=value,
            n=counted["all"],
            explanation="Share of the judged answers with a majority of yes on every criterion.",
        )
    ]


def _measured(project: Project) -> tuple[Sequence[int], str]:
    """Return the ids of the samples that are measured, and a word where those are not all."""
    ids = list(project.samples.order_by("pk").values_list("pk", flat=True))
    if len(ids) <= MEASURED:
        return ids, ""
    drawn = random_sample(ids, count=MEASURED, seed=project.seed)
    note = f" Over {MEASURED:,} of {len(ids):,} images, drawn by chance with the project's seed."
    return sorted(int(pk) for pk in drawn), note


def _items(project: Project, stage: StageSpec, ids: Sequence[int]) -> Iterator[Item]:
    """Yield the values that belong together: about one image, or about one judged answer."""
    for start in range(0, len(ids), AT_ONCE):
        some = frozenset(ids[start : start + AT_ONCE])
        rows = (
            works.answers(project, stage, Scope(sample_ids=some))
            .order_by("sample_id", "answer__about_id", "pk")
            .values_list("sample_id", "answer__about_id", "answer__value")
        )
        for _, group in groupby(rows.iterator(chunk_size=1_000), key=itemgetter(0, 1)):
            yield [value for _, _, value in group]


def _noted(measure: Measure, note: str) -> Measure:
    return Measure(
        name=measure.name,
        title=measure.title,
        value=measure.value,
        n=measure.n,
        explanation=measure.explanation + note,
    )


def _measure_json(measure: Measure) -> dict[str, Any]:
    return {
        "name": measure.name,
        "title": measure.title,
        "value": number(measure.value),
        "undefined": why_not(measure.value),
        "n": measure.n,
        "explanation": measure.explanation,
    }
