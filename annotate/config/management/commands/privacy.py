"""manage.py privacy VERB: data of people, their deletion, and rules of retention."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = "Data of people, their deletion, and for how long things are kept."
    examples = """
Examples:
  manage.py privacy requests --state asked
  manage.py privacy preview ada
  manage.py privacy delete ada
  manage.py privacy keep exports --days 90
  manage.py privacy erase 4711 --reason "not ours"
"""
    verbs = {
        "requests": ("deletionsList", "List deletions that were asked for, run, or were done."),
        "preview": ("usersDeletionPreview", "Say what deleting a person would do."),
        "delete": ("usersDelete", "Delete a person."),
        "report": ("deletionsRead", "Show one deletion with what it did."),
        "data": ("usersDataFilesCreate", "Write down everything that is held of a person."),
        "files": ("usersDataFilesList", "List the files of a person's data."),
        "rules": ("retentionList", "List for how long things are kept, and what would go now."),
        "outlook": ("retentionOutlook", "Say what a rule of so many days would remove."),
        "keep": ("retentionSet", "Set for how many days a kind of thing is kept."),
        "runs": ("retentionRunsList", "List what rules have removed."),
        "image": ("samplesErasurePreview", "Say what deleting an image for good would remove."),
        "erase": ("samplesErase", "Delete the image of a withdrawn sample for good."),
    }
