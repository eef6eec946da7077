"""Members, roles and invitations."""

from django.db import transaction
from django.urls import path
from rest_framework import permissions
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import errors, limits
from annotate.core.http import client_address
from annotate.core.operations import operation
from annotate.messages import Message
from annotate.people.access import admin
from annotate.people.authentication import SessionAuthentication
from annotate.people.models import User
from annotate.people.schemas import Me
from annotate.people.selectors import person
from annotate.people.services import (
    PAUSE_SECONDS,
    How,
    UsernameTaken,
    create_user,
    refuse_way,
    sign_in,
)
from annotate.projects import access, hooks, schemas, selectors, services
from annotate.projects.access import Access
from annotate.projects.models import Invitation

# Names that are taken, from one address in a quarter of an hour.
TAKEN_NAMES = 20


class MembersApi(APIView):
    @operation("membersList", allow=access.reader)
    def get(self, granted: Access) -> list[schemas.Member]:
        seen = hooks.last_seen_in(granted.project.pk)
        rows = selectors.members(granted.project)
        return [schemas.Member.of(row, seen.get(row.user_id)) for row in rows]


class MemberApi(APIView):
    @operation("membersUpdate", allow=access.lead)
    def patch(self, granted: Access, member_id: int, body: schemas.MemberChanges) -> schemas.Member:
        membership = services.change_member(
            membership=selectors.member(granted.project, member_id),
            actor=granted.user,
            role=body.role,
            is_blocked=body.is_blocked,
        )
        seen = hooks.last_seen_in(granted.project.pk)
        return schemas.Member.of(membership, seen.get(membership.user_id))

    @operation("membersRemove", allow=access.lead)
    def delete(self, granted: Access, member_id: int) -> None:
        services.remove_member(
            membership=selectors.member(granted.project, member_id), actor=granted.user
        )


class InvitationsApi(APIView):
    @operation("invitationsList", allow=access.lead)
    def get(self, granted: Access) -> list[schemas.Invitation]:
        return [schemas.Invitation.of(row) for row in selectors.open_invitations(granted.project)]

    @operation("invitationsCreate", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.NewInvitation) -> schemas.CreatedInvitation:
        invitation, secret = services.invite(
            project=granted.project,
            actor=granted.user,
            role=body.role,
            expires_in_days=body.expires_in_days,
            uses=body.uses,
        )
        return schemas.CreatedInvitation(
            **dict(schemas.Invitation.of(invitation)), url=f"/invite/{secret}"
        )


class InvitationApi(APIView):
    @operation("invitationsWithdraw", allow=access.lead)
    def delete(self, granted: Access, invitation_id: int) -> None:
        services.withdraw_invitation(
            project=granted.project, actor=granted.user, invitation_id=invitation_id
        )


class InvitationRenewApi(APIView):
    @operation("invitationsRenew", allow=access.lead)
    def post(self, granted: Access, invitation_id: int) -> schemas.CreatedInvitation:
        """Another link for an invitation; the one before stops working."""
        invitation = selectors.invitation_of(granted.project, invitation_id)
        secret = services.renew_link(invitation=invitation, actor=granted.user)
        return schemas.CreatedInvitation(
            **dict(schemas.Invitation.of(invitation)), url=f"/invite/{secret}"
        )


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
            invited = selectors.invitation(secret)
            user, is_new = self._person(request, body, invited)
            membership = services.accept_invitation(secret=secret, user=user)
        if is_new:
            sign_in(request._request, user, How.INVITATION)
        return schemas.AcceptedInvitation(user=Me.of(user), project_id=membership.project_id)

    def _person(
        self, request: Request, body: schemas.Acceptance, invited: Invitation
    ) -> tuple[User, bool]:
        if request.user.is_authenticated:
            return request.user, False
        if body.username is None or body.password is None:
            missing = [name for name in ("username", "password") if getattr(body, name) is None]
            needed = Message("needed_field")
            raise errors.Invalid(
                fields=[errors.FieldError.about(name, needed, code="missing") for name in missing]
            )
        refuse_way(How.INVITATION)
        # Who makes an account learns that a name is taken; nobody may go through names by that.
        address = client_address(request._request)
        guesses = limits.guess("names", address, limit=TAKEN_NAMES, seconds=PAUSE_SECONDS)
        guesses.refuse_further(Message("guessed_names"))
        try:
            created = create_user(
                username=body.username,
                password=body.password,
                display_name=body.display_name,
                email=invited.email if invited.is_secret_mailed else "",
                is_confirmed=True,
            )
        except UsernameTaken:
            guesses.was_wrong()
            raise
        return created, True


class UserMembershipsApi(APIView):
    @operation("usersMembershipsList", allow=admin)
    def get(self, granted: User, user_id: int) -> list[schemas.UserMembership]:
        found = selectors.memberships_of(person(user_id))
        return [schemas.UserMembership.of(membership) for membership in found]


urlpatterns = [
    path("users/<int:user_id>/memberships", UserMembershipsApi.as_view()),
    path("projects/<int:project_id>/members", MembersApi.as_view()),
    path("projects/<int:project_id>/members/<int:member_id>", MemberApi.as_view()),
    path("projects/<int:project_id>/invitations", InvitationsApi.as_view()),
    path("projects/<int:project_id>/invitations/<int:invitation_id>", InvitationApi.as_view()),
    path(
        "projects/<int:project_id>/invitations/<int:invitation_id>/renew",
        InvitationRenewApi.as_view(),
    ),
    path("invitations/<str:secret>", InvitationLinkApi.as_view()),
    path("invitations/<str:secret>/accept", InvitationAcceptApi.as_view()),
]
