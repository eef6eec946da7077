"""manage.py jobs VERB: what workers do in the background."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = "What workers do in the background."
    examples = """
Examples:
  manage.py jobs list 3
  manage.py jobs retry 3 88
"""
    verbs = {
        "list": ("jobsList", "List the jobs of a project."),
        "show": ("jobsRead", "Show one job: how far it is, or why it failed."),
        "cancel": ("jobsCancel", "Stop a job."),
        "retry": ("jobsRetry", "Do a failed job again."),
    }
