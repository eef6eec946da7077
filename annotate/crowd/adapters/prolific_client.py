"""Prolific's REST API, as far as it is used (docs.prolific.com/api-reference)."""

from typing import Any, ClassVar
from urllib.parse import quote

from django.conf import settings as installation

from annotate.core import fetch
from annotate.crowd.adapters.base import ClientError, Holder, Order, printable
from annotate.messages import Message

# The API asks for a reason of at least this length.
SHORTEST_REJECTION = 100
REJECTION_CATEGORIES = (
    *("TOO_QUICKLY", "TOO_SLOWLY", "FAILED_INSTRUCTIONS", "INCOMP_LONGITUDINAL", "FAILED_CHECK"),
    *("LOW_EFFORT", "MALINGERING", "NO_CODE", "BAD_CODE", "NO_DATA", "UNSUPP_DEVICE", "OTHER"),
)


class ProlificClient:
    """Submissions and bonuses; every request carries the lead's token and no answer shows it."""

    # "This endpoint is not idempotent" (…/bonuses/pay-bonus-payments): never asked twice.
    bonus_is_idempotent: ClassVar[bool] = False

    def __init__(self, token: str, study_id: str) -> None:
        self._token, self._study_id = token, study_id

    def check(self) -> Message:
        if not self._study_id:
            self._ask("GET", "/users/me/")
            return Message("prolific_token_works")
        study = self._ask("GET", f"/studies/{_safe(self._study_id)}/")
        return Message(
            "prolific_study_found",
            name=str(study.get("name", "")),
            status=str(study.get("status", "unknown")),
            places=str(study.get("total_available_places", "?")),
        )

    def holder(self, session: str) -> Holder | None:
        submission = self._ask("GET", f"/submissions/{_safe(session)}/")
        study = submission.get("study_id")
        return Holder(
            person=str(submission.get("participant") or submission.get("participant_id") or ""),
            status=str(submission.get("status", "")),
            facts={"study": str(study)} if study else {},
        )

    def approve(self, order: Order) -> None:
        # Idempotent: "the second request will be ignored" (…/submissions/transition-submission).
        self._ask("POST", f"/submissions/{_safe(order.session)}/transition/", {"action": "APPROVE"})

    def prepare_bonus(self, order: Order) -> str:
        data = {
            "study_id": order.facts.get("study", ""),
            # In units of the study's currency: 1.50 is one pound fifty, 30 is thirty pounds.
            "csv_bonuses": f"{order.session},{order.bonus:.2f}",
        }
        reference = str(self._ask("POST", "/submissions/bonus-payments/", data).get("id", ""))
        if not reference:
            raise ClientError(Message("prolific_bonus_without_id"))
        return reference

    def pay_bonus(self, order: Order, reference: str) -> None:
        self._ask("POST", f"/bulk-bonus-payments/{_safe(reference)}/pay/", {})

    def reject(self, session: str, *, message: str, category: str) -> None:
        if len(message) < SHORTEST_REJECTION:
            raise ClientError(Message("prolific_reason_too_short", limit=SHORTEST_REJECTION))
        if category not in REJECTION_CATEGORIES:
            raise ClientError(Message("prolific_categories", categories=REJECTION_CATEGORIES))
        data = {"action": "REJECT", "message": message, "rejection_category": category}
        self._ask("POST", f"/submissions/{_safe(session)}/transition/", data)

    def request_return(self, session: str, *, reasons: list[str]) -> None:
        data = {"request_return_reasons": reasons}
        self._ask("POST", f"/submissions/{_safe(session)}/request-return/", data)

    def _ask(self, method: str, path: str, data: Any = None) -> dict[str, Any]:
        try:
            answer = fetch.send_json(
                method,
                f"{installation.PROLIFIC_API_URL}{path}",
                headers={"Authorization": f"Token {self._token}"},
                data=data,
            )
        except fetch.FetchError as lost:
            raise ClientError(lost.message, uncertain=lost.request_sent) from lost
        if answer.status >= 400 or answer.status in range(300, 400):
            # A fault of the server says nothing about what it had done before.
            raise ClientError(_complaint(answer), uncertain=answer.status >= 500)
        body = answer.json()
        return body if isinstance(body, dict) else {}


def _safe(part: str) -> str:
    """An id as one step of a path, whatever it holds."""
    return quote(part, safe="")


def _complaint(answer: fetch.Response) -> Message:
    """What the API complains of, in its words."""
    body = answer.json()
    error = body.get("error", {}) if isinstance(body, dict) else {}
    detail = error.get("detail") or error.get("title") if isinstance(error, dict) else error
    text = printable(detail, 300) if detail else Message("no_reason_given")
    return Message("prolific_answered", status=str(answer.status), text=text)
