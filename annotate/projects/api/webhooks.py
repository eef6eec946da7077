"""Endpoints that are told what happens in a project, and what was sent to them."""

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.operations import operation, paginate
from annotate.core.schemas import Page
from annotate.projects import access, selectors
from annotate.projects.access import Access
from annotate.projects.services import webhooks
from annotate.projects.webhook_schemas import (
    DeliveriesQuery,
    FailedSince,
    NewWebhook,
    Rotation,
    SentAgain,
    WebhookChanges,
    WebhookDelivery,
    WebhookEndpoint,
)


class WebhooksApi(APIView):
    @operation("webhooksList", allow=access.lead)
    def get(self, granted: Access) -> list[WebhookEndpoint]:
        return [WebhookEndpoint.of(row) for row in granted.project.webhooks.order_by("pk")]

    @operation("webhooksCreate", allow=access.lead, status=201)
    def post(self, granted: Access, body: NewWebhook) -> WebhookEndpoint:
        made, secret = webhooks.make(
            project=granted.project, actor=granted.user, url=body.url, events=body.events
        )
        return WebhookEndpoint.of(made, secret)


class WebhookApi(APIView):
    @operation("webhooksUpdate", allow=access.lead)
    def patch(self, granted: Access, webhook_id: int, body: WebhookChanges) -> WebhookEndpoint:
        changed, secret = webhooks.change(
            endpoint=selectors.webhook(granted.project, webhook_id),
            actor=granted.user,
            changes=body.model_dump(exclude_unset=True),
        )
        return WebhookEndpoint.of(changed, secret)

    @operation("webhooksDelete", allow=access.lead)
    def delete(self, granted: Access, webhook_id: int) -> None:
        webhooks.remove(endpoint=selectors.webhook(granted.project, webhook_id), actor=granted.user)


class RotateApi(APIView):
    @operation("webhooksRotate", allow=access.lead)
    def post(self, granted: Access, webhook_id: int, body: Rotation) -> WebhookEndpoint:
        endpoint = selectors.webhook(granted.project, webhook_id)
        secret = webhooks.rotate(endpoint=endpoint, actor=granted.user, at_once=body.at_once)
        endpoint.refresh_from_db()
        return WebhookEndpoint.of(endpoint, secret)


class TestApi(APIView):
    @operation("webhooksTest", allow=access.lead, status=201)
    def post(self, granted: Access, webhook_id: int) -> WebhookDelivery:
        return WebhookDelivery.of(webhooks.test(selectors.webhook(granted.project, webhook_id)))


class DeliveriesApi(APIView):
    @operation("webhookDeliveriesList", allow=access.lead)
    def get(
        self, request: Request, granted: Access, webhook_id: int, query: DeliveriesQuery
    ) -> Page[WebhookDelivery]:
        endpoint = selectors.webhook(granted.project, webhook_id)
        rows = selectors.webhook_deliveries(endpoint, state=query.state)
        return paginate(request, rows, WebhookDelivery.of)


class SendFailedApi(APIView):
    @operation("webhookDeliveriesSendFailed", allow=access.lead)
    def post(self, granted: Access, webhook_id: int, body: FailedSince) -> SentAgain:
        endpoint = selectors.webhook(granted.project, webhook_id)
        sent = webhooks.send_failed(endpoint=endpoint, actor=granted.user, since=body.since)
        return SentAgain(count=sent)


class SendAgainApi(APIView):
    @operation("webhookDeliveriesSend", allow=access.lead)
    def post(self, granted: Access, webhook_id: int, webhook_delivery_id: int) -> WebhookDelivery:
        endpoint = selectors.webhook(granted.project, webhook_id)
        delivery = selectors.webhook_delivery(endpoint, webhook_delivery_id)
        return WebhookDelivery.of(webhooks.send_again(delivery=delivery, actor=granted.user))


_ALL = "projects/<int:project_id>/webhooks"
_ONE = f"{_ALL}/<int:webhook_id>"
urlpatterns = [
    path(_ALL, WebhooksApi.as_view()),
    path(_ONE, WebhookApi.as_view()),
    path(f"{_ONE}/rotate", RotateApi.as_view()),
    path(f"{_ONE}/test", TestApi.as_view()),
    path(f"{_ONE}/deliveries", DeliveriesApi.as_view()),
    path(f"{_ONE}/deliveries/send", SendFailedApi.as_view()),
    path(f"{_ONE}/deliveries/<int:webhook_delivery_id>/send", SendAgainApi.as_view()),
]
