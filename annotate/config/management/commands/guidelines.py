"""manage.py guidelines VERB: what a project asks its annotators to read."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = "What a project asks its annotators to read."
    examples = """
Examples:
  manage.py guidelines show 3
  manage.py guidelines publish 3 --body-file guidelines.md
"""
    verbs = {
        "show": ("guidelinesRead", "Show the guidelines in force."),
        "version": ("guidelinesVersionRead", "Show an earlier version."),
        "publish": ("guidelinesCreate", "Publish a new version."),
    }
