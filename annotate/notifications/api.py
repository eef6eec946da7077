"""What somebody is told, and how they want to be told it."""

from typing import cast

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.operations import operation, paginate_together
from annotate.core.schemas import Page
from annotate.notifications import schemas, selectors, services
from annotate.notifications.models import Notification
from annotate.notifications.subjects import SUBJECTS
from annotate.people.models import User


class NotificationsApi(APIView):
    @operation("notificationsList")
    def get(
        self, request: Request, query: schemas.NotificationsQuery
    ) -> Page[schemas.Notification]:
        rows = selectors.shown(cast(User, request.user), unread=query.unread)
        return paginate_together(
            request,
            rows,
            lambda page: [schemas.Notification.of_row(row) for row in page],
            ordering=("-updated_at", "-id"),
        )


class UnreadApi(APIView):
    @operation("notificationsUnread")
    def get(self, request: Request) -> schemas.UnreadNotifications:
        rows = selectors.shown(cast(User, request.user), unread=True)
        return schemas.UnreadNotifications(count=rows.count())


class NotificationReadApi(APIView):
    @operation("notificationRead", allow=selectors.own)
    def post(self, granted: Notification) -> None:
        services.mark_read(notification=granted)


class NotificationsReadApi(APIView):
    @operation("notificationsReadAll")
    def post(self, request: Request) -> None:
        services.mark_all_read(user=cast(User, request.user))


class ChoicesApi(APIView):
    @operation("notificationChoicesRead")
    def get(self, request: Request) -> schemas.NotificationChoices:
        return selectors.choices(cast(User, request.user))


class ChoiceApi(APIView):
    @operation("notificationChoicesUpdate")
    def patch(
        self, request: Request, kind: str, body: schemas.NotificationChoiceChanges
    ) -> schemas.NotificationChoice:
        if kind not in SUBJECTS:
            raise errors.NotFound
        user = cast(User, request.user)
        return services.choose(user=user, kind=kind, changes=body.sent())


urlpatterns = [
    path("me/notifications", NotificationsApi.as_view()),
    path("me/notifications/unread", UnreadApi.as_view()),
    path("me/notifications/read", NotificationsReadApi.as_view()),
    path("me/notifications/choices", ChoicesApi.as_view()),
    path("me/notifications/choices/<str:kind>", ChoiceApi.as_view()),
    path("me/notifications/<int:notification_id>/read", NotificationReadApi.as_view()),
]
