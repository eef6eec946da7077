"""What people are told about comparisons of two versions, and which two those are."""

from typing import Any, cast

from django.db.models import QuerySet
from django.db.models.fields.json import KeyTransform

from annotate.core import errors
from annotate.core.jobs import selectors as jobs
from annotate.core.models import Job
from annotate.learning import comparison_schemas as schemas
from annotate.learning.models import Comparison
from annotate.messages import Message
from annotate.people.schemas import Person
from annotate.projects.models import Project
from annotate.seeding.models import Connection, ModelVersion
from annotate.seeding.schemas import VersionBrief
from annotate.seeding.selectors.connections import serving
from annotate.workflow.models import Sample


def comparison(project: Project, comparison_id: int) -> Comparison:
    """One comparison of a project, or NotFound."""
    rows = Comparison.objects.select_related("old__connection", "new__connection", "job")
    return errors.existing(rows.filter(project=project, pk=comparison_id).first())


def shown(comparison: Comparison) -> schemas.VersionComparison:
    return schemas.VersionComparison.from_row(
        comparison,
        old=VersionBrief.of(comparison.old),
        new=VersionBrief.of(comparison.new),
        job=jobs.job_of(cast(Job, comparison.job), jobs.workers()),
        result=_result(comparison),
    )


def _result(comparison: Comparison) -> schemas.VersionComparisonResult | None:
    """What came of it, with what its samples are called now; one statement for all names."""
    if not comparison.result:
        return None
    result = schemas.VersionComparisonResult.model_validate(comparison.result)
    asked = Sample.objects.filter(
        project=comparison.project_id, pk__in={text.sample for text in result.texts}
    )
    names = dict(asked.values_list("pk", "image__name"))
    named = [text.model_copy(update={"name": names.get(text.sample, "")}) for text in result.texts]
    return result.model_copy(update={"texts": named})


def past(project: Project) -> QuerySet[Comparison]:
    """What was compared in a project; of the results only the figures are read."""
    rows = Comparison.objects.filter(project=project).annotate(
        measured=KeyTransform("samples", "result"), compared=KeyTransform("figures", "result")
    )
    related = ("old__connection", "new__connection", "job", "created_by")
    return rows.select_related(*related).defer("result")


def shown_past(row: Any) -> schemas.PastVersionComparison:
    """One row of `past`."""
    return schemas.PastVersionComparison.from_row(
        row,
        old=VersionBrief.of(row.old),
        new=VersionBrief.of(row.new),
        by=Person.of(row.created_by) if row.created_by else None,
        state=cast(Job, row.job).state,
        samples=row.measured,
        figures=row.compared or [],
    )


def usual_pair(project: Project, connection_id: int) -> tuple[ModelVersion, ModelVersion]:
    """The active version and the newest beside it, the older one first.

    Raises:
        Invalid: the project has no such connection, or that has one version alone.
    """
    connection = Connection.objects.filter(project=project, pk=connection_id).first()
    if connection is None:
        raise errors.Invalid.field("connection", Message("unknown_connection"))
    active = serving(connection)
    others = ModelVersion.objects.select_related("connection__shared").filter(connection=connection)
    other = others.exclude(pk=active.pk).order_by("-number").first()
    if other is None:
        raise errors.Invalid.field("connection", Message("only_one_version"))
    return (active, other) if active.number < other.number else (other, active)


def version_named(project: Project, version_id: int | None, field: str) -> ModelVersion:
    """A version of the project; raises Invalid, naming the field."""
    versions = ModelVersion.objects.select_related("connection__shared")
    version = versions.filter(project=project, pk=version_id).first() if version_id else None
    if version is None:
        raise errors.Invalid.field(field, Message("version_unknown_here"))
    return version
