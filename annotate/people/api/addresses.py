"""Addresses of mail: confirming one by the link that was sent there, and having it sent again."""

from django.conf import settings
from django.urls import path
from rest_framework import permissions
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import errors, limits
from annotate.core.http import client_address
from annotate.core.operations import operation
from annotate.messages import Message
from annotate.people import schemas, services
from annotate.people.access import oneself
from annotate.people.authentication import SessionAuthentication
from annotate.people.models import User
from annotate.people.services import PAUSE_SECONDS


class AddressLinkApi(APIView):
    """Use a link that came by mail: the secret is the permission."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [permissions.AllowAny]

    @operation("addressConfirm")
    def post(self, request: Request, body: schemas.AddressToken) -> None:
        SessionAuthentication().enforce_csrf(request)
        guesses = limits.guess(
            "address-token",
            client_address(request._request),
            limit=settings.LOGIN_FAILURES_PER_ADDRESS,
            seconds=PAUSE_SECONDS,
        )
        guesses.refuse_further(Message("links_asked_from_address"))
        try:
            services.confirm_address(token=body.token)
        except errors.NotFound:
            guesses.was_wrong()
            raise


class AddressMailApi(APIView):
    @operation("addressSendAgain", allow=oneself)
    def post(self, granted: User) -> None:
        services.send_address_again(user=granted)


urlpatterns = [
    path("addresses/confirm", AddressLinkApi.as_view()),
    path("me/address/send-again", AddressMailApi.as_view()),
]
