"""What leads are told about the order in which samples are handed out."""

from django.db.models import Count, Exists, OuterRef, QuerySet

from annotate.core.jobs import selectors as jobs
from annotate.people.schemas import Person
from annotate.projects.models import Project
from annotate.seeding.models import ModelVersion, Ordering, SeedRecord
from annotate.seeding.schemas import runs as schemas
from annotate.seeding.schemas.connections import VersionBrief
from annotate.workflow.models import Assignment, Sample

Rule = Ordering.Rule

# The title and the description of each.
_TEXTS: dict[Rule, tuple[str, str]] = {
    Rule.RANDOM: ("Random", "Every sample is as likely as any other to come next."),
    Rule.DISAGREEMENT: (
        "Two versions disagree",
        "First come samples whose seeds by two versions of a model have the fewest words in"
        " common.",
    ),
    Rule.LOW_CONFIDENCE: (
        "The detector is unsure",
        "First come samples whose objects the detector is least sure of, on average.",
    ),
    Rule.DIVERSITY: (
        "Unlike the others",
        "First come images that look least like those people have seen and those before them.",
    ),
}


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
    reasons = {
        Rule.DISAGREEMENT: _why_no_disagreement(project),
        Rule.LOW_CONFIDENCE: _why_no_confidence(project),
    }
    return [
        schemas.AvailableRule(
            rule=rule,
            title=title,
            description=description,
            possible=reasons.get(rule) is None,
            reason=reasons.get(rule),
        )
        for rule, (title, description) in _TEXTS.items()
    ]


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
    alive = jobs.workers().alive > 0
    ids = ordering.parameters.get("versions", [])
    versions = ModelVersion.objects.select_related("connection").filter(pk__in=ids)
    return schemas.Ordering(
        id=ordering.pk,
        rule=Rule(ordering.rule),
        versions=[VersionBrief.of(version) for version in versions.order_by("pk")],
        samples=ordering.samples,
        job=jobs.job_of(ordering.job, worker_alive=alive) if ordering.job else None,
        created_by=Person.of(ordering.created_by) if ordering.created_by else None,
        created_at=ordering.created_at,
        applied_at=ordering.applied_at,
    )


def _records_of_unstarted(project: Project) -> QuerySet[SeedRecord]:
    begun = Exists(Assignment.objects.filter(sample=OuterRef("annotation__sample")))
    return SeedRecord.objects.filter(
        ~begun, annotation__project=project, annotation__sample__state=Sample.State.OPEN
    )


def _why_no_disagreement(project: Project) -> str | None:
    if len(versions_with_seeds(project)) < 2:
        return "There are no two versions with seeds of samples that nobody has started."
    return None


def _why_no_confidence(project: Project) -> str | None:
    # The detector signs with its scores, where it says how sure it is of anything.
    if not _records_of_unstarted(project).filter(provenance__0__has_key="scores").exists():
        return "No seed of a sample that nobody has started says how sure the detector was."
    return None
