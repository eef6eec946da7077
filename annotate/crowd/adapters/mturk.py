"""Mechanical Turk's ExternalQuestion: our pages in a frame of its site.

As published: parameters and preview in docs.aws.amazon.com/AWSMechTurk "How Mechanical Turk tasks
are rendered" and "ExternalQuestion". Amazon has announced that it closes Mechanical Turk; nothing
else here depends on this adapter.
"""

import json
from collections.abc import Mapping
from typing import Any, Literal
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

from django.conf import settings as installation
from pydantic import Field, model_validator

from annotate.crowd.adapters.base import (
    Adapter,
    Arrival,
    Client,
    Completion,
    Document,
    Line,
    Outcome,
    Preview,
    Refused,
    Secrets,
    Settings,
    identifier,
)
from annotate.crowd.adapters.mturk_client import MTurkClient
from annotate.messages import Message

NOT_ACCEPTED = "ASSIGNMENT_ID_NOT_AVAILABLE"
SCHEMA = (
    "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2006-07-14/"
    "ExternalQuestion.xsd"
)
# Ids of the qualifications that Mechanical Turk keeps itself.
HITS_APPROVED = "00000000000000000040"
PERCENT_APPROVED = "000000000000000000L0"
LOCALE = "00000000000000000071"


class MTurkSettings(Settings):
    environment: Literal["sandbox", "production"] = Field(
        "sandbox", title="Environment", description="The sandbox pays no money."
    )
    frame_height: int = Field(
        0, ge=0, le=5000, title="Height of the frame", description="Pixels; 0 for all there is."
    )


class MTurkSecrets(Secrets):
    access_key_id: Line | None = Field(
        None, title="Access key id", description="Of an AWS user with rights for Mechanical Turk."
    )
    secret_access_key: Line | None = Field(
        None, title="Secret access key", description="Needed to send payments."
    )

    @model_validator(mode="after")
    def _both_or_none(self) -> "MTurkSecrets":
        if bool(self.access_key_id) != bool(self.secret_access_key):
            raise ValueError(Message("both_keys_or_none"))
        return self


class MTurkAdapter(Adapter):
    name = "mturk"
    title = "Amazon Mechanical Turk"
    description = "Workers do the task in a frame on Mechanical Turk (ExternalQuestion)."
    notice = (
        "Amazon has announced that it closes Mechanical Turk. Use this only to finish running"
        " collections; a new one belongs elsewhere."
    )
    settings_model = MTurkSettings
    secrets_model = MTurkSecrets
    has_global_ids = True

    def parse(self, parameters: Mapping[str, str], settings: MTurkSettings) -> Arrival | Preview:
        session = identifier(parameters, "assignmentId")
        if session == NOT_ACCEPTED:
            return Preview()
        origin = parameters.get("turkSubmitTo", "").strip().rstrip("/")
        if origin not in installation.MTURK_SUBMIT_ORIGINS:
            raise Refused(Message("address_without_turk_server"))
        return Arrival(
            person=identifier(parameters, "workerId"),
            session=session,
            facts={"hit": identifier(parameters, "hitId"), "submit_to": origin},
        )

    def completion(
        self, settings: MTurkSettings, *, facts: Mapping[str, str], session: str, outcome: Outcome
    ) -> Completion:
        origin = facts.get("submit_to", "")
        # Only handed-in work is submitted; who cannot work returns the HIT on the platform.
        if outcome != "completed" or origin not in installation.MTURK_SUBMIT_ORIGINS:
            return Completion(kind="none")
        # At least one field beside the id must be sent, or nothing is recorded.
        fields = {"assignmentId": session, "outcome": outcome}
        return Completion(kind="form", url=f"{origin}/mturk/externalSubmit", fields=fields)

    def frame(self) -> tuple[list[str], list[str]] | None:
        return installation.MTURK_FRAME_ORIGINS, installation.MTURK_SUBMIT_ORIGINS

    def client(self, settings: MTurkSettings, secrets: MTurkSecrets) -> Client | None:
        if not (secrets.access_key_id and secrets.secret_access_key):
            return None
        return MTurkClient(
            self.server(settings),
            secrets.access_key_id,
            secrets.secret_access_key,
        )

    def server(self, settings: MTurkSettings) -> str:
        return str(installation.MTURK_API_URLS[settings.environment])

    def setup(self, settings: MTurkSettings, *, entry_url: str) -> list[Document]:
        requirements = json.dumps(qualification_requirements(settings), indent=2)
        return [
            Document(title="Question", text=external_question(entry_url, settings.frame_height)),
            Document(title="QualificationRequirements", text=requirements),
        ]


def external_question(url: str, height: int) -> str:
    """The XML of a question that shows `url` in a frame.

    >>> external_question("https://example.org/enter/a?b=1&c=2", 0).splitlines()[1]
    '  <ExternalURL>https://example.org/enter/a?b=1&amp;c=2</ExternalURL>'
    """
    # The schema takes HTTPS alone; behind a proxy the address may have been seen without it.
    secure = url if urlsplit(url).scheme == "https" else f"https://{url.split('://', 1)[-1]}"
    return (
        f'<ExternalQuestion xmlns="{SCHEMA}">\n'
        f"  <ExternalURL>{escape(secure)}</ExternalURL>\n"
        f"  <FrameHeight>{height}</FrameHeight>\n"
        "</ExternalQuestion>"
    )


def qualification_requirements(settings: MTurkSettings) -> list[dict[str, Any]]:
    """What to demand of workers, in the words of Mechanical Turk's API.

    VW App. A.1 demanded more than 500 approved HITs and at least 95% approval:

    >>> asked = MTurkSettings(vouched_approved=501, vouched_approval_rate=0.95)
    >>> [(r["QualificationTypeId"][-4:], r["Comparator"], r["IntegerValues"])
    ...  for r in qualification_requirements(asked)]
    [('0040', 'GreaterThanOrEqualTo', [501]), ('00L0', 'GreaterThanOrEqualTo', [95])]
    """
    rate, country = settings.vouched_approval_rate, settings.vouched_locale.partition("-")[2]
    percent = None if rate is None else round(rate * 100)
    numbers = {HITS_APPROVED: settings.vouched_approved, PERCENT_APPROVED: percent}
    requirements = [
        _requirement(kind, "GreaterThanOrEqualTo", {"IntegerValues": [number]})
        for kind, number in numbers.items()
        if number is not None
    ]
    if country:
        values = {"LocaleValues": [{"Country": country}]}
        requirements.append(_requirement(LOCALE, "EqualTo", values))
    return requirements


def _requirement(kind: str, comparator: str, values: dict[str, Any]) -> dict[str, Any]:
    return {
        "QualificationTypeId": kind,
        "Comparator": comparator,
        **values,
        "ActionsGuarded": "DiscoverPreviewAndAccept",
    }
