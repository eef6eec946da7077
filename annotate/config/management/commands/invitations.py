"""manage.py invitations VERB: invite people into a project, by a link or by name."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = "Invite people into a project, by a link or by name."
    examples = """
Examples:
  manage.py invitations create 3 --role annotator
  manage.py invitations invite 3 --usernames ada ben --role reviewer
  manage.py invitations list 3
"""
    verbs = {
        "list": ("invitationsList", "List the links that invite whoever has them."),
        "create": ("invitationsCreate", "Make a link that invites whoever has it."),
        "withdraw": ("invitationsWithdraw", "Make a link worthless."),
        "invited": (
            "namedInvitationsList",
            "List who was invited by name and has not answered.",
        ),
        "invite": ("namedInvitationsCreate", "Invite somebody who has an account."),
        "uninvite": ("namedInvitationsWithdraw", "Take an invitation by name back."),
    }
