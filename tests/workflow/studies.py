"""A project whose texts are brought in and judged, and what people do in it."""

from typing import Any

from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Sample
from tests.conftest import add_samples
from tests.workflow.acts import use_recipe

GOOD = {"metrics": [{"key": "good", "title": "Good"}]}


def use_study(
    project: Project, kind: str = "side_by_side.v1", *, raters: int = 3, **more: Any
) -> None:
    """Let a project have given texts judged on one metric."""
    texts = {"key": "texts", "kind": "texts.v1", "mode": "parallel", "given": True}
    rating = {
        "key": "rating",
        "kind": kind,
        "mode": "parallel",
        "rounds": raters,
        "about": "texts",
        "settings": GOOD,
    }
    use_recipe(project, texts, rating | more)
    project.recipe_data |= {"name": "likert" if kind == "likert.v1" else "side-by-side"}
    project.save()
    project.__dict__.pop("recipe", None)


def judged(score: int, why: str = "Because.") -> dict[str, Any]:
    return {"scores": {"good": {"score": score, "justification": why}}}


def pair(number: int = 0) -> dict[str, Any]:
    return {"texts": [f"Left text {number}.", f"Right text {number}."], "images": []}


def give(sample: Sample, *values: dict[str, Any]) -> list[Annotation]:
    """Bring in what is to be judged of a sample: one pair unless told otherwise."""
    return services.add_external(
        project=sample.project, sample=sample, stage_key="texts", values=values or [pair()]
    )


def add_pairs(project: Project, number: int, *, each: int = 1) -> list[Sample]:
    """Make open samples with so many pairs each."""
    samples = add_samples(project, number, opened=False)
    for sample in samples:
        give(sample, *(pair(place) for place in range(each)))
    services.open_samples(project=project, samples=samples)
    return samples
