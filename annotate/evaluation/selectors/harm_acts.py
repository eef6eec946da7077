"""What can be done about a case, and what was done."""

from typing import Any

from django.db.models import QuerySet

from annotate.evaluation.models import HarmCase, LeftOutOfTraining
from annotate.projects.models import Project
from annotate.workflow.models import Annotation


def left_out(project: Project) -> set[int]:
    """The samples that no model of a project is to learn from."""
    return set(samples_left_out(project).values_list("sample", flat=True))


def samples_left_out(project: Project) -> QuerySet[Any, Any]:
    """The same, as a query of their ids."""
    return LeftOutOfTraining.objects.filter(project=project).values("sample")


def answer_of(case: HarmCase) -> Annotation | None:
    """The answer of a person that a case is about: whose words are lit, else the first one."""
    texts = [text for text in case.texts if text["side"] == "candidate" and text["annotation"]]
    texts.sort(key=lambda text: not text["spans"])
    people = Annotation.objects.filter(origin=Annotation.Origin.PERSON)
    return people.filter(pk=texts[0]["annotation"]).first() if texts else None
