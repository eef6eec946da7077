"""Passkeys: signing in by one, answering with one, making, renaming and removing them."""

from django.urls import path
from rest_framework import permissions
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import limits
from annotate.core.http import client_address
from annotate.core.operations import operation
from annotate.messages import Message
from annotate.people import factor_schemas as schemas
from annotate.people import selectors, services
from annotate.people.access import oneself
from annotate.people.api.confirming import refuse_unconfirmed, session_of
from annotate.people.api.second_factors import enrolled
from annotate.people.authentication import EnrolAuthentication, SessionAuthentication
from annotate.people.models import User
from annotate.people.schemas import Session
from annotate.people.services import PAUSE_SECONDS

# Wishes for something to sign that one address may have in a quarter of an hour: a room of people.
ASKED_PER_ADDRESS = 200


class _AtTheDoor(APIView):
    """What is asked before anybody is in."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [permissions.AllowAny]


class SignInByPasskeyBeginApi(_AtTheDoor):
    @operation("sessionPasskeyBegin")
    def post(self, request: Request) -> schemas.PasskeyOptions:
        """For whoever has a question open, theirs; else any passkey that says who one is."""
        SessionAuthentication().enforce_csrf(request)
        address = client_address(request._request)
        asked = limits.guess("passkey", address, limit=ASKED_PER_ADDRESS, seconds=PAUSE_SECONDS)
        asked.refuse_further(Message("passkeys_asked_from_address"))
        asked.was_wrong()
        half = services.half_of(request._request)
        user = half.user if half else None
        options = services.begin_signing(request._request, _purpose(half), user)
        return schemas.PasskeyOptions(options=options)


class SignInByPasskeyApi(_AtTheDoor):
    @operation("sessionPasskey")
    def post(self, request: Request, body: schemas.SignedByPasskey) -> Session:
        SessionAuthentication().enforce_csrf(request)
        half = services.half_of(request._request)
        user = half.user if half else None
        signer = services.check_signed(request._request, _purpose(half), user, body.credential)
        if half:
            services.finish(request._request, half, "passkey")
        else:
            services.sign_in(request._request, signer, services.How.PASSKEY, factor="passkey")
        return session_of(request)


def _purpose(half: services.Half | None) -> services.Purpose:
    return "answer" if half else "sign_in"


class PasskeysBeginApi(APIView):
    authentication_classes = [EnrolAuthentication]

    @operation("passkeysBegin", allow=oneself)
    def post(self, request: Request, granted: User) -> schemas.PasskeyOptions:
        refuse_unconfirmed(request)
        options = services.begin_adding(request._request, granted)
        return schemas.PasskeyOptions(options=options)


class PasskeysApi(APIView):
    authentication_classes = [EnrolAuthentication]

    @operation("passkeysAdd", allow=oneself)
    def post(self, request: Request, granted: User, body: schemas.NewPasskey) -> schemas.Enrolled:
        half = services.half_of(request._request)
        codes = services.add_passkey(
            request._request,
            user=granted,
            name=body.name,
            credential=body.credential,
            but=request.session.session_key,
        )
        return enrolled(request, granted, "passkey", codes, half)


class PasskeyApi(APIView):
    authentication_classes = [SessionAuthentication]

    @operation("passkeysChange", allow=oneself)
    def patch(
        self, request: Request, granted: User, passkey_id: int, body: schemas.PasskeyChanges
    ) -> schemas.Passkey:
        passkey = selectors.passkey_of(granted, passkey_id)
        refuse_unconfirmed(request)
        if body.name is not None:
            services.rename_passkey(passkey=passkey, name=body.name)
        return schemas.passkey(passkey)

    @operation("passkeysRemove", allow=oneself)
    def delete(self, request: Request, granted: User, passkey_id: int) -> None:
        passkey = selectors.passkey_of(granted, passkey_id)
        refuse_unconfirmed(request)
        services.remove_passkey(passkey=passkey)


class ConfirmByPasskeyBeginApi(APIView):
    authentication_classes = [SessionAuthentication]

    @operation("meConfirmPasskeyBegin", allow=oneself)
    def post(self, request: Request, granted: User) -> schemas.PasskeyOptions:
        options = services.begin_signing(request._request, "confirm", granted)
        return schemas.PasskeyOptions(options=options)


class ConfirmByPasskeyApi(APIView):
    authentication_classes = [SessionAuthentication]

    @operation("meConfirmPasskey", allow=oneself)
    def post(self, request: Request, granted: User, body: schemas.SignedByPasskey) -> None:
        services.check_signed(request._request, "confirm", granted, body.credential)
        services.note_factor(request._request, granted, "passkey")


urlpatterns = [
    path("session/passkey/begin", SignInByPasskeyBeginApi.as_view()),
    path("session/passkey", SignInByPasskeyApi.as_view()),
    path("me/second-factors/passkeys/begin", PasskeysBeginApi.as_view()),
    path("me/second-factors/passkeys", PasskeysApi.as_view()),
    path("me/second-factors/passkeys/<int:passkey_id>", PasskeyApi.as_view()),
    path("me/confirm/passkey/begin", ConfirmByPasskeyBeginApi.as_view()),
    path("me/confirm/passkey", ConfirmByPasskeyApi.as_view()),
]
