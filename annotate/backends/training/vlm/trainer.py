"""Makes new versions of a local vision-language model."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import JsonValue

from annotate.backends.base import BackendError
from annotate.backends.training.base import (
    Point,
    Report,
    Trained,
    Trainer,
    TrainerSettings,
    TrainingError,
    TrainingJob,
)
from annotate.backends.training.finetuning import templates
from annotate.backends.training.vlm.plan import Plan
from annotate.backends.training.vlm.process import said_by
from annotate.backends.training.vlm.settings import VlmTrainerSettings
from annotate.backends.transformers import library, loading, memory, places
from annotate.backends.transformers.settings import (
    PROMPT_IMAGE,
    PROMPT_OBJECT,
    PROMPT_OBJECT_IN_BOX,
)
from annotate.messages import Message

if TYPE_CHECKING:
    from annotate.backends.configured import Configured


class VlmTrainer(Trainer):
    """Trains an adapter, or all weights, in a process of its own."""

    settings: ClassVar[type[TrainerSettings]] = VlmTrainerSettings

    def problem(self, base: "Configured", settings: Any) -> Message | str | None:
        here = library.availability()
        if not here.available:
            return here.reason
        if not any(settings.shares().values()):
            return Message("every_task_left_out")
        try:
            loading.folders_of(base)
        except BackendError as fault:
            return fault.said
        except OSError as fault:
            return str(fault)
        return None

    def train(self, job: TrainingJob, report: Report) -> Trained:
        """See `Trainer.train`. Points come about once a second."""
        try:
            plan = plan_of(job)
        except BackendError as fault:
            raise TrainingError(fault.said) from fault
        memory.clear()  # what this process has loaded would be in the way on a graphics card
        last = Point(step=0, steps=0, message="Loading the model")
        report(last)
        facts: dict[str, Any] | None = None
        for said in said_by(plan):
            if said is None:
                # Not a point of the curve: only a sign of life, and a chance to be cancelled.
                report(last.model_copy(update={"loss": None, "held_out_loss": None}))
            elif said.problem is not None:
                raise TrainingError(said.problem)
            elif said.point is not None:
                last = said.point
                report(last)
            else:
                facts = said.facts
        if facts is None:
            raise TrainingError(Message("training_saved_nothing"))
        return Trained(settings=_questions(plan.settings), facts=facts)


def plan_of(job: TrainingJob) -> Plan:
    """Return the plan of a job: what to start from, and where everything lies."""
    settings = job.settings
    assert isinstance(settings, VlmTrainerSettings)  # noqa: S101
    own = loading.settings_of(job.base)
    folder, adapter = loading.folders_of(job.base)
    if settings.start == "base" and own.captioner:
        folder, adapter = places.find(own.captioner, job.base.environment.model_folders), None
    is_version = folder == job.base.artifact
    return Plan(
        snapshot=job.snapshot.resolve(),
        base=folder.resolve() if is_version else folder,
        base_name=own.captioner or folder.name,
        base_fingerprint=places.fingerprint(folder),
        adapter=_resolved(adapter),
        merge=is_version,
        parent=job.base.label or own.captioner,
        out=job.out.resolve(),
        work=job.work.resolve(),
        seed=job.seed,
        settings=settings,
    )


def _resolved(folder: Path | None) -> Path | None:
    return None if folder is None else folder.resolve()


def _questions(settings: VlmTrainerSettings) -> dict[str, JsonValue]:
    """Return how the new version is asked: in the words in which it was trained, where it was."""
    shares = settings.shares()
    changes: dict[str, JsonValue] = {}
    if shares["detailed_description"]:
        changes["prompt_image"] = PROMPT_IMAGE
    if shares["object_description"]:
        changes["objects_as"] = settings.objects_as
        boxed = settings.objects_as == "box"
        changes["prompt_object"] = PROMPT_OBJECT_IN_BOX if boxed else PROMPT_OBJECT
    if shares["grounded_label_list"]:
        changes["prompt_list"] = templates.GROUNDED_LABEL_LIST
    if changes:
        changes["longest_side"] = settings.longest_side
    return changes
