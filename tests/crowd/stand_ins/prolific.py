"""A stand-in for Prolific's API, after its published schema (docs.prolific.com/api-reference).

Submissions can be read, approved, rejected and asked back; bonuses are set up, then paid. As
published, approving twice does nothing more, and paying a bonus twice pays twice.
"""

import json
import re
import time
from dataclasses import dataclass, field
from typing import Any

from annotate.crowd.adapters.prolific import sign
from tests.crowd.stand_ins.server import Asked, Said

TOKEN = "prolific-token-0123456789"
WEBHOOK_SECRET = "whsec-0123456789"
STUDY = "60aca280709ee40ec37d4885"
_ID = r"([0-9a-z]+)"


@dataclass
class Prolific:
    """The platform's memory: submissions by id, bonuses by id, money paid."""

    submissions: dict[str, dict[str, Any]] = field(default_factory=dict)
    bonuses: dict[str, str] = field(default_factory=dict)
    paid: list[str] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    # What the next call of a path answers instead, after it has acted: None hangs up.
    faults: dict[str, int | None] = field(default_factory=dict)

    def begin(self, session: str, person: str, *, study: str = STUDY) -> dict[str, str]:
        """Let somebody take a place; return the parameters they are sent with."""
        self.submissions[session] = {
            "id": session,
            "study_id": study,
            "participant": person,
            "status": "ACTIVE",
            "started_at": "2026-03-02T09:00:00Z",
        }
        return {"PROLIFIC_PID": person, "STUDY_ID": study, "SESSION_ID": session}

    def __call__(self, asked: Asked) -> Said:
        self.asked.append(asked)
        if asked.headers.get("Authorization") != f"Token {TOKEN}":
            return _error(401, "Authentication credentials were not provided.")
        said = self._act(asked)
        for path, status in self.faults.items():
            if path in asked.path:
                return Said({"error": {"detail": "Something broke."}}, status)
        return said

    def _act(self, asked: Asked) -> Said:
        for method, pattern, act in (
            ("GET", rf"/api/v1/submissions/{_ID}/", self._read),
            ("POST", rf"/api/v1/submissions/{_ID}/transition/", self._transition),
            ("POST", rf"/api/v1/submissions/{_ID}/request-return/", self._request_return),
            ("POST", r"/api/v1/submissions/bonus-payments/", self._set_up),
            ("POST", rf"/api/v1/bulk-bonus-payments/{_ID}/pay/", self._pay),
            ("GET", rf"/api/v1/studies/{_ID}/", self._study),
        ):
            found = re.fullmatch(pattern, asked.path)
            if found and asked.method == method:
                return act(asked.data, *found.groups())
        return _error(404, "Not found.")

    def _read(self, data: Any, session: str) -> Said:
        found = self.submissions.get(session)
        return Said(found) if found else _error(404, "No such submission.")

    def _study(self, data: Any, study: str) -> Said:
        found = {"id": study, "name": "Captions", "status": "ACTIVE", "total_available_places": 10}
        return Said(found)

    def _transition(self, data: Any, session: str) -> Said:
        submission = self.submissions[session]
        wanted = {"APPROVE": "APPROVED", "REJECT": "REJECTED"}[data["action"]]
        if data["action"] == "REJECT" and len(data.get("message", "")) < 100:
            return _error(400, "The message must be at least 100 characters long.")
        if submission["status"] not in ("AWAITING REVIEW", wanted):
            return _error(400, f"A submission that is {submission['status']} cannot be approved.")
        submission["status"] = wanted
        return Said(submission)

    def _request_return(self, data: Any, session: str) -> Said:
        self.submissions[session]["return_requested"] = data["request_return_reasons"]
        return Said(self.submissions[session])

    def _set_up(self, data: Any) -> Said:
        session, amount = data["csv_bonuses"].split(",")
        if (
            session not in self.submissions
            or self.submissions[session]["study_id"] != (data["study_id"])
        ):
            return _error(400, "These ids did not take part in the study.")
        reference = f"b{len(self.bonuses) + 1:023d}"
        self.bonuses[reference] = data["csv_bonuses"]
        return Said({"id": reference, "study": data["study_id"], "amount": amount}, 201)

    def _pay(self, data: Any, reference: str) -> Said:
        self.paid.append(self.bonuses[reference])
        return Said("is being processed", 202)


def _error(status: int, detail: str) -> Said:
    return Said({"error": {"status": status, "detail": detail}}, status)


def message(
    session: str,
    person: str,
    status: str,
    *,
    secret: str = WEBHOOK_SECRET,
    event_id: str = "event-1",
    sent_at: float | None = None,
) -> tuple[bytes, dict[str, str]]:
    """Return (body, headers) of a message as Prolific sends it."""
    body = json.dumps(
        {
            "resource_id": session,
            "event_type": "submission.status.change",
            "participant_id": person,
            "status": status,
        }
    ).encode()
    stamp = str(int(time.time() if sent_at is None else sent_at))
    return body, {
        "Content-Type": "application/json",
        "X-Prolific-Request-Timestamp": stamp,
        "X-Prolific-Request-Signature": sign(body, stamp, secret),
        "X-Event-ID": event_id,
        "X-Timestamp": stamp,
    }
