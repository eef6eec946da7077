"""People at the one address of several web servers, each request on a connection of its own."""

import random
import threading
import uuid
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.load.patient import Person, Seen

_PAUSE = 0.1


@dataclass
class Told:
    """What people know afterwards: the texts that were acknowledged to them, and refusals."""

    seen: Seen = field(default_factory=Seen)
    answers: dict[str, str] = field(default_factory=dict)  # key: text
    refused: dict[str, str] = field(default_factory=dict)  # key: status and code
    wrong: list[str] = field(default_factory=list)


class Visitor(Person):
    """Somebody signed in by password. No two of their requests need meet the same process."""

    def __init__(self, port: int, told: Told) -> None:
        super().__init__(port, told.seen, limits=httpx.Limits(max_keepalive_connections=0))
        self._told = told
        self._never = threading.Event()

    def work(self, project: int, over: threading.Event, seed: int) -> None:
        """Claim, give some tasks back, keep leases alive and hand in, until it is over."""
        chance = random.Random(seed)
        while not over.is_set():
            status, body = self.insist("POST", f"projects/{project}/claim", self._never, json={})
            given = body.get("assignment") if status == 200 else None
            if given is None:
                over.wait(_PAUSE)
                continue
            one = f"assignments/{given['id']}"
            if chance.random() < 0.1:
                self.insist("POST", f"{one}/release", self._never, json={})
                continue
            if chance.random() < 0.3:
                beat = {"active_seconds": 1}
                self.insist("POST", f"{one}/heartbeat", self._never, json=beat)
            self._hand_in(one, given, is_repeated=chance.random() < 0.2)
            over.wait(chance.random() * _PAUSE * 2)

    def _hand_in(self, one: str, given: dict[str, Any], *, is_repeated: bool) -> None:
        key = str(uuid.uuid4())
        text = f"{given['start']['text']} A kite number {key}.".strip()
        sent = {"key": key, "answer": {"text": text}, "active_seconds": 2}
        for _ in range(2 if is_repeated else 1):
            status, body = self.insist("POST", f"{one}/submit", self._never, json=sent)
            if status == 200:
                self._told.answers[key] = text
                continue
            code = f"{status} {body.get('error', {}).get('code')}"
            if key in self._told.answers:
                self._told.wrong.append(f"acknowledged, then {code}")
            self._told.refused[key] = code
