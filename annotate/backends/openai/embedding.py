"""Lends the science a model behind HTTP that turns texts and pictures into vectors: CLIP's kin.

Texts are asked for as "Create embeddings" says (platform.openai.com/docs/api-reference/embeddings).
That form has no pictures; they go as vLLM takes them, one conversation with one picture each, at
the same address. Such a server keeps vectors of tokens to itself: BERTScore stays undefined.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageOps

from annotate.analysis.embedding import Tokens, Vectors
from annotate.analysis.undefined import Undefined
from annotate.backends.base import BackendError
from annotate.backends.configured import Configured
from annotate.backends.openai.images import sent
from annotate.backends.openai.server import Server, headers_of, line_of, server_of, settings_of
from annotate.messages import Message

AT_ONCE = 32
# CLIP reads pictures of 224 pixels, its larger kin of up to 448.
LONGEST_SIDE = 448
_NO_TOKENS = Undefined(Message("server_has_no_token_vectors"))


class ServerEmbedder:
    """One model of a server; what that refuses makes figures undefined, with its words."""

    # What a server cuts off it does not tell.
    cut = 0
    layers = 0
    usual_layer = _NO_TOKENS

    def __init__(self, configured: Configured) -> None:
        self._settings = settings_of(configured)
        self._headers = headers_of(configured)
        self._server: Server = server_of(configured, self._settings)
        self._configured = configured
        self._size: int | None = None

    @property
    def about(self) -> dict[str, str]:
        return {"model": self._settings.model, "server": self._settings.base_url}

    def texts(self, texts: Sequence[str]) -> Vectors | Undefined:
        """A row for each text."""
        parts = [texts[start : start + AT_ONCE] for start in range(0, len(texts), AT_ONCE)]
        return self._rows([partial(_about_texts, part) for part in parts], list(map(len, parts)))

    def images(self, paths: Sequence[Path]) -> Vectors | Undefined:
        """A row for each picture; OSError names a file."""
        return self._rows([partial(_about_image, path) for path in paths], [1] * len(paths))

    def token_ids(self, texts: Sequence[str]) -> list[tuple[int, ...]]:
        """None: which tokens a server makes of a text it does not tell."""
        return [() for _ in texts]

    def tokens(self, texts: Sequence[str], *, layer: int) -> list[Tokens] | Undefined:
        """Undefined: a server has one vector for a whole text."""
        return _NO_TOKENS

    def _rows(
        self, questions: Sequence[Callable[[], Mapping[str, Any]]], numbers: Sequence[int]
    ) -> Vectors | Undefined:
        answers = self._server.each(
            [partial(_with_fault, question) for question in questions],
            self._ask,
            line_of(self._configured, self._settings),
        )
        rows: list[list[float]] = []
        for answer, number in zip(answers, numbers, strict=True):
            if isinstance(answer, _Unread):
                raise answer.fault
            if isinstance(answer, BackendError):
                return Undefined(answer.entry)
            if len(answer) != number:
                return Undefined(Message("server_gave_no_vectors"))
            rows += answer
        if len({*map(len, rows), *([self._size] if self._size else [])}) > 1:
            return Undefined(Message("vectors_of_several_sizes"))
        if rows:
            self._size = len(rows[0])
        return np.asarray(rows, dtype=np.float64).reshape(len(rows), -1 if rows else 0)

    def _ask(self, question: "Mapping[str, Any] | _Unread") -> "list[list[float]] | _Unread":
        if isinstance(question, _Unread):
            return question
        body = json.dumps(
            {"model": self._settings.model, "encoding_format": "float", **question}
        ).encode()
        reply = self._server.post(
            "embeddings", body, headers=self._headers, settings=self._settings
        )
        return _vectors(reply.data)


class _Unread:
    """A picture that could not be read, on its way past those who ask."""

    def __init__(self, fault: OSError) -> None:
        self.fault = fault


def _with_fault(question: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any] | _Unread:
    try:
        return question()
    except OSError as fault:
        return _Unread(fault)


def _about_texts(texts: Sequence[str]) -> dict[str, Any]:
    return {"input": list(texts)}


def _about_image(path: Path) -> dict[str, Any]:
    with Image.open(path) as picture:
        upright = ImageOps.exif_transpose(picture).convert("RGB")
    shown = {"type": "image_url", "image_url": {"url": sent(upright, LONGEST_SIDE).url}}
    return {"messages": [{"role": "user", "content": [shown]}]}


def _vectors(data: Any) -> list[list[float]]:
    """The vectors of an answer in the order of what was asked; none where it is no such answer."""
    found = data.get("data") if isinstance(data, dict) else None
    if not isinstance(found, list):
        return []
    try:
        rows = sorted(found, key=lambda row: row["index"])
        vectors = [[float(number) for number in row["embedding"]] for row in rows]
    except (KeyError, TypeError, ValueError):
        return []
    return vectors if all(map(np.isfinite, map(sum, vectors))) and all(vectors) else []
