"""manage.py users VERB: the accounts of an installation; `add_user` makes the first."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = "The accounts of an installation; `add_user` makes the first."
    examples = """
Examples:
  manage.py users list
  manage.py users change ada --no-is-active
"""
    verbs = {
        "list": ("usersList", "List accounts."),
        "create": ("usersCreate", "Make an account."),
        "change": ("usersUpdate", "Close or open an account, or change what it may do."),
    }
