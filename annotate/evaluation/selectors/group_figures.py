"""What leads are told of groups: sums, and how far people agree; never who said what."""

from collections import Counter

from annotate.analysis.agreement import majority
from annotate.analysis.agreement_measures import label_measures
from annotate.analysis.undefined import Undefined
from annotate.core import errors
from annotate.core.schemas import Notice
from annotate.evaluation.group_models import CANNOT_TELL, GroupScheme
from annotate.evaluation.schemas import groups as schemas
from annotate.evaluation.selectors.groups import given, scheme_of, values_by_sample
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.quality.schemas.checks import Measure
from annotate.workflow.models import Sample


def told(project: Project) -> schemas.Groups:
    """What the project asks, and what came of it."""
    scheme = scheme_of(project)
    if scheme is None:
        undefined = Notice.of(Message("groups_not_set_up"))
        return schemas.Groups(scheme=None, figures=None, undefined=undefined)
    figures = _figures(scheme)
    return schemas.Groups(
        scheme=schemas.GroupScheme.from_row(scheme),
        figures=figures,
        undefined=_undefined(scheme, figures),
    )


def sample_in(project: Project, sample_id: int) -> Sample:
    rows = Sample.objects.filter(project=project).select_related("project", "image")
    return errors.existing(rows.filter(pk=sample_id).first())


def _undefined(scheme: GroupScheme, figures: schemas.GroupFigures) -> Notice | None:
    if not scheme.is_enabled:
        return Notice.of(Message("groups_are_off"))
    if sum(count.images > 0 for count in figures.counts) < 2:
        return Notice.of(Message("fewer_than_two_groups"))
    return None


def _figures(scheme: GroupScheme) -> schemas.GroupFigures:
    said = values_by_sample(scheme)
    most = Counter(map(majority, said.values()))
    rows = given(scheme)
    samples = Sample.objects.filter(project=scheme.project_id)
    return schemas.GroupFigures(
        images=samples.exclude(state=Sample.State.WITHDRAWN).count(),
        counts=[schemas.GroupCount(value=value, images=most[value]) for value in scheme.values],
        cannot_tell=most[CANNOT_TELL],
        tied=sum(n for value, n in most.items() if isinstance(value, Undefined)),
        answers=rows.count(),
        imported=rows.filter(person=None).count(),
        people=rows.exclude(person=None).values("person").distinct().count(),
        agreement=_agreement(scheme),
    )


def _agreement(scheme: GroupScheme) -> list[Measure]:
    items: dict[int, list[str]] = {}
    asked = given(scheme).exclude(person=None).order_by("pk")
    for sample_id, value in asked.values_list("sample", "value"):
        items.setdefault(sample_id, []).append(value)
    measures = label_measures("group", scheme.name, items.values())
    return [Measure.of(measure) for measure in measures]
