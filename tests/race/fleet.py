"""Processes of annotators: started, killed in the middle of their work, started again."""

import json
import os
import random
import subprocess
import sys
import threading
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from django.db import connection


def address() -> str:
    """Return the address of the test's own database, for processes that know nothing of tests."""
    known = connection.settings_dict
    who = f"{quote(known['USER'])}:{quote(known['PASSWORD'], safe='')}"
    return f"postgres://{who}@{known['HOST']}:{known['PORT']}/{known['NAME']}"


@dataclass
class Ledger:
    """What the clients know, however often their processes were killed."""

    sent: dict[str, tuple[int, int]] = field(default_factory=dict)  # key: assignment, user
    acknowledged: Counter[str] = field(default_factory=Counter)  # key: times
    repeated: Counter[str] = field(default_factory=Counter)  # key: times
    refused: dict[str, str] = field(default_factory=dict)  # key: code
    faults: list[str] = field(default_factory=list)

    def note(self, line: str) -> None:
        """Take in one line of a worker's output."""
        match line.split(" "):
            case ["sent", key, assignment, user]:
                self.sent[key] = int(assignment), int(user)
            case ["done", key]:
                self.acknowledged[key] += 1
            case ["repeated", key]:
                self.acknowledged[key] += 1
                self.repeated[key] += 1
            case ["refused", key, code]:
                self.refused[key] = code
            case _:
                self.faults.append(line)

    def unresolved(self, user: int) -> list[tuple[int, str]]:
        """Return what this person sent without hearing an outcome."""
        return [
            (assignment, key)
            for key, (assignment, who) in list(self.sent.items())
            if who == user and key not in self.acknowledged and key not in self.refused
        ]


class Worker:
    """One process, and the thread that reads what it tells."""

    def __init__(self, users: list[int], ledger: Ledger, plan: dict[str, Any]) -> None:
        self.users = users
        self._ledger = ledger
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.race.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **plan["environment"]},
            text=True,
        )
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"project": plan["project"], **self._threads()}) + "\n")
        self.process.stdin.flush()

    def _threads(self) -> dict[str, Any]:
        # Two threads of one person would otherwise both try again what either had sent.
        fresh = [user for place, user in enumerate(self.users) if user not in self.users[:place]]
        pending = {user: self._ledger.unresolved(user) for user in fresh}
        seeds = random.SystemRandom()
        return {
            "threads": [
                {"user": user, "pending": pending.pop(user, []), "seed": seeds.getrandbits(60)}
                for user in self.users
            ]
        }

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._ledger.note(line.strip())

    def kill(self) -> None:
        """End it as a power cut would, and take in what it had told until then."""
        self.process.kill()
        self._ended()

    def finish(self) -> None:
        """Let it end its present work and go."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self._ended()

    def _ended(self) -> None:
        self.process.wait(timeout=60)
        self._reader.join()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None and not pipe.closed:
                with suppress(BrokenPipeError):
                    pipe.close()
