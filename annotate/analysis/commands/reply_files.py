"""Replies of a model in a file of JSON lines: what is asked once is there after any crash."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from annotate.analysis.commands.base import InputError
from annotate.analysis.compositional.model import Reply


class ReplyFile:
    """A cache of :func:`annotate.analysis.compositional.asking.asked`; lines are only added.

    A line that was cut off as the process died is passed over, and its question is asked again.
    Lines from elsewhere need ``key`` and ``text``.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._replies = _read(path) if path.exists() else {}
        self._torn = path.exists() and path.read_bytes()[-1:] not in (b"", b"\n")

    @property
    def replies(self) -> Mapping[str, Reply]:
        return self._replies

    def known(self, keys: Sequence[str]) -> Mapping[str, Reply]:
        return {key: self._replies[key] for key in keys if key in self._replies}

    def keep(self, replies: Sequence[Reply]) -> None:
        lines = "".join(json.dumps(asdict(reply), ensure_ascii=False) + "\n" for reply in replies)
        try:
            with self._path.open("a", encoding="utf-8", newline="") as file:
                file.write("\n" * self._torn + lines)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise InputError(f"{self._path}: {error.strerror or error}.") from None
        self._torn = False
        self._replies |= {reply.key: reply for reply in replies}


def _read(path: Path) -> dict[str, Reply]:
    replies: dict[str, Reply] = {}
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if (reply := _reply(path, number, line)) is not None:
                    replies.setdefault(reply.key, reply)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}.") from None
    return replies


def _reply(path: Path, number: int, line: bytes) -> Reply | None:
    try:
        row = json.loads(line)
    except ValueError:  # cut off, or blank
        return None
    if not isinstance(row, dict) or not isinstance(row.get("key"), str):
        raise InputError(f"{path}: line {number}: key must be a text.")
    if not isinstance(row.get("text"), str):
        raise InputError(f"{path}: line {number}: text must be a text.")
    return Reply(
        key=row["key"],
        text=row["text"],
        prompt_tokens=int(_number(path, number, row, "prompt_tokens")),
        completion_tokens=int(_number(path, number, row, "completion_tokens")),
        cost=_number(path, number, row, "cost"),
        seconds=_number(path, number, row, "seconds"),
    )


def _number(path: Path, number: int, row: Mapping[str, Any], name: str) -> float:
    value = row.get(name, 0)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e15:
        raise InputError(f"{path}: line {number}: {name} must be a number, 0 or more.")
    return value
