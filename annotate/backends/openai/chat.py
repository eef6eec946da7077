"""One question with a picture, as a chat completion, and what the answer to it is.

The form is the chat completions API of OpenAI ("Create chat completion",
platform.openai.com/docs/api-reference/chat), as vLLM, Ollama, llama.cpp and hosted services have
it. Answers are not streamed: nobody watches them grow.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from annotate.backends.base import BackendError, Trace, Usage
from annotate.backends.configured import Configured
from annotate.backends.openai.dialect import Dialect
from annotate.backends.openai.errors import Failure, excerpt
from annotate.backends.openai.images import Sent
from annotate.backends.openai.server import Reply, Server, server_of
from annotate.backends.openai.settings import OpenAISettings
from annotate.messages import Message

MAX_KEPT = 12_000
_THINKING = re.compile(r"^\s*<think>.*?(</think>|\Z)", re.DOTALL)
Form = dict[str, Any]


@dataclass(frozen=True)
class Question:
    """A picture, what is asked about it, and the forms an answer may have, the strictest first."""

    picture: Sent
    prompt: str
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
    """Asks one model of one server."""

    def __init__(self, configured: Configured) -> None:
        if not isinstance(configured.settings, OpenAISettings):
            raise TypeError("These are settings of another back end.")
        self.settings = configured.settings
        self.server: Server = server_of(configured, self.settings)
        key = configured.secrets.get("api_key", "")
        self.headers = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            **({"Authorization": f"Bearer {key}"} if key else {}),
        }
        self._key = (self.settings.base_url, self.settings.model)

    def prepare(self, question: Question) -> Prepared:
        """Make a question ready to be sent."""
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
            return self._said(question, dialect, reply)

    def _body(self, question: Question, dialect: Dialect) -> dict[str, Any]:
        settings = self.settings
        content = [
            {"type": "image_url", "image_url": {"url": question.picture.url}},
            {"type": "text", "text": question.prompt},
        ]
        messages: list[dict[str, Any]] = [{"role": "user", "content": content}]
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

    def _said(self, question: Question, dialect: Dialect, reply: Reply) -> Said:
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
            usage=self._usage(reply.data.get("usage")),
            latency_seconds=round(reply.seconds, 4),
        )
        text = _THINKING.sub("", content).strip()
        return Said(text, choice.get("finish_reason") != "length", trace)

    def _usage(self, usage: Any) -> Usage | None:
        if not isinstance(usage, dict):
            return None
        tokens_in, tokens_out = (
            _count(usage.get(name)) for name in ("prompt_tokens", "completion_tokens")
        )
        cost = tokens_in * self.settings.price_in + tokens_out * self.settings.price_out
        return Usage(
            prompt_tokens=tokens_in, completion_tokens=tokens_out, cost=round(cost / 1e6, 8)
        )


def _form(question: Question, dialect: Dialect) -> Form | None:
    """Return the strictest form of an answer that the server is not known to refuse."""
    left = question.forms[dialect.refused_forms :]
    return left[0] if left else None


def _choice(data: Any) -> dict[str, Any]:
    choices = data.get("choices") if isinstance(data, dict) else None
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise BackendError(Message("no_answer_to_chat", text=excerpt(data)))
    return choices[0]


def _count(value: Any) -> int:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return min(value, 2**31 - 1) if is_number and value > 0 else 0
