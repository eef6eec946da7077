"""manage.py reasoning VERB: questions of compositional reasoning that a language model answers."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = """Questions of compositional reasoning that a language model answers by descriptions.

add_reasoning_set brings a set in; `jobs cancel` stops a run, `jobs retry` lets it go on."""
    examples = """
Examples:
  manage.py reasoning sets 3
  manage.py reasoning start 3 --json-body run.json
  manage.py reasoning show 3 12 --json
  manage.py reasoning csv 3 12 --table answers --output answers.csv
"""
    verbs = {
        "sets": ("reasoningSetsList", "List the sets of questions."),
        "delete-set": ("reasoningSetsDelete", "Delete a set that no run is about."),
        "list": ("reasoningRunsList", "List the runs."),
        "start": ("reasoningRunsCreate", "Put questions to a model, in the background."),
        "show": ("reasoningRunsRead", "Show a run with its figures."),
        "csv": ("reasoningRunsCsv", "Write figures, differences or all answers as a table."),
        "delete": ("reasoningRunsDelete", "Delete a run; what the model replied stays known."),
    }
