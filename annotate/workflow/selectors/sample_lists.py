"""Samples as lists: found by what they are and say, in any order, with how many there are."""

from collections.abc import Sequence
from typing import Any

from django.db.models import F, IntegerField, Q, QuerySet, TextField, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce

from annotate.core.keyset import beside, page_by
from annotate.core.rows import filters
from annotate.images.models import Image
from annotate.people.models import User
from annotate.people.schemas import Person
from annotate.projects.models import Project
from annotate.workflow import hooks
from annotate.workflow.models import Assignment, Purpose, Sample
from annotate.workflow.schemas import sample_lists as schemas
from annotate.workflow.schemas import samples
from annotate.workflow.selectors.samples import flags_of
from annotate.workflow.selectors.words import Span, excerpt, spans, with_words

# Counting on takes as long as the project is large, and tells nobody anything.
MOST_COUNTED = 10_000
# What the menu of filters offers.
MOST_CHOICES = 100
_LOOKED_AT = 1_000


def samples_page(project: Project, query: schemas.SamplesQuery) -> schemas.SamplesPage:
    """One page of the samples that match, in the order asked for, with how many there are.

    The page is found by keys alone, so that only its own rows are read in full.
    """
    rows = found(project, query)
    page = page_by(
        rows.annotate(sort=_SORTS[query.order.removeprefix("-")]).only("pk"),
        query,
        column="sort",
        key="pk",
        largest_first=query.order.startswith("-"),
    )
    total = rows.order_by().values("pk")[: MOST_COUNTED + 1].count()
    return schemas.SamplesPage(
        next=page.next,
        previous=page.previous,
        results=_shown([row.pk for row in page.rows], query.search),
        total=min(total, MOST_COUNTED),
        total_is_exact=total <= MOST_COUNTED,
    )


def neighbours(sample: Sample, query: schemas.NeighboursQuery) -> samples.Neighbours:
    """The samples before and after one in the list of a query, whether it is in that list or not.

    Somebody who finishes a sample in a list of unfinished ones still goes on to the next.
    """
    sort = _SORTS[query.order.removeprefix("-")]
    own = Sample.objects.annotate(sort=sort).values_list("sort", "pk").get(pk=sample.pk)
    before, after = beside(
        found(sample.project, query).annotate(sort=sort).select_related("image"),
        own,
        column="sort",
        key="pk",
        largest_first=query.order.startswith("-"),
    )
    return samples.Neighbours(
        previous=samples.Neighbour.of(before) if before else None,
        next=samples.Neighbour.of(after) if after else None,
    )


def _shown(ids: Sequence[int], typed: str) -> list[samples.Sample]:
    """Samples with what is remarkable about each and where the words stand; four queries."""
    rows = Sample.objects.select_related("image", "document").in_bulk(ids)
    flags = flags_of(ids)
    return [
        samples.Sample.of(rows[pk], flags[pk], found=_where(rows[pk], typed) if typed else None)
        for pk in ids
        if pk in rows
    ]


def _where(sample: Sample, typed: str) -> samples.Found:
    document = getattr(sample, "document", None)
    said = excerpt([document.text, document.others] if document else [], typed)
    return samples.Found(
        name=_marks(spans(sample.image.name, typed)),
        external_id=_marks(spans(sample.image.external_id, typed)),
        excerpt=samples.Excerpt(text=said.text, marks=_marks(said.spans)) if said else None,
    )


def _marks(places: Sequence[Span]) -> list[samples.Mark]:
    return [samples.Mark(start=start, end=end) for start, end in places]


def found(project: Project, wanted: schemas.SampleFilters) -> QuerySet[Sample]:
    """The samples that meet every filter, in no order."""
    rows = Sample.objects.filter(
        project=project,
        **filters(
            state=wanted.state or None,
            stage_key=wanted.stage or None,
            split=wanted.split or None,
            batch=wanted.batch,
            round=wanted.round,
            producer=wanted.seed or None,
            similarity__gte=wanted.similarity_from,
            similarity__lte=wanted.similarity_to,
            tokens__gte=wanted.length_from,
            tokens__lte=wanted.length_to,
            seconds__gte=wanted.seconds_from,
            seconds__lte=wanted.seconds_to,
        ),
    )
    for condition in _conditions(project, wanted):
        rows = rows.filter(condition)
    return rows


def _conditions(project: Project, wanted: schemas.SampleFilters) -> list[Q]:
    conditions = []
    if wanted.search:
        conditions.append(with_words(wanted.search))
    if wanted.person is not None:
        conditions.append(Q(pk__in=_answered_by(project, wanted.person)))
    if wanted.flag:
        conditions += [Q(pk__in=finder(project, wanted.flag)) for finder in hooks.flagged]
    if wanted.alike:
        conditions.append(Q(image__in=_alike(project, wanted.alike)))
    if wanted.training:
        conditions += [Q(pk__in=finder(project)) for finder in hooks.without_training]
    if wanted.study is not None:
        conditions += [Q(image__in=finder(project, wanted)) for finder in hooks.rated]
    if wanted.field:
        said = Image.objects.filter(project=project).annotate(
            # As a text: what is compared with a transform of JSON is read as JSON.
            said=Cast(KeyTextTransform(wanted.field, "metadata"), TextField())
        )
        conditions.append(Q(image__in=said.filter(said=wanted.value).values("pk")))
    return conditions


def _alike(project: Project, group: str) -> QuerySet[Any]:
    """The images of a group of near-duplicates, or of any."""
    grouped = Image.objects.filter(project=project, alike__isnull=False)
    return (grouped if group == "any" else grouped.filter(alike=int(group))).values("pk")


def _answered_by(project: Project, user_id: int) -> QuerySet[Any]:
    answered = Assignment.objects.filter(
        project=project,
        annotator=user_id,
        state=Assignment.State.SUBMITTED,
        answer__purpose=Purpose.WORK,
    )
    return answered.values("sample")


def choices(project: Project) -> schemas.SampleChoices:
    """What there is to filter by in a project, as far as it takes little time to know."""
    mine = Sample.objects.filter(project=project).order_by()
    seeds = mine.exclude(producer="").values_list("producer", flat=True).distinct()
    people = User.objects.filter(
        pk__in=project.memberships.values("user"),
        assignments__project=project,
        assignments__state=Assignment.State.SUBMITTED,
    )
    newest = Image.objects.filter(project=project).order_by("-created_at")
    said = newest.values_list("metadata", flat=True)[:_LOOKED_AT]
    fields = dict.fromkeys(name for metadata in said for name in metadata)
    return schemas.SampleChoices(
        seeds=sorted(seeds[:MOST_CHOICES]),
        people=[Person.of(user) for user in people.distinct().order_by("pk")[:MOST_CHOICES]],
        flags=sorted({code for finder in hooks.flag_codes for code in finder(project)}),
        fields=list(fields)[:MOST_CHOICES],
        studies=[one for finder in hooks.rated_studies for one in finder(project, MOST_CHOICES)],
    )


_SORTS: dict[str, Any] = {
    "number": F("pk"),
    "added": F("created_at"),
    "changed": F("updated_at"),
    "answers": F("answers"),
    "similarity": Coalesce(F("similarity"), Value(-1.0)),
    "length": Coalesce(F("tokens"), Value(-1), output_field=IntegerField()),
    "time": F("seconds"),
    "name": F("image__name"),
}
