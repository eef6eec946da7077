"""manage.py releases VERB: versions of a dataset, beside each other and on a hub."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = (
        "Versions of a dataset: look at them, compare them, push them to the Hugging Face Hub. "
        "`manage.py release` freezes one, and `manage.py export --release` writes it to a file."
    )
    examples = """
Examples:
  manage.py releases list 3 --limit 0 --json
  manage.py releases compare 3 9 7
  manage.py releases hub-token 3 --token -
  manage.py releases push 3 9 --repository lab/streets --no-private
  manage.py releases pushes 3 9
"""
    verbs = {
        "list": ("releasesList", "List the releases of a project, the newest first."),
        "show": ("releasesRead", "Show one with its files, its figures and its state."),
        "preview": ("releasesPreview", "Say what a release would hold if it were frozen now."),
        "compare": ("releasesCompare", "Count what a release added, removed and changed."),
        "differences": ("releasesDifferences", "The same sample by sample."),
        "tombstones": ("releasesTombstones", "List what was withdrawn since."),
        "hub": ("hubRead", "Say where releases are pushed to, and with whose token."),
        "hub-token": ("hubTokenGive", "Give the token to push with; it is never shown again."),
        "hub-forget": ("hubTokenRemove", "Forget the token."),
        "push": ("hubPushesCreate", "Push a release; a worker does it (manage.py jobs)."),
        "pushes": ("hubPushesList", "Say where a release was pushed to, and what came of it."),
    }
