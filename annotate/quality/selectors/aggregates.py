"""What the answers about each image say together (mission B9)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from annotate.analysis import agreement as measuring
from annotate.analysis.undefined import Undefined
from annotate.core import errors
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.selectors import works
from annotate.quality.selectors.works import Scope
from annotate.workflow.models import Assignment, Outcome, Sample
from annotate.workflow.selectors.views import image_json


def stage_to_aggregate(project: Project, key: str) -> StageSpec:
    """Return the stage asked for, else the first one that asks for captions, else the first."""
    stages = project.recipe.asked_stages
    if key:
        if key not in project.recipe.stage_keys:
            raise errors.Invalid.field(
                "stage", "unknown_stage", f"The project has no stage {key!r}."
            )
        return project.recipe.stage(key)
    return next((stage for stage in stages if stage.kind == "caption.v1"), stages[0])


def answered(project: Project, stage: StageSpec) -> QuerySet[Sample]:
    """Return the samples with an answer in a stage."""
    given = works.answers(project, stage, Scope()).filter(sample=OuterRef("pk")).order_by()
    found = Sample.objects.filter(Exists(given), project=project)
    return found.select_related("image").order_by("pk")


def aggregates_json(
    project: Project, stage: StageSpec, page: Sequence[Sample]
) -> list[dict[str, Any]]:
    """Return what the answers about each image say together; two queries in all."""
    ids = frozenset(sample.pk for sample in page)
    rows = works.answers(project, stage, Scope(sample_ids=ids)).select_related("answer")
    by_sample: dict[int, list[Assignment]] = {pk: [] for pk in ids}
    for row in rows.order_by("pk"):
        by_sample[row.sample_id].append(row)
    outcomes = _outcomes(ids) if stage.about is not None else {}
    return [
        {
            "sample": sample.pk,
            "image": image_json(sample.image),
            **_aggregate(stage, [_value(row) for row in by_sample[sample.pk]]),
            "outcomes": outcomes.get(sample.pk),
        }
        for sample in page
    ]


def _value(row: Assignment) -> dict[str, Any]:
    return row.answer.value if row.answer else {}


def _aggregate(stage: StageSpec, values: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    plain: dict[str, Any] = {"answers": len(values), "text_detected": None, "canned": None}
    plain |= {"difficulty": None, "votes": None}
    if stage.kind == "caption.v1":
        found = measuring.aggregate(
            canned=[value["canned"] for value in values],
            text=[value["text_detected"] for value in values],
        )
        said = {"yes": found.text_yes, "no": found.text_no}
        plain["text_detected"] = said | {"majority": _known(found.text_majority)}
        plain |= {"canned": found.canned, "difficulty": _known(found.difficulty)}
    if stage.kind == "vote.v1":
        plain["votes"] = {
            each["key"]: _votes([value["votes"].get(each["key"]) for value in values])
            for each in stage.settings["criteria"]
        }
    return plain


def _votes(votes: Sequence[bool | None]) -> dict[str, Any]:
    return {
        "yes": sum(vote is True for vote in votes),
        "no": sum(vote is False for vote in votes),
        "majority": _known(measuring.majority(votes)),
    }


def _known(value: Any) -> Any:
    return None if isinstance(value, Undefined) else value


def _outcomes(sample_ids: frozenset[int]) -> dict[int, dict[str, int]]:
    rows = (
        Outcome.objects.filter(annotation__sample__in=sample_ids)
        .order_by()
        .values("annotation__sample_id")
        .annotate(yes=Count("id", filter=Q(kept=True)), no=Count("id", filter=Q(kept=False)))
    )
    return {
        row["annotation__sample_id"]: {"kept": row["yes"], "dropped": row["no"]} for row in rows
    }
