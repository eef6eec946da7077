"""What leads are told about the order in which samples are handed out."""

from django.db.models import Count, Exists, OuterRef, QuerySet

from annotate.core.jobs import selectors as jobs
from annotate.core.schemas import Notice
from annotate.messages import Message
from annotate.people.schemas import Person
from annotate.projects.models import Project
from annotate.seeding import schemas
from annotate.seeding.models import ModelVersion, Ordering, SeedRecord
from annotate.seeding.schemas import VersionBrief
from annotate.workflow.models import Assignment, Sample

Rule = Ordering.Rule


def ordering_page(project: Project) -> schemas.OrderingPage:
    changes = Ordering.objects.filter(project=project).select_related("job", "created_by")
    applied = changes.exclude(applied_at=None).order_by("-pk").first()
    newest = changes.order_by("-pk").first()
    return schemas.OrderingPage(
        rule=Rule(applied.rule) if applied else Rule.RANDOM,
        available=rules(project),
        current=shown_ordering(newest) if newest else None,
    )


def rules(project: Project) -> list[schemas.AvailableRule]:
    """Every rule, and why one cannot be applied now."""
    return [_available(rule, why_not(project, rule)) for rule in Rule]


def _available(rule: Rule, reason: Message | None) -> schemas.AvailableRule:
    return schemas.AvailableRule(
        rule=rule,
        title=str(Message(f"order_{rule}_title")),
        description=str(Message(f"order_{rule}_text")),
        possible=reason is None,
        reason=Notice.of(reason) if reason else None,
    )


def why_not(project: Project, rule: Rule) -> Message | None:
    """Why a rule cannot be applied now, if it cannot."""
    if rule == Rule.DISAGREEMENT and len(versions_with_seeds(project)) < 2:
        return Message("order_without_two_versions")
    # The detector signs with its scores, where it says how sure it is of anything.
    if rule == Rule.LOW_CONFIDENCE:
        signed = _records_of_unstarted(project).filter(provenance__0__has_key="scores")
        return None if signed.exists() else Message("order_without_scores")
    return None


def versions_with_seeds(project: Project) -> list[ModelVersion]:
    """Those that made seeds of unstarted samples, the ones of most samples first."""
    records = _records_of_unstarted(project).exclude(version=None)
    counts = dict(
        records.order_by()
        .values_list("version")
        .annotate(number=Count("annotation__sample", distinct=True))
    )
    versions = ModelVersion.objects.select_related("connection").filter(pk__in=counts)
    return sorted(versions, key=lambda version: (-counts[version.pk], -version.pk))


def shown_ordering(ordering: Ordering) -> schemas.Ordering:
    workers = jobs.workers()
    ids = ordering.parameters.get("versions", [])
    versions = ModelVersion.objects.select_related("connection").filter(pk__in=ids)
    return schemas.Ordering.from_row(
        ordering,
        versions=[VersionBrief.of(version) for version in versions.order_by("pk")],
        job=jobs.job_of(ordering.job, workers) if ordering.job else None,
        created_by=Person.of(ordering.created_by) if ordering.created_by else None,
    )


def _records_of_unstarted(project: Project) -> QuerySet[SeedRecord]:
    begun = Exists(Assignment.objects.filter(sample=OuterRef("annotation__sample")))
    return SeedRecord.objects.filter(
        ~begun, annotation__project=project, annotation__sample__state=Sample.State.OPEN
    )
