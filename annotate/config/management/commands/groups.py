"""manage.py groups VERB: what people say of the largest person in images, where a project asks."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = """Groups: what people say of the largest person in images, where a project opted in.

They are sensitive data: sums are shown, never who said what of which image, and `delete` deletes
them all at once. import_groups brings a table in."""
    examples = """
Examples:
  manage.py groups set 3 --json-body scheme.json
  manage.py groups show 3 --json
  manage.py groups delete 3
"""
    verbs = {
        "show": ("groupsRead", "Show what is asked, counts by group, and agreement."),
        "set": ("groupsUpdate", "Say what is asked, and whether annotators are asked."),
        "delete": ("groupsDelete", "Delete all answers at once, and ask nobody any more."),
        "delete-image": ("groupsDeleteImage", "Delete at once what was said of one image."),
    }
