"""Signing in and out, one's own account, tokens, and the accounts that admins make."""

from typing import Any, cast

from django.contrib import auth
from django.middleware.csrf import get_token
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import permissions, serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.http import CursorPage
from annotate.people import selectors, services
from annotate.people.authentication import SessionAuthentication
from annotate.people.models import User
from annotate.people.serializers import (
    MeSerializer,
    PreferenceChangesField,
    UsernameField,
    UserSerializer,
)


class SessionSerializer(serializers.Serializer[Any]):
    user = MeSerializer(allow_null=True)


class LoginSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=200, trim_whitespace=False, write_only=True)


class WrongCredentials(errors.AppError):
    code = "wrong_credentials"
    status = 401
    default_message = "The username or the password is wrong."
    default_remedy = "Check both; after several wrong attempts you must wait a quarter of an hour."


class SessionApi(APIView):
    """Who is signed in; sign in; sign out."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [permissions.AllowAny]

    @extend_schema(operation_id="sessionRead", responses=SessionSerializer)
    def get(self, request: Request) -> Response:
        get_token(request)
        user = request.user if request.user.is_authenticated else None
        return Response(SessionSerializer({"user": user}).data)

    @extend_schema(operation_id="signIn", request=LoginSerializer, responses=SessionSerializer)
    def post(self, request: Request) -> Response:
        sent = LoginSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        user = auth.authenticate(request._request, **sent.validated_data)
        if user is None:
            # Where there were too many attempts, the middleware of django-axes puts
            # `core.http.locked_out` in the place of this answer.
            raise WrongCredentials
        auth.login(request._request, user)
        get_token(request)
        return Response(SessionSerializer({"user": user}).data)

    @extend_schema(operation_id="signOut", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        auth.logout(request._request)
        return Response(status=204)

    def check_sign_in_csrf(self, request: Request) -> None:
        """DRF checks CSRF only for people already signed in; a log-in needs it as well."""
        SessionAuthentication().enforce_csrf(request)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.method == "POST":
            self.check_sign_in_csrf(request)


class ProfileSerializer(serializers.Serializer[Any]):
    display_name = serializers.CharField(max_length=100, allow_blank=True, required=False)
    email = serializers.EmailField(allow_blank=True, required=False)
    preferences = PreferenceChangesField(required=False)


class MeApi(APIView):
    @extend_schema(operation_id="meUpdate", request=ProfileSerializer, responses=MeSerializer)
    def patch(self, request: Request) -> Response:
        sent = ProfileSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        user = services.update_profile(user=cast(User, request.user), **sent.validated_data)
        return Response(MeSerializer(user).data)


class PasswordSerializer(serializers.Serializer[Any]):
    current_password = serializers.CharField(max_length=200, trim_whitespace=False)
    new_password = serializers.CharField(max_length=200, trim_whitespace=False)


class PasswordApi(APIView):
    @extend_schema(operation_id="passwordChange", request=PasswordSerializer, responses={204: None})
    def post(self, request: Request) -> Response:
        sent = PasswordSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        user = cast(User, request.user)
        services.change_password(
            user=user,
            current=sent.validated_data["current_password"],
            new=sent.validated_data["new_password"],
        )
        auth.update_session_auth_hash(request._request, user)
        return Response(status=204)


class TokenSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    prefix = serializers.CharField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True)


class NewTokenSerializer(TokenSerializer):
    token = serializers.CharField()


class TokenRequestSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=100)
    expires_in_days = serializers.IntegerField(min_value=1, max_value=366, default=90)


class TokensApi(APIView):
    @extend_schema(operation_id="tokensList", responses=TokenSerializer(many=True))
    def get(self, request: Request) -> Response:
        tokens = selectors.tokens_of(cast(User, request.user))
        return Response(TokenSerializer(tokens, many=True).data)

    @extend_schema(
        operation_id="tokensCreate",
        request=TokenRequestSerializer,
        responses={201: NewTokenSerializer},
    )
    def post(self, request: Request) -> Response:
        sent = TokenRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        token, secret = services.create_token(user=cast(User, request.user), **sent.validated_data)
        return Response({**TokenSerializer(token).data, "token": secret}, status=201)


class TokenApi(APIView):
    @extend_schema(operation_id="tokensRevoke", responses={204: None})
    def delete(self, request: Request, token_id: int) -> Response:
        services.revoke_token(user=cast(User, request.user), token_id=token_id)
        return Response(status=204)


class IsAdmin(permissions.BasePermission):
    def has_permission(self, request: Request, view: APIView) -> bool:
        return isinstance(request.user, User) and request.user.is_admin


class UserRequestSerializer(serializers.Serializer[Any]):
    username = UsernameField()
    password = serializers.CharField(max_length=200, trim_whitespace=False)
    display_name = serializers.CharField(max_length=100, allow_blank=True, default="")
    email = serializers.EmailField(allow_blank=True, default="")
    is_admin = serializers.BooleanField(default=False)
    may_create_projects = serializers.BooleanField(default=False)


class UserChangesSerializer(serializers.Serializer[Any]):
    is_admin = serializers.BooleanField(required=False)
    may_create_projects = serializers.BooleanField(required=False)
    is_active = serializers.BooleanField(required=False)
    password = serializers.CharField(max_length=200, trim_whitespace=False, required=False)


class UserApi(APIView):
    permission_classes = [IsAdmin]

    @extend_schema(
        operation_id="usersUpdate", request=UserChangesSerializer, responses=UserSerializer
    )
    def patch(self, request: Request, user_id: int) -> Response:
        sent = UserChangesSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        user = services.change_user(
            user=selectors.person(user_id), actor=cast(User, request.user), **sent.validated_data
        )
        return Response(UserSerializer(user).data)


class UsersApi(ListAPIView[User]):
    permission_classes = [IsAdmin]
    serializer_class = UserSerializer
    pagination_class = CursorPage

    def get_queryset(self) -> Any:
        return selectors.people()

    @extend_schema(operation_id="usersList")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="usersCreate", request=UserRequestSerializer, responses={201: UserSerializer}
    )
    def post(self, request: Request) -> Response:
        sent = UserRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        return Response(
            UserSerializer(services.create_user(**sent.validated_data)).data, status=201
        )


urlpatterns = [
    path("session", SessionApi.as_view()),
    path("me", MeApi.as_view()),
    path("me/password", PasswordApi.as_view()),
    path("me/tokens", TokensApi.as_view()),
    path("me/tokens/<int:token_id>", TokenApi.as_view()),
    path("users", UsersApi.as_view()),
    path("users/<int:user_id>", UserApi.as_view()),
]
