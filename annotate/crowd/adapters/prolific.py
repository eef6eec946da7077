"""Prolific: parameters, completion codes, signed messages.

As published: the parameters and the completion address in "Integration guide", signatures in
docs.prolific.com/api-reference/webhooks/verifying, the fields of a message in …/webhooks/receiving.
"""

import base64
import binascii
import hashlib
import hmac
import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from urllib.parse import urlencode

from django.conf import settings as installation
from pydantic import Field

from annotate.crowd.adapters.base import (
    Adapter,
    Arrival,
    BadSignature,
    Client,
    Completion,
    Document,
    Event,
    Line,
    Outcome,
    Preview,
    Refused,
    Secrets,
    Settings,
    identifier,
    printable,
)
from annotate.crowd.adapters.prolific_client import ProlificClient
from annotate.messages import Message

# A recorded message must not be of use later.
FRESH = timedelta(minutes=5)
_BECOMES: dict[str, Literal["returned", "timed_out", "rejected"]] = {
    "RETURNED": "returned",
    "TIMED-OUT": "timed_out",
    "REJECTED": "rejected",
}


class ProlificSettings(Settings):
    study_id: Line = Field(
        "",
        title="Study",
        description="The id of the study. With it, arrivals of other studies are refused.",
    )
    code_completed: Line = Field(
        title="Completion code", description="The code of the study for work that is handed in."
    )
    code_screened_out: Line = Field(
        "", title="Code: screened out", description="For people who may not work in this project."
    )
    code_no_work: Line = Field(
        "", title="Code: no work left", description="For people for whom no work is left."
    )

    def code(self, outcome: Outcome) -> str:
        codes = {"screened_out": self.code_screened_out, "no_work": self.code_no_work}
        return codes.get(outcome) or self.code_completed


class ProlificSecrets(Secrets):
    api_token: Line | None = Field(
        None,
        title="API token",
        description="With it each arrival is verified with Prolific, and payments can be sent.",
    )
    webhook_secret: Line | None = Field(
        None,
        title="Webhook secret",
        description="With it returned and timed-out submissions give their work back at once.",
    )


class ProlificAdapter(Adapter):
    name = "prolific"
    title = "Prolific"
    description = "People come from a study on Prolific and return there with a completion code."
    settings_model = ProlificSettings
    secrets_model = ProlificSecrets
    has_global_ids = True
    confirms_arrivals = True
    has_webhook = True

    def parse(self, parameters: Mapping[str, str], settings: ProlificSettings) -> Arrival | Preview:
        study = identifier(parameters, "STUDY_ID")
        if settings.study_id and study != settings.study_id:
            raise Refused(Message("link_of_another_study"))
        return Arrival(
            person=identifier(parameters, "PROLIFIC_PID"),
            session=identifier(parameters, "SESSION_ID"),
            facts={"study": study},
        )

    def completion(
        self,
        settings: ProlificSettings,
        *,
        facts: Mapping[str, str],
        session: str,
        outcome: Outcome,
    ) -> Completion:
        code = settings.code(outcome)
        query = urlencode({"cc": code})
        url = f"{installation.PROLIFIC_APP_URL}/submissions/complete?{query}"
        return Completion(kind="redirect", url=url, code=code)

    def client(self, settings: ProlificSettings, secrets: ProlificSecrets) -> Client | None:
        return ProlificClient(secrets.api_token, settings.study_id) if secrets.api_token else None

    def verify(
        self, *, headers: Mapping[str, str], body: bytes, secrets: ProlificSecrets, now: datetime
    ) -> Event | None:
        stamp = headers.get("X-Prolific-Request-Timestamp", "")
        signature = headers.get("X-Prolific-Request-Signature", "")
        secret = secrets.webhook_secret
        if not secret or not signed(body, stamp, signature, secret):
            raise BadSignature
        sent_at = _moment(stamp)
        if sent_at is None or abs(now - sent_at) > FRESH:
            raise BadSignature
        # One message has one X-Event-ID however often it is sent; a message without is its bytes.
        event_id = printable(headers.get("X-Event-ID", ""), 200) or hashlib.sha256(body).hexdigest()
        return _event(body, event_id, _moment(headers.get("X-Timestamp", "")) or sent_at)

    def setup(self, settings: ProlificSettings, *, entry_url: str) -> list[Document]:
        names = ("PROLIFIC_PID", "STUDY_ID", "SESSION_ID")
        query = "&".join(f"{name}={{{{%{name}%}}}}" for name in names)
        return [Document(title="Study URL", text=f"{entry_url}?{query}")]


def sign(body: bytes, stamp: str, secret: str) -> str:
    """The signature Prolific sends: base64 of HMAC-SHA256 over time stamp and body.

    >>> sign(b"{}", "1700000000", "secret")
    'RM6OD3UEVWrrFT2bdZ2X/EyvymK1UHHNZgnc1eHXdHk='
    """
    digest = hmac.new(secret.encode(), stamp.encode() + body, hashlib.sha256).digest()
    return base64.b64encode(digest).decode()


def signed(body: bytes, stamp: str, signature: str, secret: str) -> bool:
    """Whether a signature is right; compared in constant time."""
    try:
        base64.b64decode(signature, validate=True)
    except (binascii.Error, ValueError):
        return False
    return hmac.compare_digest(sign(body, stamp, secret).encode(), signature.encode())


def _moment(stamp: str) -> datetime | None:
    try:
        return datetime.fromtimestamp(float(stamp), UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _event(body: bytes, event_id: str, at: datetime) -> Event | None:
    try:
        message: Any = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or message.get("event_type") != "submission.status.change":
        return None
    status = printable(message.get("status", ""), 30).upper().replace("_", "-").replace(" ", "-")
    return Event(
        event_id=event_id,
        kind="submission.status.change",
        session=printable(message.get("resource_id", ""), 200),
        person=printable(message.get("participant_id", ""), 200),
        status=status,
        at=at,
        becomes=_BECOMES.get(status),
    )
