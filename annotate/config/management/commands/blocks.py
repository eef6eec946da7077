"""manage.py blocks VERB: stop people from working in a project, and let them again."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = "Stop people from working in a project, and let them again."
    examples = """
Examples:
  manage.py blocks create 3 --user ada --scope project --reason "Pasted text"
  manage.py blocks lift 3 2 --reason "A mistake of ours"
"""
    verbs = {
        "list": ("blocksList", "List who is and was blocked."),
        "create": ("blocksCreate", "Block somebody."),
        "lift": ("blocksLift", "Let somebody work again."),
    }
