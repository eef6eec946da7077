"""What people of a project call things, the most used first."""

from annotate.workflow import models
from annotate.workflow.schemas.work import Labels, LabelUse

# One name is written in several ways, and one label found by several of its words: so many rows
# are read per label that is wanted.
_SPARE = 3


def folded(text: str) -> str:
    """The form in which labels are compared: case and white space do not matter.

    >>> folded(" Striped  CAT ")
    'striped cat'
    """
    return " ".join(text.casefold().split())


def labels(project_id: int, *, prefix: str, limit: int) -> Labels:
    """Labels one of whose words begins with `prefix`, with how often each is used.

    Ways of writing that differ in case and white space alone are one label: the commonest of them,
    with the uses of all that were found.
    """
    start = folded(prefix)
    used = models.LabelUse.objects.filter(project=project_id, count__gt=0)
    rows = used.filter(tail__startswith=start) if start else used.filter(place=0)
    rows = rows.order_by("-count", "label")
    uses: dict[str, tuple[str, int]] = {}
    counted: set[str] = set()
    for label, count in rows.values_list("label", "count")[: limit * _SPARE]:
        if label in counted:
            continue
        counted.add(label)
        first, number = uses.get(folded(label), (label, 0))
        uses[folded(label)] = (first, number + count)
    ordered = sorted(uses.values(), key=lambda use: -use[1])
    return Labels(labels=[LabelUse(label=label, count=count) for label, count in ordered[:limit]])
