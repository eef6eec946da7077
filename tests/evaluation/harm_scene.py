"""Finished images with what people and models said of them, and measurements of their harms."""

from typing import Any

from annotate.core.clock import now
from annotate.evaluation.harm_models import HarmRun
from annotate.evaluation.services import harms
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.seeding.models import Arm, ModelVersion, SeedOutcome, SeedRecord
from annotate.seeding.services import connections
from annotate.workflow.models import Annotation, Sample
from tests.conftest import add_samples
from tests.evaluation.texts_scene import run_jobs
from tests.workflow.acts import use_recipe

# Of an image of 400 by 300: a fifth of it, and a hundredth.
LARGE = {"x": 0, "y": 0, "width": 120, "height": 200}
SMALL = {"x": 0, "y": 0, "width": 40, "height": 30}
CAPTIONS = {"key": "caption", "title": "Caption", "kind": "caption.v1", "mode": "parallel"}


def harms_recipe(project: Project) -> None:
    use_recipe(
        project,
        {"key": "objects", "title": "Objects", "kind": "objects.v1", "seeded": True},
        {"key": "description", "title": "Description", "rounds": 2, "seeded": True},
    )


def thing(label: str, description: str = "", box: Any = LARGE) -> dict[str, Any]:
    return {"id": label, "label": label, "box": box, "description": description, "derived_from": []}


def finished(
    project: Project,
    author: User,
    *,
    things: Any = (),
    seen: Any = (),
    texts: Any = (),
    seed: str = "",
    seeded: bool | None = None,
) -> Sample:
    """An image that is done: its objects, a detector's, its texts round by round, and a seed."""
    (sample,) = add_samples(project, 1)
    Sample.objects.filter(pk=sample.pk).update(state=Sample.State.DONE)
    said = [
        *([("objects", 0, {"objects": list(seen)})] if seen else []),
        *([("objects", 1, {"objects": list(things)})] if things else []),
        *([("description", 0, {"text": seed})] if seed else []),
        *(("description", at, {"text": text}) for at, text in enumerate(texts, start=1)),
    ]
    for stage, index, value in said:
        is_person = index > 0
        Annotation.objects.create(
            project=project,
            sample=sample,
            stage_key=stage,
            kind=f"{stage}.v1",
            index=index,
            origin=Annotation.Origin.PERSON if is_person else Annotation.Origin.MODEL,
            author=author if is_person else None,
            value=value,
        )
    if seeded is not None:
        Arm.objects.create(project=project, sample=sample, seeded=seeded, share=0.5)
    return sample


def measured(project: Project, candidate: str, truth: str | None = None, **options: Any) -> HarmRun:
    """Have a stage measured, and wait for it."""
    run = harms.start(
        project=project,
        actor=project.created_by,
        candidate=candidate,
        truth=truth,
        **options,
    )
    run_jobs()
    return HarmRun.objects.select_related("project", "job").get(pk=run.pk)


def version_in(project: Project, number: int = 0) -> ModelVersion:
    """A version of the first connection of a project."""
    connections.ensure_built_in(project)
    first = project.model_versions.order_by("pk")[0]
    found, _ = ModelVersion.objects.get_or_create(
        project=project, connection=first.connection, number=number
    )
    return found


def written_by(version: ModelVersion, sample: Sample, stage: str = "description") -> None:
    """Say that a version wrote the newest seed of a sample, and that people began with it."""
    seed = sample.annotations.filter(stage_key=stage, index=0).latest("pk")
    SeedRecord.objects.create(annotation=seed, sample=sample, stage_key=stage, version=version)
    SeedOutcome.objects.create(
        project=version.project,
        sample=sample,
        stage_key=stage,
        seed=seed,
        version=version,
        rounds=2,
        active_seconds=1,
        first_seconds=1,
        tokens=4,
        finished_at=now(),
    )
