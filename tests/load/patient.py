"""Annotators who ask again until they are answered, as the client does, and count what they saw."""

import threading
import time
import uuid
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

import httpx

PAUSE = 0.5


def _json(answer: httpx.Response) -> Any:
    try:
        return answer.json() if answer.content else None
    except ValueError:
        return {"error": {"code": f"no JSON: {answer.text[:60]!r}"}}


@dataclass
class Seen:
    """What all of them were answered, by phase, and what was acknowledged to them."""

    phase: str = "before"
    answers: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    said: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    acknowledged: dict[str, str] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, status: str, code: str = "") -> None:
        with self.lock:
            self.answers[self.phase][status] += 1
            if code:
                self.said[self.phase][f"{status} {code}"] += 1


class Person:
    """Somebody signed in by password, with the cookies of a browser."""

    def __init__(self, port: int, seen: Seen, limits: httpx.Limits | None = None) -> None:
        self._seen = seen
        base = f"http://127.0.0.1:{port}/api/v1/"
        kept = limits or httpx.Limits()
        self._client = httpx.Client(base_url=base, timeout=60, trust_env=False, limits=kept)

    def ask(self, method: str, path: str, **more: Any) -> tuple[int, Any]:
        """Send one request; 0 where no answer came."""
        token = self._client.cookies.get("csrftoken")
        headers = {"X-CSRFToken": token} if token else {}
        try:
            answer = self._client.request(method, path, headers=headers, **more)
        except httpx.HTTPError:
            # As the client of the product names it.
            self._seen.note("no answer", "offline")
            return 0, None
        body = _json(answer)
        error = body.get("error", {}) if isinstance(body, dict) else {}
        code = error.get("code", "") if isinstance(error, dict) else ""
        self._seen.note(str(answer.status_code), str(code or ""))
        return answer.status_code, body

    def sign_in(self, username: str, password: str) -> int:
        self.ask("GET", "session")
        return self.ask("POST", "session", json={"username": username, "password": password})[0]

    def insist(self, method: str, path: str, until: threading.Event, **more: Any) -> Any:
        """Ask until it is answered with what is no passing fault."""
        while not until.is_set():
            status, body = self.ask(method, path, **more)
            if status and status < 500 and status != 429:
                return status, body
            time.sleep(PAUSE)
        return 0, None

    def annotate(self, project: int, over: threading.Event) -> None:
        """Claim, save a draft and hand in, each until it is acknowledged."""
        while not over.is_set():
            status, body = self.insist("POST", f"projects/{project}/claim", over, json={})
            given = (body or {}).get("assignment") if status == 200 else None
            if given is None:
                time.sleep(PAUSE)
                continue
            key = str(uuid.uuid4())
            answer = {"text": f"{given['start']['text']} A kite number {key}.".strip()}
            work = f"assignments/{given['id']}"
            draft = {"version": given.get("version", 0), "answer": answer, "active_seconds": 1}
            self.insist("PUT", f"{work}/draft", over, json=draft)
            sent = {"key": key, "answer": answer, "active_seconds": 2}
            status, _ = self.insist("POST", f"{work}/submit", over, json=sent)
            if status == 200:
                with self._seen.lock:
                    self._seen.acknowledged[key] = answer["text"]
            time.sleep(PAUSE)
