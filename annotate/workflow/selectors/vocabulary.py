"""What people of a project call things, the most used first."""

from django.db.models import QuerySet

from annotate.workflow.models import LabelUse

Used = dict[str, str | int]
# One name is written in several ways, and one label found by several of its words: so many rows
# are read for each label that is wanted.
_SPARE = 3


def folded(text: str) -> str:
    """Return the form in which labels are compared: case and white space do not matter.

    >>> folded(" Striped  CAT ")
    'striped cat'
    """
    return " ".join(text.casefold().split())


def labels(project_id: int, *, prefix: str, limit: int) -> list[Used]:
    """Return labels one of whose words begins with `prefix`, with how often each is used.

    Ways of writing that differ in case and white space alone are one label: the commonest of them,
    with the uses of all that were found.
    """
    begun = folded(prefix)
    found = _whole(project_id) if begun == "" else _begun(project_id, begun)
    together: dict[str, Used] = {}
    seen: set[str] = set()
    for label, count in found.values_list("label", "count")[: limit * _SPARE]:
        if label in seen:
            continue
        seen.add(label)
        first = together.setdefault(folded(label), {"label": label, "count": 0})
        first["count"] = int(first["count"]) + count
    ordered = sorted(together.values(), key=lambda used: -int(used["count"]))
    return ordered[:limit]


def _whole(project_id: int) -> QuerySet[LabelUse]:
    found = LabelUse.objects.filter(project=project_id, place=0, count__gt=0)
    return found.order_by("-count", "label")


def _begun(project_id: int, prefix: str) -> QuerySet[LabelUse]:
    found = LabelUse.objects.filter(project=project_id, tail__startswith=prefix, count__gt=0)
    return found.order_by("-count", "label")
