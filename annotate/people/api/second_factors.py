"""The second factor: answering with it, setting it up, taking it away, asking it of others."""

import io

from django.urls import path
from rest_framework import permissions
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import clock, errors
from annotate.core.operations import operation
from annotate.core.schemas import Notice
from annotate.messages import Message
from annotate.people import factor_schemas as schemas
from annotate.people import selectors, services
from annotate.people.access import admin, oneself
from annotate.people.api.confirming import refuse_unconfirmed, session_of
from annotate.people.authentication import EnrolAuthentication, SessionAuthentication
from annotate.people.models import User
from annotate.people.passkey_site import site_of
from annotate.people.schemas import Session

# Under this name a session keeps the secret of an app, encrypted, until a code confirms it.
_NEW_TOTP = "new_totp"
_KEPT_SECONDS = 10 * 60


class SessionCodeApi(APIView):
    """Answer the open question by a code; who has none open is told to sign in."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [permissions.AllowAny]

    @operation("sessionCode")
    def post(self, request: Request, body: schemas.SecondFactorCode) -> Session:
        SessionAuthentication().enforce_csrf(request)
        half = open_question(request)
        factor = services.check_code(user=half.user, code=body.code)
        services.finish(request._request, half, factor)
        return session_of(request)

    @operation("sessionCodeGiveUp")
    def delete(self, request: Request) -> None:
        """Go back to the name and the password."""
        SessionAuthentication().enforce_csrf(request)
        services.give_up(request._request)


def open_question(request: Request) -> services.Half:
    """Whose session begins with a right answer.

    Raises:
        NotAuthenticated: nobody's: nothing was asked here, or too long ago.
    """
    half = services.half_of(request._request)
    if half is None or half.step != "answer":
        raise errors.NotAuthenticated(Message("sign_in_first"))
    return half


class SecondFactorsApi(APIView):
    authentication_classes = [EnrolAuthentication]

    @operation("secondFactorsRead", allow=oneself)
    def get(self, request: Request, granted: User) -> schemas.SecondFactors:
        app, hindrance = selectors.app_of(granted), site_of(request._request).hindrance
        half = services.half_of(request._request)
        return schemas.SecondFactors(
            app=schemas.App.from_row(app) if app else None,
            passkeys=[schemas.passkey(row) for row in granted.passkeys.order_by("id")],
            recovery_codes_left=selectors.recovery_codes_left(granted),
            is_needed=selectors.needs_second_factor(granted),
            is_confirmed=half is not None or services.was_confirmed(request.session),
            has_password=granted.has_usable_password(),
            no_passkeys=Notice.of(hindrance) if hindrance else None,
        )


class TotpApi(APIView):
    authentication_classes = [EnrolAuthentication]

    @operation("totpBegin", allow=oneself)
    def post(self, request: Request, granted: User) -> schemas.NewTotp:
        refuse_unconfirmed(request)
        new = services.new_totp(granted)
        at = clock.now().timestamp()
        request.session[_NEW_TOTP] = {"sealed": new.sealed, "at": at, "user": granted.pk}
        return schemas.NewTotp(
            secret=new.secret, address=new.address, picture=_as_picture(new.address)
        )

    @operation("totpRemove", allow=oneself)
    def delete(self, request: Request, granted: User) -> None:
        refuse_unconfirmed(request)
        services.remove_totp(user=granted)


class TotpConfirmApi(APIView):
    authentication_classes = [EnrolAuthentication]

    @operation("totpConfirm", allow=oneself)
    def post(
        self, request: Request, granted: User, body: schemas.SecondFactorCode
    ) -> schemas.Enrolled:
        new = request.session.get(_NEW_TOTP, {})
        is_good = new.get("user") == granted.pk
        if not is_good or clock.now().timestamp() - new["at"] > _KEPT_SECONDS:
            raise errors.Conflict(Message("totp_begin_again"))
        half = services.half_of(request._request)
        codes = services.add_totp(
            user=granted,
            sealed=new["sealed"],
            code=body.code,
            but=request.session.session_key,
        )
        request.session.pop(_NEW_TOTP, None)
        return enrolled(request, granted, "totp", codes, half)


def enrolled(
    request: Request,
    user: User,
    factor: services.Factor,
    codes: list[str],
    half: services.Half | None,
) -> schemas.Enrolled:
    """Say what came of it; who had to set up a factor to get in (``half``) is in."""
    if half is None:
        services.note_factor(request._request, user, factor)
    else:
        services.finish(request._request, half, factor)
    return schemas.Enrolled(recovery_codes=codes, session=session_of(request))


class RecoveryCodesApi(APIView):
    authentication_classes = [SessionAuthentication]

    @operation("recoveryCodesMake", allow=oneself)
    def post(self, request: Request, granted: User) -> schemas.RecoveryCodes:
        refuse_unconfirmed(request)
        if not selectors.has_second_factor(granted):
            raise errors.Conflict(Message("no_second_factor"))
        return schemas.RecoveryCodes(codes=services.new_recovery_codes(user=granted))


class ConfirmApi(APIView):
    """Show once more who one is."""

    authentication_classes = [SessionAuthentication]

    @operation("meConfirm", allow=oneself)
    def post(self, request: Request, granted: User, body: schemas.Confirmation) -> None:
        if (body.password is None) == (body.code is None):
            raise errors.Invalid(Message("password_or_code"))
        factor: services.Factor = ""
        if body.code is not None:
            factor = services.check_code(user=granted, code=body.code)
        elif body.password is not None:
            services.refuse_wrong_password(granted, body.password, path="password")
        services.note_factor(request._request, granted, factor)


class UserSecondFactorsApi(APIView):
    @operation("usersSecondFactorsReset", allow=admin)
    def delete(self, granted: User, user_id: int) -> None:
        services.reset_factors(user=selectors.person(user_id), actor=granted)


class SecondFactorRuleApi(APIView):
    @operation("secondFactorRuleRead", allow=admin)
    def get(self, granted: User) -> schemas.SecondFactorRule:
        required_for = selectors.second_factor_required_for()
        return schemas.SecondFactorRule.model_validate({"required_for": required_for})

    @operation("secondFactorRuleSet", allow=admin)
    def put(self, granted: User, body: schemas.SecondFactorRule) -> schemas.SecondFactorRule:
        services.require_factors(required_for=body.required_for, actor=granted)
        return body


def _as_picture(address: str) -> str:
    """An address as a QR code: one black path, whatever the colours of the page."""
    import qrcode  # with lxml, in memory that only whoever sets up an app should take
    from qrcode.image.svg import SvgPathImage

    drawn = io.BytesIO()
    qrcode.make(address, image_factory=SvgPathImage, border=2).save(drawn)
    return drawn.getvalue().decode()


urlpatterns = [
    path("session/code", SessionCodeApi.as_view()),
    path("me/second-factors", SecondFactorsApi.as_view()),
    path("me/second-factors/app", TotpApi.as_view()),
    path("me/second-factors/app/confirm", TotpConfirmApi.as_view()),
    path("me/second-factors/recovery-codes", RecoveryCodesApi.as_view()),
    path("me/confirm", ConfirmApi.as_view()),
    path("users/<int:user_id>/second-factors", UserSecondFactorsApi.as_view()),
    path("installation/second-factors", SecondFactorRuleApi.as_view()),
]
