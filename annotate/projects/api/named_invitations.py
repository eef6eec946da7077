"""Inviting people by their names, and what they answer."""

from typing import cast

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.operations import operation
from annotate.people.models import User
from annotate.projects import access, schemas, selectors, services
from annotate.projects.access import Access


class NamedInvitationsApi(APIView):
    @operation("namedInvitationsList", allow=access.lead)
    def get(self, granted: Access) -> list[schemas.NamedInvitation]:
        rows = selectors.named_invitations(granted.project)
        return [schemas.NamedInvitation.of(row) for row in rows]

    @operation("namedInvitationsCreate", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.NewNamedInvitations) -> schemas.NamedInvitations:
        made = services.invite_by_name(
            project=granted.project, actor=granted.user, usernames=body.usernames, role=body.role
        )
        invited = [schemas.NamedInvitation.of(row) for row in made.invited]
        return schemas.NamedInvitations(invited=invited, members=made.members)


class NamedInvitationApi(APIView):
    @operation("namedInvitationsWithdraw", allow=access.lead)
    def delete(self, granted: Access, named_invitation_id: int) -> None:
        services.withdraw_named_invitation(
            project=granted.project, actor=granted.user, invitation_id=named_invitation_id
        )


class OwnInvitationsApi(APIView):
    @operation("ownInvitationsList")
    def get(self, request: Request) -> list[schemas.OwnInvitation]:
        rows = selectors.invitations_of(cast(User, request.user))
        return [schemas.OwnInvitation.of(row) for row in rows]


class AcceptApi(APIView):
    @operation("ownInvitationsAccept")
    def post(self, request: Request, own_invitation_id: int) -> schemas.JoinedProject:
        membership = services.accept_named_invitation(
            user=cast(User, request.user), invitation_id=own_invitation_id
        )
        return schemas.JoinedProject(project_id=membership.project_id)


class DeclineApi(APIView):
    @operation("ownInvitationsDecline")
    def post(self, request: Request, own_invitation_id: int) -> None:
        services.decline_named_invitation(
            user=cast(User, request.user), invitation_id=own_invitation_id
        )


_NAMED = "projects/<int:project_id>/named-invitations"
_OWN = "me/invitations"
urlpatterns = [
    path(_NAMED, NamedInvitationsApi.as_view()),
    path(f"{_NAMED}/<int:named_invitation_id>", NamedInvitationApi.as_view()),
    path(_OWN, OwnInvitationsApi.as_view()),
    path(f"{_OWN}/<int:own_invitation_id>/accept", AcceptApi.as_view()),
    path(f"{_OWN}/<int:own_invitation_id>/decline", DeclineApi.as_view()),
]
