"""The load: annotators who claim and submit as fast as they are served. A process of its own.

Reads one JSON object from its input and writes one to its output. It measures its own processor
time too, so that a reader can tell whether the load or the product was the limit.
"""

import json
import resource
import sys
import threading
import time
import uuid
from typing import Any, TypedDict

from tests.load.wire import Connection


class Plan(TypedDict):
    """What to do: who, against which port, for how long."""

    port: int
    project: int
    # A token of each person, or the key of their session.
    secrets: list[str]
    by_session: bool
    # Whether they also send what the page sends by itself while somebody works.
    by_browser: bool
    warm_up: float
    seconds: float


class Seen:
    """What one annotator saw. Times are seconds and count from the end of the warm-up."""

    def __init__(self) -> None:
        self.claims: list[float] = []
        self.submits: list[float] = []
        self.acknowledged: list[str] = []
        self.refusals: dict[str, int] = {}

    def refuse(self, status: int, body: Any) -> None:
        """Count an answer that was no success by what it said."""
        code = body.get("error", {}).get("code") if isinstance(body, dict) else None
        name = f"{status} {code or (body or {}).get('reason')}"
        self.refusals[name] = self.refusals.get(name, 0) + 1


# The cookie has to be what the header says, and nothing else.
_CSRF = "onlyForMeasuring0123456789012345"
# What somebody begins with where no model has made a start.
_UNSEEDED = {
    "id": "object1",
    "label": "kite",
    "box": {"x": 10, "y": 20, "width": 120, "height": 90},
    "description": "A kite in the middle ground, lit from the left side.",
    "derived_from": [],
}


def answer_to(assignment: dict[str, Any], number: int) -> dict[str, Any]:
    """Return what a diligent person would send: the text it starts from, with some work on it."""
    start: dict[str, Any] = assignment["start"]
    added = " ".join(f"detail{(number * 31 + place) % 997}" for place in range(12))
    if assignment["stage"]["kind"] == "objects.v1":
        first, *others = start["objects"] or [_UNSEEDED]
        return {"objects": [{**first, "description": f"{first['description']} {added}"}, *others]}
    return {"text": f"{start['text']} {added}."}


def work_on(connection: Connection, assignment: dict[str, Any], answer: Any, seen: Seen) -> None:
    """Send what the page sends of somebody who pauses twice: the draft, asked about, each time.

    A saved draft is a sign of life, so that the page sends none of its own within the minute.
    """
    # Half of the work first, as somebody types on.
    drafts = (assignment["start"], answer)
    for version, draft in enumerate(drafts, assignment["draft_version"]):
        sent = {"version": version, "answer": draft, "active_seconds": 1, "check": True}
        _expect(connection.send("PUT", f"/api/v1/assignments/{assignment['id']}/draft", sent), seen)


def _expect(answered: tuple[int, Any], seen: Seen) -> None:
    status, body = answered
    if status != 200:
        seen.refuse(status, body)


def headers(plan: Plan, secret: str) -> dict[str, str]:
    """What says who somebody is."""
    if not plan["by_session"]:
        return {"Authorization": f"Token {secret}"}
    return {"Cookie": f"sessionid={secret}; csrftoken={_CSRF}", "X-CSRFToken": _CSRF}


def annotate(plan: Plan, secret: str, seen: Seen, begin: float) -> None:
    """Claim and submit until the time is over."""
    connection = Connection(plan["port"], headers(plan, secret))
    counted, end = begin + plan["warm_up"], begin + plan["warm_up"] + plan["seconds"]
    number = 0
    while time.perf_counter() < end:
        start = time.perf_counter()
        status, body = connection.post(f"/api/v1/projects/{plan['project']}/claim", {})
        claimed = time.perf_counter()
        assignment = body.get("assignment") if isinstance(body, dict) else None
        if status != 200 or assignment is None:
            seen.refuse(status, body)
            time.sleep(0.05)
            continue
        number += 1
        key, answer = str(uuid.uuid4()), answer_to(assignment, number)
        if plan["by_browser"]:
            work_on(connection, assignment, answer, seen)
        sent = {"key": key, "answer": answer, "active_seconds": 1}
        sending = time.perf_counter()
        status, body = connection.post(f"/api/v1/assignments/{assignment['id']}/submit", sent)
        done = time.perf_counter()
        if status != 200:
            seen.refuse(status, body)
            continue
        seen.acknowledged.append(key)
        if counted <= start and done <= end:
            seen.claims.append(claimed - start)
            seen.submits.append(done - sending)
    connection.close()


def main() -> None:
    """Let everybody work at once, each on a thread and a connection of their own."""
    plan: Plan = json.load(sys.stdin)
    seen = [Seen() for _ in plan["secrets"]]
    begin = time.perf_counter()
    threads = [
        threading.Thread(target=annotate, args=(plan, secret, each, begin))
        for secret, each in zip(plan["secrets"], seen, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    refusals: dict[str, int] = {}
    for each in seen:
        for name, count in each.refusals.items():
            refusals[name] = refusals.get(name, 0) + count
    usage = resource.getrusage(resource.RUSAGE_SELF)
    result = {
        "claims": [value for each in seen for value in each.claims],
        "submits": [value for each in seen for value in each.submits],
        "acknowledged": [key for each in seen for key in each.acknowledged],
        "refusals": refusals,
        "processor_seconds": usage.ru_utime + usage.ru_stime,
        "wall_seconds": time.perf_counter() - begin,
    }
    json.dump(result, sys.stdout)


if __name__ == "__main__":
    main()
