"""The `webhooks` of the OpenAPI document: one for each type of event, from the table of events."""

from typing import Any

from drf_spectacular.utils import OpenApiWebhook

from annotate.core import openapi
from annotate.projects.webhook_events import EVENTS, PAYLOADS, EventType

_HEADERS = {
    "webhook-id": "The same however often this event is sent.",
    "webhook-timestamp": "Seconds since 1970 of this attempt.",
    "webhook-signature": "`v1,` and Base64 of the HMAC-SHA256 of `id.timestamp.body`; after a "
    "rotation two of these, separated by a space.",
    "webhook-number": "Counted per endpoint, in the order in which events are first sent.",
}
_PARAMETERS = [
    {
        "in": "header",
        "name": name,
        "required": True,
        "schema": {"type": "string"},
        "description": about,
    }
    for name, about in _HEADERS.items()
]
_RESPONSES = {
    "2XX": {"description": "Received."},
    "410": {"description": "Send no more: the endpoint is switched off."},
    "default": {"description": "Not received: it is sent again."},
}


def _operation(name: EventType) -> dict[str, Any]:
    return {
        "operationId": f"webhook.{name}",
        "summary": EVENTS[name].when,
        "tags": ["webhooks"],
        "parameters": _PARAMETERS,
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": openapi.reference(PAYLOADS[name], "serialization")}
            },
        },
        "responses": _RESPONSES,
    }


# The setting `WEBHOOKS` of drf-spectacular.
WEBHOOKS = [OpenApiWebhook(name=name, decorator={"post": _operation(name)}) for name in EVENTS]
