"""manage.py members VERB: who is in a project, and in which role."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = "Who is in a project, and in which role."
    examples = """
Examples:
  manage.py members list 3
  manage.py members change 3 ada --role reviewer
  manage.py members remove 3 ada
"""
    verbs = {
        "list": ("membersList", "List the members of a project."),
        "change": ("membersUpdate", "Give a member another role."),
        "remove": ("membersRemove", "Take somebody out of a project."),
    }
