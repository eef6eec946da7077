"""manage.py webhooks VERB: servers that are told what happens in a project."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = "Servers that are told what happens in a project."
    examples = """
Examples:
  manage.py webhooks add 3 --url https://example.org/told --events sample.finished
  manage.py webhooks rotate 3 1
  manage.py webhooks rotate 3 1 --at-once
  manage.py webhooks send-failed 3 1 --since 2027-03-01T00:00:00Z
"""
    verbs = {
        "list": ("webhooksList", "List the endpoints of a project."),
        "add": ("webhooksCreate", "Add an endpoint; its secret is shown once."),
        "change": ("webhooksUpdate", "Change an endpoint, or switch it off or on."),
        "rotate": ("webhooksRotate", "Make another secret; the one before signs for 24 hours."),
        "test": ("webhooksTest", "Send a test."),
        "deliveries": ("webhookDeliveriesList", "List what was sent, newest first."),
        "send": ("webhookDeliveriesSend", "Send one delivery again."),
        "send-failed": ("webhookDeliveriesSendFailed", "Send again whatever was given up."),
        "delete": ("webhooksDelete", "Delete an endpoint with its deliveries."),
    }
