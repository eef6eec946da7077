"""What people do in the tests of the workflow, said briefly."""

import uuid
from typing import Any

from annotate.core import errors
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import Recipe
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, Sample, Task
from annotate.workflow.shown_ids import shown_id

GREEN = "A tall tree stands alone in a wide green field."


def thing(key: str = "tree1", **changes: Any) -> dict[str, Any]:
    """One object of an answer: a tree unless told otherwise."""
    plain = {
        "id": key,
        "label": "tree",
        "box": {"x": 10, "y": 10, "width": 50, "height": 80},
        "description": "A tall tree.",
        "derived_from": [],
    }
    return plain | changes


TREE = thing()


def claim(project: Project, user: User, stage: str | None = None) -> Assignment:
    claimed = services.claim(project=project, annotator=user, stage_key=stage)
    assert claimed.assignment is not None, f"{user} got nothing: {claimed.reason}"
    return claimed.assignment


def why_nothing(project: Project, user: User, stage: str | None = None) -> str | None:
    claimed = services.claim(project=project, annotator=user, stage_key=stage)
    assert claimed.assignment is None, f"{user} was given task {claimed.assignment}"
    return claimed.reason


def as_shown(assignment: Assignment, answer: dict[str, Any]) -> dict[str, Any]:
    """The answer with the ids that this hand-out has for the parts of its base."""
    if assignment.base is None:
        return answer
    names = {
        part["id"]: shown_id(assignment.ids_key, part["id"])
        for parts in assignment.base.value.values()
        if isinstance(parts, list)
        for part in parts
    }

    def renamed(part: dict[str, Any]) -> dict[str, Any]:
        sources = [names.get(source, source) for source in part.get("derived_from", [])]
        return part | {"id": names.get(part["id"], part["id"]), "derived_from": sources}

    lists = {key: parts for key, parts in answer.items() if isinstance(parts, list)}
    return answer | {key: [renamed(part) for part in parts] for key, parts in lists.items()}


def submit(
    assignment: Assignment,
    answer: dict[str, Any] | None = None,
    *,
    key: uuid.UUID | None = None,
    seconds: float = 0,
    scratch: str = "",
) -> services.Submitted:
    held = fresh(assignment)
    return services.submit(
        assignment=held,
        key=key or uuid.uuid4(),
        answer=as_shown(held, {"objects": [TREE]} if answer is None else answer),
        active_seconds=seconds,
        scratch_reason=scratch,
    )


def work(
    project: Project, user: User, answer: dict[str, Any], stage: str, **more: Any
) -> Assignment:
    """Claim the next task of a stage and submit this answer."""
    assignment = claim(project, user, stage)
    submit(assignment, answer, **more)
    return fresh(assignment)


def mark(project: Project, user: User, *objects: dict[str, Any]) -> Assignment:
    """Do Task 1."""
    return work(project, user, {"objects": list(objects)}, "objects")


def describe(project: Project, user: User, text: str, **more: Any) -> Assignment:
    """Do one round of Task 2."""
    return work(project, user, {"text": text}, "description", **more)


def draft(
    assignment: Assignment, text: str, *, version: int, seconds: float = 0, scratch: str = ""
) -> Assignment:
    """Save a draft of a description."""
    return services.save_draft(
        assignment=fresh(assignment),
        version=version,
        answer={"text": text},
        active_seconds=seconds,
        scratch_reason=scratch,
    )


def fresh(assignment: Assignment) -> Assignment:
    """Return the assignment as a new request would read it."""
    return Assignment.objects.select_related("project", "task", "sample__image", "base").get(
        pk=assignment.pk
    )


def seed(sample: Sample, text: str, producer: str = "classical 1") -> Annotation:
    """Give a sample a model's description to start from."""
    return services.add_seed(
        project=sample.project,
        sample=sample,
        stage_key="description",
        value={"text": text},
        producer=producer,
    )


def use_recipe(project: Project, *stages: dict[str, Any], no_repeat: str = "sample") -> None:
    """Give a project, before its first sample, a recipe of these stages."""
    plain = {"title": "A stage", "kind": "description.v1"}
    raw = {
        "name": "mine",
        "version": 1,
        "title": "Mine",
        "no_repeat": no_repeat,
        "stages": [plain | stage for stage in stages],
    }
    project.recipe_data = Recipe.parse(raw).dump()
    project.save()
    project.__dict__.pop("recipe", None)


def stage_of(sample: Sample) -> tuple[str, str, int]:
    """Return (state, stage, round) of a sample as they are now."""
    sample.refresh_from_db()
    return sample.state, sample.stage_key, sample.round


def open_tasks(sample: Sample) -> list[tuple[str, int]]:
    """Return the (stage, index) of each task of a sample that waits for somebody."""
    found = Task.objects.filter(sample=sample, state=Task.State.OPEN)
    return list(found.order_by("index").values_list("stage_key", "index"))


def code_of(error: errors.AppError) -> str:
    return str(error.body()["error"]["code"])


def paths_of(error: errors.AppError) -> list[tuple[str, str]]:
    return [(field["path"], field["code"]) for field in error.body()["error"]["fields"]]
