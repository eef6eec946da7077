"""manage.py payments VERB: what people are owed."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = "What people are owed."
    examples = """
Examples:
  manage.py payments compute 3
  manage.py payments list 3
  manage.py payments csv 3 --output payments.csv
"""
    verbs = {
        "list": ("paymentsList", "List what is owed and paid."),
        "compute": ("paymentsCompute", "Compute what is owed for work since the last time."),
        "approve": ("paymentsApprove", "Approve payments."),
        "send": ("paymentsSend", "Send approved payments to where people came from."),
        "csv": ("paymentsCsv", "Write payments as a table."),
    }
