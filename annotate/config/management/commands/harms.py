"""manage.py harms VERB: representational harms in what people and models say of images."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = """Representational harms, measured on the stages of a project.

`jobs cancel` stops a measurement, `jobs retry` lets it go on where it stopped."""
    examples = """
Examples:
  manage.py harms stages 3
  manage.py harms start 3 --candidate s4 --truth s3
  manage.py harms show 12 --json
  manage.py harms cases 12 --measure demeaning --verdict unread
  manage.py harms read 480 --verdict wrong_synset --note "A costume."
  manage.py harms export 12 --output harms.jsonl
"""
    verbs = {
        "stages": ("harmStages", "List the stages and what each pairing can show."),
        "versions": ("harmVersions", "Count the cases of each version of a model, and the acts."),
        "list": ("harmRunsList", "List the measurements."),
        "start": ("harmRunsCreate", "Measure a stage, alone or by another, in the background."),
        "show": ("harmRunsRead", "Show a measurement with its figures."),
        "delete": ("harmRunsDelete", "Delete a measurement with its cases."),
        "cases": ("harmCasesList", "List the cases of a measurement."),
        "read": ("harmCasesDecide", "Note what you find of a case."),
        "act": ("harmCasesAct", "Send the answer of a case to review, have it done again …"),
        "export": ("harmRunsExport", "Write figures and cases as JSON lines."),
    }
