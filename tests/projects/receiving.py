"""A server that webhooks are sent to, and what an endpoint was told."""

import base64
import hashlib
import hmac
from dataclasses import dataclass, field
from typing import Any

from annotate.projects.models import WebhookDelivery, WebhookEndpoint
from annotate.projects.services import webhook_sending
from tests.crowd.stand_ins.server import Asked, Said


class Idle:
    """The progress of a job that nobody watches."""

    job_id = 0
    scope = ""

    def report(self, *_: Any, **__: Any) -> None: ...

    def renew(self) -> None: ...


@dataclass
class Receiver:
    """A server of somebody else's: what it was sent, and what it says next."""

    address: str = ""
    asked: list[Asked] = field(default_factory=list)
    says: list[Said] = field(default_factory=list)

    def answer(self, request: Asked) -> Said:
        self.asked.append(request)
        return self.says.pop(0) if self.says else Said()


@dataclass(frozen=True)
class Told:
    endpoint: WebhookEndpoint
    secret: str

    def send(self) -> None:
        webhook_sending.deliver({"endpoint_id": self.endpoint.pk}, Idle())

    def one(self) -> WebhookDelivery:
        return WebhookDelivery.objects.get(endpoint=self.endpoint)


def header(asked: Asked, name: str) -> str:
    return {key.lower(): value for key, value in asked.headers.items()}[name]


def is_signed(asked: Asked, *known: str) -> bool:
    """Verify as the page of the Standard Webhooks says it, with nothing of the product."""
    signed = header(asked, "webhook-signature").split(" ")
    return signed == [f"v1,{signature_by(secret, asked)}" for secret in known]


def signature_by(secret: str, asked: Asked) -> str:
    names = ("webhook-id", "webhook-timestamp")
    content = b".".join([*(header(asked, name).encode() for name in names), asked.body])
    key = base64.b64decode(secret.split("_")[1])
    return base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
