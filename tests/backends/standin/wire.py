"""As much of an HTTP server as the stand-in needs: kept connections, and faults on purpose."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

_REASONS = {200: "OK", 400: "Bad Request", 429: "Too Many Requests"}


@dataclass(frozen=True)
class Asked:
    """One request as it came in."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Said:
    """One answer; `raw` is sent instead of it, as it is, and then the line is cut."""

    status: int = 200
    data: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    raw: bytes | None = None


HANG_UP = Said(raw=b"")
Answering = Callable[[Asked], Awaitable[Said]]


async def talk(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answering: Answering
) -> None:
    """Answer the requests of one connection, one after the other."""
    try:
        while (asked := await _read(reader)) is not None:
            said = await answering(asked)
            writer.write(said.raw if said.raw is not None else _written(said))
            await writer.drain()
            if said.raw is not None:
                break
    except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
        pass
    finally:
        writer.close()


async def _read(reader: asyncio.StreamReader) -> Asked | None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.IncompleteReadError:
        return None  # the other side has hung up between two requests
    first, *lines = head.split("\r\n")
    method, path, _ = first.split(" ", 2)
    pairs = (line.split(":", 1) for line in lines if ":" in line)
    headers = {name.strip().lower(): value.strip() for name, value in pairs}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Asked(method, path, headers, body)


def _written(said: Said) -> bytes:
    body = said.body if said.body is not None else json.dumps(said.data).encode()
    headers = {"Content-Type": "application/json", "Content-Length": len(body), **said.headers}
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    status = f"{said.status} {_REASONS.get(said.status, 'Answer')}"
    return f"HTTP/1.1 {status}\r\n{lines}\r\n".encode("latin-1") + body
