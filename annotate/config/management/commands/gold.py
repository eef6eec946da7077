"""manage.py gold VERB: answers that are known, mixed into the work."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = "Answers that are known, mixed into the work."
    examples = """
Examples:
  manage.py gold list 3
  manage.py gold shares 3
"""
    verbs = {
        "list": ("goldList", "List the gold of a project."),
        "add": ("goldAdd", "Make a sample gold."),
        "change": ("goldChange", "Change what is expected of a gold item."),
        "retire": ("goldRetire", "Use a gold item no longer."),
        "shares": ("goldShares", "Show how much gold was promised and given."),
        "evidence": ("goldEvidence", "Show what gold says of people."),
    }
