"""What somebody is asked of the largest person in an image, and what they may see for it.

Which image comes next depends on chance and on who has answered already, never on what they said.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, IntegerField, Max, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotate.analysis.randomness import draw
from annotate.core import clock, errors
from annotate.evaluation.group_models import GroupAnswer, GroupScheme
from annotate.images.models import Image
from annotate.people.models import User
from annotate.projects.access import unblocked
from annotate.projects.models import Membership, Project
from annotate.workflow import hooks
from annotate.workflow.models import Sample

# So long an image is seen, and kept for whoever is asked about it.
LEASE = timedelta(minutes=30)
# Whoever is asked learns how much is left up to this number.
MOST_LEFT = 1000
State = GroupAnswer.State


@dataclass(frozen=True)
class Asked:
    """What one person is asked now: nothing where the guideline is unread, or nothing is left."""

    scheme: GroupScheme
    has_read: bool
    question: GroupAnswer | None
    answered: int
    left: int


def enabled_scheme(project: Project) -> GroupScheme | None:
    return GroupScheme.objects.filter(project=project, is_enabled=True).first()


def sees_asked(annotator: User, image: Image) -> bool:
    """Whether somebody is being asked about the image (answers `images.viewers`)."""
    asked = GroupAnswer.objects.filter(
        person=annotator,
        sample__image=image,
        state=State.ASKED,
        asked_at__gt=clock.now() - LEASE,
        scheme__is_enabled=True,
        scheme__project__state=Project.State.ACTIVE,
    )
    return _workable(asked, annotator, "sample__").exists()


def question_of(user: User, group_question_id: int) -> GroupAnswer:
    """What this person is being asked, or raise NotFound; nobody answers in another's name."""
    rows = GroupAnswer.objects.filter(pk=group_question_id, person=user, state=State.ASKED)
    related = rows.select_related("scheme__project", "sample__image")
    found = errors.existing(related.filter(scheme__is_enabled=True).first())
    unblocked(user, found.scheme.project_id)
    return found


def has_read(scheme: GroupScheme, user: User) -> bool:
    return scheme.readings.filter(person=user, version=scheme.guideline_version).exists()


def may_work(membership: Membership, user: User) -> bool:
    """Whether the project asks nothing more of them before they are given work of some stage."""
    stages = membership.project.recipe.asked_stages
    return any(hooks.gate_of(membership, user, stage) is None for stage in stages)


def open_for(scheme: GroupScheme, user: User, at: datetime) -> QuerySet[Sample]:
    """The images that somebody can be asked about, besides the one that they hold."""
    others = GroupAnswer.objects.filter(scheme=scheme, sample=OuterRef("pk"))
    # Of these no more are asked: enough said something, or a file did.
    taken = Q(state=State.ANSWERED) | Q(state=State.ASKED, asked_at__gt=at - LEASE)
    number = others.filter(taken).order_by().values("sample").annotate(n=Count("pk")).values("n")
    samples = Sample.objects.filter(project=scheme.project_id)
    samples = samples.exclude(pk__in=scheme.answers.filter(person=user).values("sample"))
    samples = samples.exclude(pk__in=scheme.answers.filter(person=None).values("sample"))
    samples = samples.annotate(taken=Coalesce(Subquery(number, IntegerField()), 0))
    return _workable(samples.filter(taken__lt=scheme.per_image), user)


def _workable(rows: QuerySet, user: User, prefix: str = "") -> QuerySet:  # type: ignore[type-arg]
    """Without withdrawn images and those of batches that are kept from this person."""
    rows = rows.exclude(**{f"{prefix}state": Sample.State.WITHDRAWN})
    return rows.exclude(**{f"{prefix}batch__blocks__user": user})


def next_of(samples: QuerySet[Sample], scheme: GroupScheme, user: User) -> Sample | None:
    """The next one for this person: each begins at a place of their own and goes round."""
    ends = samples.aggregate(first=Min("image"), last=Max("image"))
    if ends["first"] is None:
        return None
    span = ends["last"] - ends["first"] + 1
    start = ends["first"] + draw(scheme.project.seed, "groups", scheme.pk, user.pk) % span
    rows = samples.select_related("image").order_by("image")
    return rows.filter(image__gte=start).first() or rows.first()


def asked_now(scheme: GroupScheme, user: User, question: GroupAnswer | None) -> Asked:
    """The question with how much this person has said, and how much there is left for them."""
    left = open_for(scheme, user, clock.now())[:MOST_LEFT].count() + (question is not None)
    mine = scheme.answers.filter(person=user, state=State.ANSWERED).count()
    return Asked(scheme, True, question, mine, left)


def asking(user: User) -> list[GroupScheme]:
    """Of the projects in which this person works, those that ask of groups."""
    own = Membership.objects.filter(user=user, is_blocked=False).select_related("project")
    memberships = {row.project_id: row for row in own}
    schemes = GroupScheme.objects.filter(
        is_enabled=True, project__in=memberships, project__state=Project.State.ACTIVE
    )
    found = schemes.select_related("project").order_by("project__name", "pk")
    if user.is_blocked:
        return []
    return [scheme for scheme in found if may_work(memberships[scheme.project_id], user)]
