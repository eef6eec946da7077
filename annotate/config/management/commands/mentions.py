"""manage.py mentions VERB: which objects are mentioned more often with one group."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = """Which objects the texts of a project mention more often with one group.

`jobs cancel` stops a measurement between two types, `jobs retry` lets it go on with the next."""
    examples = """
Examples:
  manage.py mentions start 3 --candidate s4 --truth s1
  manage.py mentions start 3 --candidate s4 --first darker --second lighter --types 100
  manage.py mentions show 12 --json
  manage.py mentions export 12 --output mentions.jsonl
"""
    verbs = {
        "list": ("mentionRunsList", "List the measurements."),
        "start": ("mentionRunsCreate", "Fit it type by type, in the background."),
        "show": ("mentionRunsRead", "Show a measurement with its figures."),
        "delete": ("mentionRunsDelete", "Delete a measurement with its figures."),
        "export": ("mentionRunsExport", "Write each type as JSON lines."),
    }
