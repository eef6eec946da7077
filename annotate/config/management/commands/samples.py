"""manage.py samples VERB: the images of a project as work."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = "The images of a project as work."
    examples = """
Examples:
  manage.py samples list 3 --state done --limit 0 --json
  manage.py samples withdraw 118
"""
    verbs = {
        "list": ("samplesList", "List samples."),
        "show": ("samplesRead", "Show one sample with everything that was said of it."),
        "withdraw": ("samplesWithdraw", "Take a sample out of work and out of exports."),
        "restore": ("samplesRestore", "Bring a withdrawn sample back."),
    }
