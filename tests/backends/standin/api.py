"""A stand-in for servers of the chat completions API: strict about requests, with faults to order.

Written after the published description ("Create chat completion" and "List models",
platform.openai.com/docs/api-reference; structured outputs and vision in the guides there). It has
no model: what it says is decided by a function, after a time in which it only sleeps.
"""

import asyncio
import base64
import json
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from tests.backends.standin.requests import MODEL, OBJECTS, Chat, error, parsed
from tests.backends.standin.wire import Asked, Said


def describing(chat: Chat) -> str:
    """Answer as a model would that always sees the same."""
    return json.dumps(OBJECTS) if chat.form != "text" or "JSON" in chat.text else "A red kite."


class StandIn:
    """The server; tests change its attributes while it runs.

    Attributes:
        seconds: how long an answer takes.
        say: what the model answers.
        key: what must be sent as the bearer token, if anything.
        forms: the values of response_format that it understands.
        faults: what the next requests get instead of an answer; None is an answer.
        per_second: how many requests it takes in each second; more are told to come back.
    """

    def __init__(self, *, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self.say: Callable[[Chat], str] = describing
        self.key = ""
        self.forms = {"text", "json_object", "json_schema"}
        self.finish_reason = "stop"
        self.refuses: dict[str, str] = {}
        self.faults: deque[Said | float | None] = deque()
        self.per_second = 0
        self.chats: list[Chat] = []
        self.paint: Callable[[str], bytes] = lambda text: b"an image of " + text.encode()
        self.image_form = "b64_json"
        self.painted: list[Mapping[str, Any]] = []
        self.embed: Callable[[str | bytes], list[float]] = lambda told: [float(len(told)), 1.0]
        self.embedded: list[Mapping[str, Any]] = []
        self.asked: list[Asked] = []
        self.under_way = self.most_under_way = 0
        self._times: deque[float] = deque()

    async def answer(self, asked: Asked) -> Said:
        """Answer one request."""
        self.asked.append(asked)
        is_file = asked.path.startswith("/files/")
        if self.key and not is_file and asked.headers.get("authorization") != f"Bearer {self.key}":
            told = asked.headers.get("authorization", "")
            return error(401, f"Incorrect API key provided: {told}", code="invalid_api_key")
        if (asked.method, asked.path) == ("GET", "/v1/models"):
            return Said(data={"object": "list", "data": [{"id": MODEL, "object": "model"}]})
        if asked.method == "GET" and is_file:
            # Whoever was told the address needs no key, and must not send one to elsewhere.
            assert "authorization" not in asked.headers
            number = int(asked.path.removeprefix("/files/"))
            return Said(body=self.paint(self.painted[number]["prompt"]))
        if (asked.method, asked.path) == ("POST", "/v1/images/generations"):
            return await self._make_image(asked)
        if (asked.method, asked.path) == ("POST", "/v1/embeddings"):
            return await self._give_vectors(asked)
        if (asked.method, asked.path) != ("POST", "/v1/chat/completions"):
            return error(404, f"Unknown request URL: {asked.method} {asked.path}.")
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            return await self._complete(asked)
        finally:
            self.under_way -= 1

    async def _make_image(self, asked: Asked) -> Said:
        """Answer as "Create image" says (platform.openai.com/docs/api-reference/images)."""
        if limited := self._limited():
            return limited
        fault = self.faults.popleft() if self.faults else None
        if isinstance(fault, Said):
            return fault
        await asyncio.sleep(self.seconds if fault is None else fault)
        sent = json.loads(asked.body)
        if unknown := set(sent) - {"model", "prompt", "n", "size"}:
            return error(400, f"Unknown parameter: '{sorted(unknown)[0]}'.")
        self.painted.append(sent)
        if self.image_form == "url":
            number = len(self.painted) - 1
            image = {"url": f"http://{asked.headers['host']}/files/{number}"}
        else:
            image = {"b64_json": base64.b64encode(self.paint(sent["prompt"])).decode()}
        return Said(data={"created": 1_700_000_000, "data": [image]})

    async def _give_vectors(self, asked: Asked) -> Said:
        """Answer as "Create embeddings" says, and a conversation with a picture as vLLM does."""
        fault = self.faults.popleft() if self.faults else None
        if isinstance(fault, Said):
            return fault
        await asyncio.sleep(self.seconds if fault is None else fault)
        sent = json.loads(asked.body)
        self.embedded.append(sent)
        told: list[str | bytes] = list(sent.get("input", []))
        if "messages" in sent:
            ((message,), (part,)) = sent["messages"], sent["messages"][0]["content"]
            assert (message["role"], part["type"]) == ("user", "image_url")
            told = [base64.b64decode(part["image_url"]["url"].partition("base64,")[2])]
        if set(sent) - {"model", "encoding_format", "input", "messages"} or not told:
            return error(400, "Neither texts nor a picture.")
        rows = [{"index": at, "embedding": self.embed(each)} for at, each in enumerate(told)]
        return Said(data={"object": "list", "data": rows[::-1]})  # in no order: each has its place

    async def _complete(self, asked: Asked) -> Said:
        if limited := self._limited():
            return limited
        fault = self.faults.popleft() if self.faults else None
        if isinstance(fault, Said):
            return fault
        await asyncio.sleep(self.seconds if fault is None else fault)
        chat = parsed(asked.body, self.forms, self.refuses)
        if isinstance(chat, Said):
            return chat
        self.chats.append(chat)
        return Said(data=self._completion(chat))

    def _limited(self) -> Said | None:
        """Refuse what comes too soon, saying when it would not."""
        if not self.per_second:
            return None
        now = asyncio.get_running_loop().time()
        while self._times and self._times[0] <= now - 1:
            self._times.popleft()
        if len(self._times) < self.per_second:
            self._times.append(now)
            return None
        wait = self._times[0] + 1 - now
        said = error(429, "Rate limit reached.", code="rate_limit_exceeded")
        return Said(429, said.data, {"Retry-After": f"{wait:.3f}"})

    def _completion(self, chat: Chat) -> dict[str, Any]:
        content = self.say(chat)
        tokens_in, tokens_out = len(chat.text) // 4 + 85, len(content) // 4
        message = {"role": "assistant", "content": content, "refusal": None}
        choice = {"index": 0, "message": message, "finish_reason": self.finish_reason}
        return {
            "id": f"chatcmpl-{len(self.chats)}",
            "object": "chat.completion",
            "created": 1_700_000_000,
            "model": chat.body["model"],
            "choices": [choice],
            "usage": {
                "prompt_tokens": tokens_in,
                "completion_tokens": tokens_out,
                "total_tokens": tokens_in + tokens_out,
            },
        }
