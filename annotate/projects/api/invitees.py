"""Inviting a whole list of people, and what became of those who were invited by mail."""

from django.urls import path
from rest_framework.views import APIView

from annotate.core.operations import operation
from annotate.people.schemas import Person
from annotate.projects import access, invitee_schemas, schemas, selectors, services
from annotate.projects.access import Access
from annotate.projects.invitees import read_list

# More than a list below a field can show at once.
MOST_SUGGESTED = 20


class InviteesCheckApi(APIView):
    @operation("inviteesCheck", allow=access.lead)
    def post(
        self, granted: Access, body: invitee_schemas.InviteeList
    ) -> list[invitee_schemas.Invitee]:
        """What each entry of a list means, before anything is done."""
        rows = read_list(project=granted.project, asker=granted.user, entries=body.entries)
        return [invitee_schemas.Invitee.of(row) for row in rows]


class InviteesApi(APIView):
    @operation("inviteesCreate", allow=access.lead, status=201)
    def post(
        self, granted: Access, body: invitee_schemas.NewInvitees
    ) -> invitee_schemas.InvitedPeople:
        """Invite everybody on a list, or nobody where an entry is wrong."""
        made = services.invite_people(
            project=granted.project,
            actor=granted.user,
            entries=body.entries,
            role=body.role,
            language=body.language,
        )
        return invitee_schemas.InvitedPeople(
            named=[schemas.NamedInvitation.of(row) for row in made.named],
            mailed=[schemas.MailedInvitation.of(row) for row in made.mailed],
        )


class SuggestedPeopleApi(APIView):
    @operation("suggestedPeopleList", allow=access.lead)
    def get(self, granted: Access, query: invitee_schemas.SuggestionsQuery) -> list[Person]:
        """People you may know of who are no members, by name; the first twenty."""
        people = selectors.suggested_people(granted.project, granted.user, query.q)
        return [Person.of(user) for user in people[:MOST_SUGGESTED]]


class MailedInvitationsApi(APIView):
    @operation("mailedInvitationsList", allow=access.lead)
    def get(self, granted: Access) -> list[schemas.MailedInvitation]:
        rows = selectors.mailed_invitations(granted.project)
        return [schemas.MailedInvitation.of(row) for row in rows]


class MailedInvitationSendApi(APIView):
    @operation("mailedInvitationsSend", allow=access.lead)
    def post(self, granted: Access, mailed_invitation_id: int) -> schemas.MailedInvitation:
        """Mail it once more, with a new link and fourteen more days; the link before ends."""
        invitation = selectors.invitation_of(granted.project, mailed_invitation_id)
        again = services.send_again(invitation=invitation, actor=granted.user)
        return schemas.MailedInvitation.of(again)


_PROJECT = "projects/<int:project_id>"
urlpatterns = [
    path(f"{_PROJECT}/invitees", InviteesApi.as_view()),
    path(f"{_PROJECT}/invitees/check", InviteesCheckApi.as_view()),
    path(f"{_PROJECT}/suggested-people", SuggestedPeopleApi.as_view()),
    path(f"{_PROJECT}/mailed-invitations", MailedInvitationsApi.as_view()),
    path(
        f"{_PROJECT}/mailed-invitations/<int:mailed_invitation_id>/send",
        MailedInvitationSendApi.as_view(),
    ),
]
