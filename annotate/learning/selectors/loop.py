"""What people are told about the loop: its settings, where it is, and its timeline in sentences."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet

from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.learning import schemas
from annotate.learning.models import Loop, LoopEvent, TrainingRun
from annotate.learning.promotion import METRICS
from annotate.learning.selectors.training import shown_training, trainings
from annotate.messages import Message, UnknownMessageError
from annotate.people.schemas import Person
from annotate.projects.models import Project
from annotate.seeding.models import SeedingRun
from annotate.seeding.schemas import VersionBrief
from annotate.workflow.selectors import count_done

Name = Message | str

# In the order in which they are said.
_SETTINGS = (
    "connection",
    "is_on",
    "batch_size",
    "promotion",
    "metric",
    "margin",
    "fewest_held_out",
    "held_out_share",
    "training",
)


def sentence_of(event: LoopEvent) -> Message:
    """What happened; of an event no longer known, its name."""
    say = _SENTENCES.get(event.verb)
    if say is None:
        return Message("event_by_name", name=event.verb.replace("_", " ").capitalize())
    return say(event)


def _who(event: LoopEvent, otherwise: str = "the_loop") -> Name:
    return event.actor.called if event.actor else Message(otherwise)


def _model(event: LoopEvent) -> Name:
    return event.connection.name if event.connection else Message("the_model")


def _version(event: LoopEvent) -> Name:
    return event.version.label if event.version else Message("the_version")


def _samples(event: LoopEvent) -> int:
    return int(event.data.get("samples") or 0)


def _stored(event: LoopEvent, name: str) -> Name:
    """A message that the event keeps; its English text where no catalogue has the code any more."""
    stored = event.data.get(f"{name}_message")
    try:
        if stored is not None:
            return Message.from_json(stored)
    except UnknownMessageError:
        pass
    return event.data.get(name) or Message("unknown_cause")


def _changed(event: LoopEvent) -> Message:
    who = _who(event, "somebody_at_the_server")
    if set(event.data) == {"is_on"}:
        return Message("loop_turned_on" if event.data["is_on"] else "loop_paused", who=who)
    settings = [Message(f"loop_setting_{name}") for name in _SETTINGS if name in event.data]
    return Message("loop_changed", who=who, settings=settings)


def _started(event: LoopEvent) -> Message:
    count, model = _samples(event), _model(event)
    if event.data.get("reason") == "batch":
        return Message("training_of_batch", model=model, count=count)
    who = _who(event, "somebody_at_the_server")
    return Message("training_started", who=who, model=model, count=count)


def _trained(event: LoopEvent) -> Message:
    code = "version_trained_elsewhere" if event.data.get("elsewhere") else "version_trained"
    return Message(code, version=_version(event), model=_model(event))


def _decided(event: LoopEvent) -> Message:
    code = "version_takes_over" if event.data.get("promoted") else "version_does_not_take_over"
    return Message(code, version=_version(event), reason=_stored(event, "reason"))


def _promoted(event: LoopEvent) -> Message:
    who, version, before = _who(event), _version(event), event.data.get("before")
    if not before:
        return Message("version_promoted", who=who, version=version)
    by_settings = event.data.get("reason") == "settings"
    # By itself it says why in the event before.
    code = "version_promoted_by_settings" if by_settings else "version_promoted_instead"
    return Message(code, who=who, version=version, before=before)


def _rolled_back(event: LoopEvent) -> Message:
    before = event.data.get("before") or Message("the_version_after")
    return Message("version_rolled_back", who=_who(event), before=before, version=_version(event))


def _about_model(code: str, *, problem: bool = False) -> Callable[[LoopEvent], Message]:
    def say(event: LoopEvent) -> Message:
        values: dict[str, Any] = {"problem": _stored(event, "problem")} if problem else {}
        return Message(code, model=_model(event), **values)

    return say


_SENTENCES: dict[str, Callable[[LoopEvent], Message]] = {
    "loop_changed": _changed,
    "training_started": _started,
    "training_not_started": _about_model("batch_not_trained", problem=True),
    "training_resumed": _about_model("training_resumed"),
    "training_waiting": _about_model("training_waiting"),
    "training_failed": _about_model("training_failed", problem=True),
    "training_cancelled": lambda event: Message(
        "training_cancelled", who=_who(event, "somebody"), model=_model(event)
    ),
    "version_trained": _trained,
    "decided": _decided,
    "promoted": _promoted,
    "rolled_back": _rolled_back,
    "seeds_refreshed": lambda event: Message(
        "seeds_refreshed", count=_samples(event), version=_version(event)
    ),
    "seeds_not_refreshed": lambda event: Message(
        "seeds_not_refreshed", version=_version(event), problem=_stored(event, "problem")
    ),
}


def shown_loop(loop: Loop) -> schemas.Loop:
    run = _under_way(loop.project)
    workers = jobs.workers()
    return schemas.Loop.from_row(
        loop,
        connection=loop.connection_id,
        metrics=list(METRICS),
        state=_state(loop, run),
        finished=count_done([loop.project_id]).get(loop.project_id, 0),
        next_at=loop.counted + loop.batch_size if loop.is_on else None,
        training_run=shown_training(run, workers) if run else None,
    )


def _under_way(project: Project) -> TrainingRun | None:
    unfinished = trainings(project).filter(state__in=TrainingRun.UNFINISHED)
    return unfinished.order_by("-pk").first()


def _state(loop: Loop, run: TrainingRun | None) -> schemas.LoopState:
    if run is not None:
        return "training"
    refreshing = SeedingRun.objects.filter(
        project=loop.project, over=SeedingRun.Over.UNSTARTED, job__state__in=Job.UNFINISHED
    )
    if refreshing.exists():
        return "refreshing"
    return "collecting" if loop.is_on else "off"


def events(project: Project) -> QuerySet[LoopEvent]:
    """The newest first."""
    related = ("actor", "connection", "version__connection")
    events: QuerySet[LoopEvent] = LoopEvent.objects.filter(project=project)
    return events.select_related(*related).order_by("-id")


def shown_event(event: LoopEvent) -> schemas.LoopEvent:
    return schemas.LoopEvent.of(
        sentence_of(event),
        id=event.pk,
        verb=event.verb,
        at=event.at,
        actor=Person.of(event.actor) if event.actor else None,
        training=event.training_id,
        version=VersionBrief.of(event.version) if event.version else None,
        seeding=event.seeding_id,
        data=event.data,
    )
