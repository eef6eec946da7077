"""Requests of the chat completions API, read strictly: what it does not know, it refuses."""

import base64
import binascii
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.backends.standin.wire import Said

MODEL = "standin-vl"
OBJECTS = {"objects": [{"label": "red kite", "box": [100, 200, 300, 400]}]}

_URI = re.compile(r"data:image/(?:jpeg|png|webp|gif);base64,([A-Za-z0-9+/]+={0,2})")


@dataclass(frozen=True)
class Chat:
    """One well-formed request for a completion."""

    body: Mapping[str, Any]
    text: str
    picture: bytes
    form: str  # "text", "json_object" or "json_schema"


def error(status: int, message: str, *, code: str | None = None, param: str = "") -> Said:
    kind = "invalid_request_error"
    return Said(
        status, {"error": {"message": message, "type": kind, "param": param or None, "code": code}}
    )


def parsed(body: bytes, forms: set[str], refuses: Mapping[str, str]) -> Chat | Said:
    """Return a request, or the refusal of one that breaks the rules of the API."""
    try:
        sent = json.loads(body)
    except ValueError:
        return error(400, "We could not parse the JSON body of your request.")
    for name, message in refuses.items():
        if name in sent:
            return error(400, message, param=name)
    known = {"model", "messages", "stream", "max_tokens", "max_completion_tokens"}
    if unknown := set(sent) - known - {"temperature", "response_format"}:
        return error(400, f"Unrecognized request argument supplied: {sorted(unknown)[0]}")
    if sent.get("model") != MODEL:
        return error(404, f"The model `{sent.get('model')}` does not exist.")
    form = _form(sent)
    if form not in forms:
        return error(400, f"Invalid parameter: 'response_format' of type '{form}'.")
    try:
        text, picture = _content(sent["messages"])
    except (KeyError, TypeError, ValueError, binascii.Error) as wrong:
        return error(400, f"Invalid messages: {wrong!r}")
    if sent.get("stream"):
        return error(400, "This server does not stream.")
    return Chat(sent, text, picture, form)


def _form(sent: Mapping[str, Any]) -> str:
    asked = sent.get("response_format", {"type": "text"})
    if asked["type"] == "json_schema":
        wanted = asked["json_schema"]
        # The rules of strict mode: every key is required, and no other is allowed.
        assert wanted["name"]
        assert wanted["strict"] is True
        assert wanted["schema"]["additionalProperties"] is False
    return str(asked["type"])


def _content(messages: list[dict[str, Any]]) -> tuple[str, bytes]:
    assert [each["role"] for each in messages] in (["user"], ["system", "user"])
    parts = messages[-1]["content"]
    if isinstance(parts, str):
        return parts, b""
    texts = [part["text"] for part in parts if part["type"] == "text"]
    urls = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
    found = _URI.fullmatch(urls[0])
    if len(urls) != 1 or found is None:
        raise ValueError("a picture that is no data URI")
    return "\n".join(texts), base64.b64decode(found.group(1), validate=True)
