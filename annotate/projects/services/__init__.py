"""Every write about projects, their guidelines, members and invitations; every act is audited."""

from annotate.projects.services.invitations import (
    InvitedByName,
    accept_invitation,
    accept_named_invitation,
    decline_named_invitation,
    invite,
    invite_by_name,
    renew_link,
    withdraw_invitation,
    withdraw_named_invitation,
)
from annotate.projects.services.invitees import InvitedPeople, invite_people
from annotate.projects.services.mailed_invitations import invite_by_mail, send_again
from annotate.projects.services.members import add_member, change_member, remove_member
from annotate.projects.services.projects import (
    add_guideline,
    audit,
    create_project,
    customised,
    default_guidelines,
    note_account,
    read_guidelines,
    update_project,
)
from annotate.projects.services.teams import (
    change_people,
    change_team,
    delete_team,
    make_team,
)

__all__ = [
    "InvitedByName",
    "InvitedPeople",
    "accept_invitation",
    "accept_named_invitation",
    "add_guideline",
    "add_member",
    "audit",
    "change_member",
    "change_people",
    "change_team",
    "create_project",
    "customised",
    "decline_named_invitation",
    "default_guidelines",
    "delete_team",
    "invite",
    "invite_by_mail",
    "invite_by_name",
    "invite_people",
    "make_team",
    "note_account",
    "read_guidelines",
    "remove_member",
    "renew_link",
    "send_again",
    "update_project",
    "withdraw_invitation",
    "withdraw_named_invitation",
]
