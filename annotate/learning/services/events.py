"""Write the timeline of learning: what the loop, or somebody, did."""

from typing import Any, Literal

from annotate.backends.traces import clean
from annotate.learning.models import LoopEvent, TrainingRun
from annotate.messages import Message
from annotate.people.models import User
from annotate.seeding.hooks import Served
from annotate.seeding.models import ModelVersion, SeedingRun

# Beside "promoted" and "rolled_back", which `about_serving` writes.
Verb = Literal[
    "loop_changed",
    "training_started",
    "training_resumed",
    "training_not_started",
    "training_waiting",
    "training_failed",
    "training_cancelled",
    "version_trained",
    "decided",
    "seeds_refreshed",
    "seeds_not_refreshed",
]


def kept(name: str, message: Message) -> dict[str, Any]:
    """What an event keeps of a message: the English text, and what it is made of."""
    return {name: str(message), f"{name}_message": clean(message.to_json())}


def about_training(
    verb: Verb, run: TrainingRun, *, actor: User | None = None, **data: Any
) -> LoopEvent:
    """Write down what became of a training; call it in the transaction that does it."""
    return LoopEvent.objects.create(
        project_id=run.project_id,
        verb=verb,
        connection_id=run.connection_id,
        training=run,
        version_id=run.version_id,
        data=data,
        actor=actor,
    )


def about_serving(served: Served) -> LoopEvent:
    return LoopEvent.objects.create(
        project_id=served.version.project_id,
        verb=served.verb,
        connection_id=served.version.connection_id,
        version=served.version,
        data={"reason": served.reason, "before": served.before},
        actor=served.actor,
        at=served.at,
    )


def about_refresh(
    version: ModelVersion,
    seeding: SeedingRun | None,
    *,
    actor: User | None,
    problem: Message | None = None,
) -> LoopEvent:
    """Write down that unstarted samples get new seeds, or why they do not."""
    data = {"samples": seeding.items.count()} if seeding else {}
    if problem is not None:
        data |= kept("problem", problem)
    return LoopEvent.objects.create(
        project_id=version.project_id,
        verb="seeds_refreshed" if seeding else "seeds_not_refreshed",
        connection_id=version.connection_id,
        version=version,
        seeding=seeding,
        data=data,
        actor=actor,
    )
