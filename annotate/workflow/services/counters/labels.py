"""The words a project has for things: how often each label stands in its answers.

Counted in the transactions that bring answers in, so that whoever types a label is offered what
others have called such things, without a look at a single answer.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from annotate import kinds
from annotate.core import keyset, rows
from annotate.kinds.capabilities import NamesThings
from annotate.projects.models import Project
from annotate.workflow import answers
from annotate.workflow.models import Annotation, LabelUse, Purpose
from annotate.workflow.selectors.annotations import set_aside
from annotate.workflow.selectors.vocabulary import folded

KEY = ("project_id", "label", "place")
SUMS = ("count",)
# What stands in every row of a key; as the greater of two equal values it stays what it is.
LATEST = ("tail",)
# Longer ones are sentences, which nobody wants to be offered; they come from elsewhere only.
MAX_LABEL = 200
MAX_WORDS = 8

# How often each label is used more (or less), by project.
Uses = Counter[tuple[int, str]]
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def tails(label: str) -> list[str]:
    """The label as it reads from each of its words on, the whole of it first.

    What begins with the typed letters is then found by any of its words, with one index.

    >>> tails("Striped cat (asleep)")
    ['striped cat (asleep)', 'cat (asleep)', 'asleep)']
    """
    whole = folded(label)
    starts = [word.start() for word in _WORD.finditer(whole)][:MAX_WORDS]
    return [whole, *(whole[start:] for start in starts if start > 0)]


def count(annotations: Iterable[Annotation], *, sign: int = 1) -> None:
    """Count the labels of answers; the last statement of their transaction.

    It adds to rows that others add to as well, and must be followed by the commit.

    Args:
        sign: -1 takes back what was counted before, as when a lead has rejected an answer.
    """
    uses: Uses = Counter()
    for annotation in annotations:
        if isinstance(kinds.get(annotation.kind), NamesThings):
            add_to(uses, annotation, annotation.parent, sign=sign)
    rows.add(LabelUse, lines(uses), key=KEY, sums=SUMS, latest=LATEST)


def add_to(uses: Uses, annotation: Any, parent: Any, *, sign: int = 1) -> None:
    """Add what an answer changes: its labels count, those of the answer it took over no longer.

    So a chain of rounds counts once, as its last round has it, and a misspelt label that a later
    round corrects is offered to nobody any more.
    """
    for label in _labels(annotation):
        uses[annotation.project_id, label] += sign
    if parent is not None and is_counted(parent):
        for label in _labels(parent):
            uses[annotation.project_id, label] -= sign


def is_counted(annotation: Any) -> bool:
    """Whether the labels of an answer count: people's work, and no model's."""
    return bool(
        annotation.origin == Annotation.Origin.PERSON and annotation.purpose == Purpose.WORK
    )


def _labels(annotation: Any) -> Iterator[str]:
    kind = kinds.able(kinds.get(annotation.kind), NamesThings)
    labels = kind.labels(answers.typed(annotation))
    yield from (label for label in labels if label and len(label) <= MAX_LABEL)


def lines(uses: Uses) -> list[tuple[Any, ...]]:
    """The rows to be added: one per word a label can be found by."""
    return [
        (project_id, label, place, change, tail)
        for (project_id, label), change in uses.items()
        if change
        for place, tail in enumerate(tails(label))
    ]


def counted(project: Project) -> Uses:
    """How often each label is used, by asking every answer that stands."""
    uses: Uses = Counter()
    standing = Annotation.objects.filter(
        project=project,
        purpose=Purpose.WORK,
        origin=Annotation.Origin.PERSON,
        kind__in=kinds.names(NamesThings),
    ).exclude(set_aside("assignment__"))
    for annotation in keyset.in_parts(standing.select_related("parent"), 500):
        add_to(uses, annotation, annotation.parent)
    return uses
