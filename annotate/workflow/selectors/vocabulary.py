"""What people of a project call things, the most used first."""

from django.db.models import QuerySet

from annotate.workflow import models
from annotate.workflow.schemas.work import Labels, LabelUse

# One name is written in several ways, and one label found by several of its words: so many rows
# are read for each label that is wanted.
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
    rows = _whole(project_id) if start == "" else _begun(project_id, start)
    uses: dict[str, tuple[str, int]] = {}
    seen: set[str] = set()
    for label, count in rows.values_list("label", "count")[: limit * _SPARE]:
        if label in seen:
            continue
        seen.add(label)
        first, number = uses.get(folded(label), (label, 0))
        uses[folded(label)] = (first, number + count)
    ordered = sorted(uses.values(), key=lambda use: -use[1])
    return Labels(labels=[LabelUse(label=label, count=count) for label, count in ordered[:limit]])


def _whole(project_id: int) -> QuerySet[models.LabelUse]:
    rows = models.LabelUse.objects.filter(project=project_id, place=0, count__gt=0)
    return rows.order_by("-count", "label")


def _begun(project_id: int, prefix: str) -> QuerySet[models.LabelUse]:
    rows = models.LabelUse.objects.filter(project=project_id, tail__startswith=prefix, count__gt=0)
    return rows.order_by("-count", "label")
