"""Members, roles and invitations."""

from django.contrib import auth
from django.db import transaction
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import permissions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.operations import operation
from annotate.people.authentication import SessionAuthentication
from annotate.people.models import User
from annotate.people.schemas import Me
from annotate.people.services import create_user
from annotate.projects import access, schemas, selectors, services
from annotate.projects.serializers import (
    InvitationRequestSerializer,
    InvitationSerializer,
    MemberChangesSerializer,
    MemberRequestSerializer,
    MemberSerializer,
    NewInvitationSerializer,
)


class MembersApi(APIView):
    @extend_schema(operation_id="membersList", responses=MemberSerializer(many=True))
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response(MemberSerializer(selectors.members(project), many=True).data)

    @extend_schema(
        operation_id="membersAdd",
        request=MemberRequestSerializer,
        responses={201: MemberSerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = MemberRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        membership = services.add_member(
            project=found.project, actor=found.user, **sent.validated_data
        )
        return Response(MemberSerializer(membership).data, status=201)


class MemberApi(APIView):
    @extend_schema(
        operation_id="membersUpdate", request=MemberChangesSerializer, responses=MemberSerializer
    )
    def patch(self, request: Request, project_id: int, member_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = MemberChangesSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        membership = services.change_member(
            membership=selectors.member(found.project, member_id),
            actor=found.user,
            role=sent.validated_data.get("role"),
            is_blocked=sent.validated_data.get("is_blocked"),
        )
        return Response(MemberSerializer(membership).data)

    @extend_schema(operation_id="membersRemove", responses={204: None})
    def delete(self, request: Request, project_id: int, member_id: int) -> Response:
        found = access.lead(request.user, project_id)
        services.remove_member(
            membership=selectors.member(found.project, member_id), actor=found.user
        )
        return Response(status=204)


class InvitationsApi(APIView):
    @extend_schema(operation_id="invitationsList", responses=InvitationSerializer(many=True))
    def get(self, request: Request, project_id: int) -> Response:
        project = access.lead(request.user, project_id).project
        return Response(InvitationSerializer(selectors.open_invitations(project), many=True).data)

    @extend_schema(
        operation_id="invitationsCreate",
        request=InvitationRequestSerializer,
        responses={201: NewInvitationSerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = InvitationRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        invitation, secret = services.invite(
            project=found.project, actor=found.user, **sent.validated_data
        )
        shown = {**InvitationSerializer(invitation).data, "url": f"/invite/{secret}"}
        return Response(shown, status=201)


class InvitationApi(APIView):
    @extend_schema(operation_id="invitationsWithdraw", responses={204: None})
    def delete(self, request: Request, project_id: int, invitation_id: int) -> Response:
        found = access.lead(request.user, project_id)
        services.withdraw_invitation(
            project=found.project, actor=found.user, invitation_id=invitation_id
        )
        return Response(status=204)


class InvitationLinkApi(APIView):
    """What an invitation link leads to; the secret in it is the permission."""

    permission_classes = [permissions.AllowAny]

    @operation("invitationLinkRead")
    def get(self, secret: str) -> schemas.InvitationPage:
        return schemas.InvitationPage.of(selectors.invitation(secret))


class InvitationAcceptApi(APIView):
    authentication_classes = [SessionAuthentication]
    permission_classes = [permissions.AllowAny]

    @operation("invitationLinkAccept")
    def post(
        self, request: Request, secret: str, body: schemas.Acceptance
    ) -> schemas.AcceptedInvitation:
        SessionAuthentication().enforce_csrf(request)
        with transaction.atomic():
            selectors.invitation(secret)
            user, is_new = self._person(request, body)
            membership = services.accept_invitation(secret=secret, user=user)
        if is_new:
            auth.login(request._request, user, backend="django.contrib.auth.backends.ModelBackend")
        return schemas.AcceptedInvitation(user=Me.of(user), project_id=membership.project_id)

    def _person(self, request: Request, body: schemas.Acceptance) -> tuple[User, bool]:
        if request.user.is_authenticated:
            return request.user, False
        if body.username is None or body.password is None:
            missing = [name for name in ("username", "password") if getattr(body, name) is None]
            raise errors.Invalid(
                fields=[errors.FieldError(name, "missing", "This is needed.") for name in missing]
            )
        created = create_user(
            username=body.username, password=body.password, display_name=body.display_name
        )
        return created, True


urlpatterns = [
    path("projects/<int:project_id>/members", MembersApi.as_view()),
    path("projects/<int:project_id>/members/<int:member_id>", MemberApi.as_view()),
    path("projects/<int:project_id>/invitations", InvitationsApi.as_view()),
    path("projects/<int:project_id>/invitations/<int:invitation_id>", InvitationApi.as_view()),
    path("invitations/<str:secret>", InvitationLinkApi.as_view()),
    path("invitations/<str:secret>/accept", InvitationAcceptApi.as_view()),
]
