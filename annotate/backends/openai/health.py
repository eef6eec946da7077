"""Whether a server answers, and what of the settings is kept with each answer."""

from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from annotate.backends.base import Availability
from annotate.backends.openai.chat import Chat
from annotate.backends.openai.errors import Failure, excerpt
from annotate.backends.openai.settings import OpenAISettings
from annotate.messages import Message

SHOWN = 5
# Where a question with its answer is kept, the question itself says these.
_SAID_ELSEWHERE = {"instruction", "prompt_image", "prompt_object", "prompt_objects"}


def health_of(chat: Chat) -> Availability:
    """Ask the server which models it has; that is quick and costs nothing.

    A server that lists its models otherwise, or not at all, still answers; so does one that lists
    models under other names than those it is asked by. Only what surely fails is called so.
    """
    try:
        data = chat.server.get("models", headers=chat.headers)
    except Failure as failure:
        if failure.status in (404, 405, 501):  # it has no such list
            return Availability(available=True)
        return Availability(available=False, reason=failure.said)
    named = _names(data)
    model = chat.settings.model
    if not named or model in named or f"{model}:latest" in named:
        return Availability(available=True)
    shown = [excerpt(name) for name in named[:SHOWN]]
    return Availability(
        available=True, reason=Message("model_not_listed", model=model, names=shown)
    )


def _names(data: Any) -> list[str]:
    listed = data.get("data") if isinstance(data, dict) else None
    entries = listed if isinstance(listed, list) else []
    return [str(each["id"]) for each in entries if isinstance(each, dict) and each.get("id")]


def parameters_of(settings: OpenAISettings) -> Mapping[str, JsonValue]:
    """Return what changes an answer besides the question, without what only says how to ask."""
    left_out = _SAID_ELSEWHERE | settings.reach
    return {
        key: value for key, value in settings.model_dump(mode="json").items() if key not in left_out
    }
