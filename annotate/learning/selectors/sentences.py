"""The timeline in plain sentences."""

from collections.abc import Callable, Mapping
from typing import Any

from annotate.learning.models import LoopEvent


def sentence_of(event: LoopEvent) -> str:
    """Return what happened, in one sentence; of an event no longer known, its name."""
    tell = _TOLD.get(event.verb)
    return tell(event) if tell else event.verb.replace("_", " ").capitalize() + "."


def _who(event: LoopEvent) -> str:
    return event.actor.shown_name if event.actor else "The loop"


def _model(event: LoopEvent) -> str:
    return event.connection.name if event.connection else "the model"


def _version(event: LoopEvent) -> str:
    return event.version.label if event.version else "the version"


def _samples(data: Mapping[str, Any]) -> str:
    number = data.get("samples") or 0
    return "1 sample" if number == 1 else f"{number:,} samples"


def _with_reason(text: str, data: Mapping[str, Any]) -> str:
    reason = data.get("reason") or ""
    if reason == "settings":
        reason = "Its settings were changed."
    return f"{text} {reason}".strip()


_SETTINGS = {
    "connection": "the model that learns",
    "is_on": "whether it is on",
    "batch_size": "the size of batches",
    "promotion": "when a new version serves",
    "metric": "the figure that decides",
    "margin": "by how much it must be better",
    "held_out_share": "the share held out",
    "training": "what the trainer is told",
}


def _changed(event: LoopEvent) -> str:
    data = event.data
    who = event.actor.shown_name if event.actor else "Somebody at the server"
    if set(data) == {"is_on"}:
        return f"{who} {'turned the loop on' if data['is_on'] else 'paused the loop'}."
    names = ", ".join(title for name, title in _SETTINGS.items() if name in data)
    return f"{who} changed the loop: {names}."


def _started(event: LoopEvent) -> str:
    if event.data.get("reason") == "batch":
        return f"A batch is full: training {_model(event)} on {_samples(event.data)}."
    who = event.actor.shown_name if event.actor else "Somebody at the server"
    return f"{who} started training {_model(event)} on {_samples(event.data)}."


def _not_started(event: LoopEvent) -> str:
    problem = event.data.get("problem", "")
    return f"A batch is full, but {_model(event)} could not be trained. {problem}".strip()


def _trained(event: LoopEvent) -> str:
    elsewhere = " It was made elsewhere." if event.data.get("elsewhere") else ""
    return f"{_version(event)} of {_model(event)} is trained.{elsewhere}"


def _decided(event: LoopEvent) -> str:
    is_promoted = event.data.get("promoted")
    verdict = "takes over" if is_promoted else "does not take over by itself"
    return _with_reason(f"{_version(event)} {verdict}.", event.data)


def _promoted(event: LoopEvent) -> str:
    before = event.data.get("before")
    instead = f" instead of {before}" if before else ""
    # By itself it says why in the event before.
    data = event.data if event.actor or event.data.get("reason") == "settings" else {}
    return _with_reason(f"{_who(event)} lets {_version(event)} serve{instead}.", data)


def _rolled_back(event: LoopEvent) -> str:
    before = event.data.get("before") or "the version after it"
    return f"{_who(event)} went back from {before} to {_version(event)}."


def _not_refreshed(event: LoopEvent) -> str:
    problem = event.data.get("problem", "")
    return f"Seeds could not be renewed with {_version(event)}. {problem}".strip()


_TOLD: dict[str, Callable[[LoopEvent], str]] = {
    "loop_changed": _changed,
    "training_started": _started,
    "training_not_started": _not_started,
    "training_resumed": lambda event: f"Training {_model(event)} goes on where it stopped.",
    "training_waiting": lambda event: (
        f"The file to train {_model(event)} from is ready; the model is trained elsewhere."
    ),
    "training_failed": lambda event: (
        f"Training {_model(event)} failed. {event.data.get('problem', '')}".strip()
    ),
    "training_cancelled": lambda event: (
        f"{event.actor.shown_name if event.actor else 'Somebody'} cancelled the training of"
        f" {_model(event)}."
    ),
    "version_trained": _trained,
    "decided": _decided,
    "promoted": _promoted,
    "rolled_back": _rolled_back,
    "seeds_refreshed": lambda event: (
        f"{_samples(event.data).capitalize()} that nobody has started get new seeds from"
        f" {_version(event)}."
    ),
    "seeds_not_refreshed": _not_refreshed,
}
