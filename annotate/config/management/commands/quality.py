"""manage.py quality VERB: the checks of a project."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = "The checks of a project."
    examples = """
Examples:
  manage.py quality show 3
  manage.py quality run 3
"""
    verbs = {
        "show": ("qualityRead", "Show the thresholds of the checks."),
        "change": ("qualityChange", "Change thresholds."),
        "run": ("qualityRun", "Run the checks now."),
        "agreement": ("agreementRead", "Show how far people agree."),
    }
