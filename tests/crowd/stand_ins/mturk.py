"""A stand-in for Mechanical Turk: the worker's site that takes forms, and the requester's API.

After the published reference (docs.aws.amazon.com/AWSMechTurk): JSON 1.1 calls named by the header
`X-Amz-Target`; forms posted to `/mturk/externalSubmit`. As published, an assignment is told of only
when it was submitted, and a `UniqueRequestToken` that was used before is refused.
"""

from dataclasses import dataclass, field
from typing import Any

from tests.crowd.stand_ins.server import Asked, Said

_TARGET = "MTurkRequesterServiceV20170117."


@dataclass
class MTurk:
    """The platform's memory: who accepted which assignment, and what was paid."""

    accepted: dict[str, str] = field(default_factory=dict)
    submitted: dict[str, dict[str, str]] = field(default_factory=dict)
    status: dict[str, str] = field(default_factory=dict)
    bonuses: list[dict[str, Any]] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)
    hang_up_after_bonus: int = 0

    def accept(self, assignment: str, worker: str) -> None:
        self.accepted[assignment] = worker

    def __call__(self, asked: Asked) -> Said:
        if asked.path == "/mturk/externalSubmit" and asked.method == "POST":
            return self._external_submit(asked.form)
        operation = asked.headers.get("X-Amz-Target", "").removeprefix(_TARGET)
        act = getattr(self, f"_{operation}", None)
        if act is None or "AWS4-HMAC-SHA256" not in asked.headers.get("Authorization", ""):
            return _error("AccessDeniedException", "Not signed, or no such operation.")
        said: Said = act(asked.data)
        return said

    def _external_submit(self, form: dict[str, str]) -> Said:
        assignment = form.get("assignmentId", "")
        # The id alone is not taken as an answer.
        if assignment not in self.accepted or len(form) < 2:
            return Said({"error": "nothing recorded"}, 400)
        self.submitted[assignment] = form
        self.status[assignment] = "Submitted"
        return Said({"ok": True})

    def _GetAccountBalance(self, data: Any) -> Said:  # noqa: N802 - as the API names it
        return Said({"AvailableBalance": "10.00"})

    def _GetAssignment(self, data: Any) -> Said:  # noqa: N802
        assignment = data["AssignmentId"]
        if assignment not in self.submitted:
            return _error("RequestError", "This operation needs a submitted assignment.")
        return Said(
            {
                "Assignment": {
                    "AssignmentId": assignment,
                    "WorkerId": self.accepted[assignment],
                    "AssignmentStatus": self.status[assignment],
                }
            }
        )

    def _ApproveAssignment(self, data: Any) -> Said:  # noqa: N802
        if self.status.get(data["AssignmentId"]) != "Submitted":
            return _error("RequestError", "This assignment cannot be approved.")
        self.status[data["AssignmentId"]] = "Approved"
        return Said({})

    def _SendBonus(self, data: Any) -> Said:  # noqa: N802
        if data["UniqueRequestToken"] in self.tokens:
            return _error("RequestError", "The UniqueRequestToken was used before.")
        self.tokens.add(data["UniqueRequestToken"])
        self.bonuses.append(data)
        if self.hang_up_after_bonus > 0:
            self.hang_up_after_bonus -= 1
            return Said(status=None)
        return Said({})

    def _RejectAssignment(self, data: Any) -> Said:  # noqa: N802
        self.status[data["AssignmentId"]] = f"Rejected: {data['RequesterFeedback']}"
        return Said({})

    def _ListBonusPayments(self, data: Any) -> Said:  # noqa: N802
        found = [paid for paid in self.bonuses if paid["AssignmentId"] == data["AssignmentId"]]
        shown = [{"BonusAmount": p["BonusAmount"], "Reason": p["Reason"]} for p in found]
        return Said({"NumResults": len(shown), "BonusPayments": shown})


def _error(kind: str, text: str) -> Said:
    return Said({"__type": kind, "Message": text, "message": text}, 400)
