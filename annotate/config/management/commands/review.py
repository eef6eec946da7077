"""manage.py review VERB: look at answers, and approve or reject them."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = "Look at answers, and approve or reject them."
    examples = """
Examples:
  manage.py review list 3
  manage.py review judge 3 4711 --verdict approved
  manage.py review undo 3 12
"""
    verbs = {
        "list": ("reviewList", "List the answers that wait for a verdict, or all."),
        "show": ("reviewRead", "Show one answer."),
        "judge": ("reviewJudge", "Approve or reject one answer."),
        "consequences": ("reviewConsequences", "Show what an act on many answers would do."),
        "act": ("reviewAct", "Approve or reject many answers at once."),
        "acts": ("reviewActs", "List the acts on many answers."),
        "undo": ("reviewActUndo", "Take an act on many answers back."),
        "skips": ("reviewSkips", "List what people skipped, and why."),
        "settle": ("reviewSettleSkip", "Say what becomes of a skipped sample."),
        "people": ("reviewPeople", "List people with their flags and shares."),
    }
