"""One question, as a rule with a picture, as a chat completion, and what the answer to it is.

The form is the chat completions API of OpenAI ("Create chat completion",
platform.openai.com/docs/api-reference/chat), as vLLM, Ollama, llama.cpp and hosted services have
it. Answers are not streamed: nobody watches them grow.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from annotate.backends.base import BackendError, Trace
from annotate.backends.configured import Configured
from annotate.backends.openai.images import Sent
from annotate.backends.openai.server import (
    Failure,
    Reply,
    Server,
    excerpt,
    headers_of,
    line_of,
    server_of,
    settings_of,
    usage_of,
)
from annotate.messages import Message


@dataclass(frozen=True)
class Dialect:
    """What a server does not understand, as it has shown."""

    refused_forms: int = 0
    no_temperature: bool = False
    completion_tokens: bool = False

    def learned(
        self, failure: Failure, body: Mapping[str, Any], *, lenient: bool
    ) -> "Dialect | None":
        """It without what a refusal is about; None where asking again cannot help.

        `lenient` says whether a looser form of the answer will do.
        """
        if failure.status not in (400, 422):
            return None
        server_message = failure.server_message.lower()
        if "max_completion_tokens" in server_message and "max_tokens" in body:
            return replace(self, completion_tokens=True)
        if "temperature" in server_message and "temperature" in body:
            return replace(self, no_temperature=True)
        if "response_format" in body and lenient:
            return replace(self, refused_forms=self.refused_forms + 1)
        return None


MAX_KEPT = 12_000
_THINKING = re.compile(r"^\s*<think>.*?(</think>|\Z)", re.DOTALL)
Form = dict[str, Any]
T = TypeVar("T")
Q = TypeVar("Q")


@dataclass(frozen=True)
class Question:
    """What is asked, about which picture, and the forms an answer may have, the strictest first."""

    prompt: str
    picture: Sent | None = None
    forms: tuple[Form, ...] = ()


@dataclass(frozen=True)
class Prepared:
    """A question as it goes over the line, in the dialect that was known when it was written."""

    question: Question
    dialect: Dialect
    encoded: bytes


@dataclass(frozen=True)
class Said:
    """What the model answered; `whole`: not cut off at the longest answer there may be."""

    text: str
    whole: bool
    trace: Trace


# What is known of a model, by address and name, for all who ask it in this process.
_dialects: dict[tuple[str, str], Dialect] = {}


class Chat:
    def __init__(self, configured: Configured) -> None:
        self.settings = settings_of(configured)
        self.server: Server = server_of(configured, self.settings)
        self.headers = headers_of(configured)
        self._configured = configured
        self._key = (self.settings.base_url, self.settings.model)

    def each(
        self, prepares: Sequence[Callable[[], Q]], ask: Callable[[Q], T]
    ) -> list[T | BackendError]:
        """Prepare and ask several questions in turn; see `Server.each`."""
        return self.server.each(prepares, ask, line_of(self._configured, self.settings))

    def prepare(self, question: Question) -> Prepared:
        return self._prepared(question, _dialects.get(self._key, Dialect()))

    def _prepared(self, question: Question, dialect: Dialect) -> Prepared:
        body = self._body(question, dialect)
        return Prepared(question, dialect, json.dumps(body).encode())

    def ask(self, prepared: Prepared) -> Said:
        """Ask until there is an answer.

        Raises:
            BackendError: there is none, or it is none that can be used.
        """
        if _dialects.get(self._key, prepared.dialect) != prepared.dialect:  # others know more
            prepared = self.prepare(prepared.question)
        while True:
            question, dialect = prepared.question, prepared.dialect
            try:
                reply = self.server.post(
                    "chat/completions",
                    prepared.encoded,
                    headers=self.headers,
                    settings=self.settings,
                )
            except Failure as failure:
                lenient = self.settings.structured == "auto"
                learned = dialect.learned(failure, self._body(question, dialect), lenient=lenient)
                if learned is None:
                    raise
                prepared = self._prepared(question, learned)
                continue
            # What was given up counts for others only if it was the cause.
            _dialects[self._key] = dialect
            return self._answer(question, dialect, reply)

    def _body(self, question: Question, dialect: Dialect) -> dict[str, Any]:
        settings = self.settings
        messages: list[dict[str, Any]] = [{"role": "user", "content": _content(question)}]
        if settings.instruction.strip():
            messages.insert(0, {"role": "system", "content": settings.instruction})
        limit = "max_completion_tokens" if dialect.completion_tokens else "max_tokens"
        body = {
            "model": settings.model,
            "messages": messages,
            "stream": False,
            limit: settings.max_tokens,
        }
        if not dialect.no_temperature:
            body["temperature"] = settings.temperature
        if form := _form(question, dialect):
            body["response_format"] = form
        return body

    def _answer(self, question: Question, dialect: Dialect, reply: Reply) -> Said:
        choice = _choice(reply.data)
        message = choice.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(message, dict) and message.get("refusal"):
            raise BackendError(Message("model_refused", text=excerpt(message["refusal"])))
        if isinstance(content, list):
            parts = [part.get("text", "") for part in content if isinstance(part, dict)]
            content = "".join(part for part in parts if isinstance(part, str))
        if not isinstance(content, str):
            raise BackendError(Message("answer_without_text", text=excerpt(reply.data)))
        asked = [self.settings.instruction.strip(), question.prompt]
        trace = Trace(
            prompt="\n\n".join(filter(None, asked)),
            raw={
                "content": content[:MAX_KEPT],
                "finish_reason": excerpt(choice.get("finish_reason")),
                "model": excerpt(reply.data.get("model")),
                "id": excerpt(reply.data.get("id")),
                "response_format": (_form(question, dialect) or {}).get("type"),
                "tries": reply.tries,
            },
            usage=usage_of(reply.data, self.settings),
            latency_seconds=round(reply.seconds, 4),
        )
        text = _THINKING.sub("", content).strip()
        return Said(text, choice.get("finish_reason") != "length", trace)


def _content(question: Question) -> str | list[Form]:
    if question.picture is None:  # models that see nothing may know of no parts
        return question.prompt
    return [
        {"type": "image_url", "image_url": {"url": question.picture.url}},
        {"type": "text", "text": question.prompt},
    ]


def _form(question: Question, dialect: Dialect) -> Form | None:
    """The strictest form of an answer that the server is not known to refuse."""
    left = question.forms[dialect.refused_forms :]
    return left[0] if left else None


def _choice(data: Any) -> dict[str, Any]:
    choices = data.get("choices") if isinstance(data, dict) else None
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise BackendError(Message("no_answer_to_chat", text=excerpt(data)))
    return choices[0]
