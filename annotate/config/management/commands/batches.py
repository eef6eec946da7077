"""manage.py batches VERB: work that is opened in portions."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = "Work that is opened in portions."
    examples = """
Examples:
  manage.py batches list 3
  manage.py batches make 3 --size 100
"""
    verbs = {
        "list": ("batchesList", "List the batches of a project."),
        "make": ("batchesMake", "Put samples into a new batch."),
        "open": ("batchesOpen", "Give a batch to people."),
        "close": ("batchesClose", "Take a batch from people."),
        "report": ("batchReport", "Show how a batch went."),
    }
