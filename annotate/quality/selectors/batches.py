"""What a batch came to: the report a lead reads before the next one is opened (mission B5)."""

from django.db.models import Count, Q, QuerySet

from annotate.analysis.quality.people import Gold
from annotate.core import errors
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.quality.models import Block, Flag
from annotate.quality.schemas.checks import GoldRecord
from annotate.quality.schemas.review import BatchReport
from annotate.quality.schemas.review import Block as BlockSchema
from annotate.quality.selectors.gold import gold_records
from annotate.quality.selectors.people import annotators_table
from annotate.workflow.models import Assignment, Batch, Purpose
from annotate.workflow.schemas import samples as schemas
from annotate.workflow.selectors.samples import batch_of


def batch_chosen(project: Project, batch_id: int) -> Batch:
    """The batch of this project that a request names in its body, or Invalid."""
    batch = Batch.objects.filter(project=project, pk=batch_id).first()
    if batch is None:
        raise errors.Invalid.field("batch", Message("unknown_batch"))
    return batch


def report(project: Project, batch_id: int) -> BatchReport:
    """Everything about a batch that helps to decide whom to keep for the next.

    Raises:
        NotFound: the project has no such batch.
    """
    batch = batch_of(project, batch_id)
    return BatchReport(
        batch=schemas.Batch.of(batch),
        **_submissions(project, batch),
        annotators=annotators_table(project, batch.pk),
        flags=_flags(project, batch),
        gold=GoldRecord.of(_gold(project, batch)),
        blocked=[BlockSchema.of(block) for block in _blocks(project, batch)],
    )


def _gold(project: Project, batch: Batch) -> Gold:
    records = gold_records(project, batch=batch.pk).values()
    return Gold(
        right=sum(record.right for record in records),
        total=sum(record.total for record in records),
    )


def _submissions(project: Project, batch: Batch) -> dict[str, int]:
    work = Assignment.objects.filter(
        project=project,
        sample__batch=batch,
        state=Assignment.State.SUBMITTED,
        answer__purpose=Purpose.WORK,
    )
    return work.aggregate(
        submissions=Count("id"),
        approved=Count("id", filter=Q(verdict=Assignment.Verdict.APPROVED)),
        rejected=Count("id", filter=Q(verdict=Assignment.Verdict.REJECTED)),
    )


def _flags(project: Project, batch: Batch) -> dict[str, int]:
    """Count the flags of the batch by code, settled ones too, withdrawn ones not."""
    rows = Flag.objects.filter(project=project, assignment__sample__batch=batch).exclude(
        state=Flag.State.WITHDRAWN
    )
    counted = rows.order_by().values_list("code").annotate(number=Count("id"))
    return dict(counted.order_by("code"))


def _blocks(project: Project, batch: Batch) -> QuerySet[Block]:
    """Who is kept from the batch now, be it from the batch alone or from more."""
    here = Q(batch=batch) | Q(scope__in=[Block.Scope.PROJECT, Block.Scope.PLATFORM])
    blocks = Block.objects.filter(here, project=project, lifted_at=None)
    return blocks.select_related("user", "created_by", "lifted_by").order_by("pk")
