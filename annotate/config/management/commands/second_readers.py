"""manage.py second_readers VERB: finished descriptions, read beside their images by a model."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = "Have a model version read finished descriptions beside their images."
    examples = """
Examples:
  manage.py second_readers choices 3
  manage.py second_readers start 3 --version 12 --most-samples 500 \\
      --source-json '{"type": "final", "stage": "description"}'
  manage.py second_readers continue 3 7 --again
  manage.py second_readers precision 3
  manage.py second_readers download 3 7 --output said.jsonl
"""
    verbs = {
        "choices": ("secondReadingsChoices", "List texts, model versions and the question."),
        "list": ("secondReadingsList", "List the readings of a project."),
        "start": ("secondReadingsCreate", "Begin one; a worker carries it out."),
        "show": ("secondReadingsRead", "Show how far one is, what was said and what failed."),
        "stop": ("secondReadingsStop", "Ask about no further text."),
        "continue": ("secondReadingsContinue", "Go on with the texts that are left."),
        "texts": ("secondReadingsTexts", "List what was said text by text."),
        "answer": ("secondReadingsOfAnswer", "Show what each version said of one answer."),
        "precision": ("secondReadingsPrecision", "Show how far each version agrees with people."),
        "download": ("secondReadingsDownload", "Write all that was said as JSON lines."),
    }
