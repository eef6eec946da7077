"""manage.py enrichments VERB: captions rewritten by a model version, beside what they were."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = "Have a model version rewrite the captions of a project's images."
    examples = """
Examples:
  manage.py enrichments choices 3
  manage.py enrichments start 3 --name "XM3600 enriched" --version 12 \\
      --source-json '{"type": "file", "file": 4}' --most-samples 1000
  manage.py enrichments continue 3 7 --again
  manage.py enrichments download 3 7 --output pairs.jsonl
"""
    verbs = {
        "choices": ("enrichmentsChoices", "List captions, model versions and the usual question."),
        "list": ("enrichmentsList", "List the enrichments of a project."),
        "start": ("enrichmentsCreate", "Begin one; a worker carries it out."),
        "show": ("enrichmentsRead", "Show how far one is, its figures and its failures."),
        "stop": ("enrichmentsStop", "Ask about no further image."),
        "continue": ("enrichmentsContinue", "Go on with the images that are left."),
        "pairs": ("enrichmentsPairs", "List captions and descriptions image by image."),
        "download": ("enrichmentsDownload", "Write all pairs as JSON lines."),
    }
