"""What a deletion would do, what stands in its way, and which there are."""

from collections import Counter

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotate.core import errors
from annotate.crowd.models import Payment
from annotate.messages import Message
from annotate.people.models import User
from annotate.privacy.holdings import GO, STAY, Holding, holdings
from annotate.privacy.models import Deletion
from annotate.projects.models import Membership, Project, Role
from annotate.workflow.models import Assignment

# What a deletion takes with the account's own row.
ACCOUNT = ("name", "email", "password", "preferences")


def open_deletion(user: User) -> Deletion | None:
    """What the person asked for, or what is being done; None where there is neither."""
    return Deletion.objects.filter(user=user).exclude(state=Deletion.State.DONE).first()


def deletions(state: str | None = None) -> QuerySet[Deletion]:
    rows = Deletion.objects.select_related("user", "ordered_by", "job").order_by("-id")
    return rows.filter(state=state) if state else rows


def deletion(deletion_id: int) -> Deletion:
    """Raises NotFound."""
    return errors.existing(deletions().filter(pk=deletion_id).first())


def what_goes(user: User) -> dict[str, int]:
    """How much of each topic a deletion removes; what there is none of is left out."""
    counts = _counts(user, GO)
    counts["drafts"] = Assignment.objects.filter(annotator=user, draft__isnull=False).count()
    counts["leases"] = live_of(user).count()
    return {"account": 1, **_some(counts)}


def what_stays(user: User) -> dict[str, int]:
    """How much of each topic stays, without the name of the person."""
    counts = _counts(user, STAY)
    counts["payments"] = Payment.objects.filter(delivery__participation__user=user).count()
    counts["acts"] = _acts(user)
    counts.pop("requests", None)
    return _some(counts)


def live_of(user: User) -> QuerySet[Assignment]:
    """The tasks that the person holds."""
    return Assignment.objects.filter(annotator=user, state=Assignment.State.LIVE)


def _counts(user: User, table: tuple[Holding, ...]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for holding in table:
        counts[holding.topic] += holding.of(user).count()
    return counts


def _acts(user: User) -> int:
    return sum(each.of(user).count() for each in holdings() if each.topic == "acts")


def _some(counts: Counter[str]) -> dict[str, int]:
    return {topic: count for topic, count in counts.items() if count}


def obstacles(user: User, actor: User | None = None) -> list[Message]:
    """What must be done before this account can be deleted.

    Args:
        actor: the admin who is about to do it; nobody deletes themselves.
    """
    if Deletion.objects.filter(user=user).exclude(state=Deletion.State.ASKED).exists():
        return [Message("deletion_done")]
    found = []
    if actor is not None and actor.pk == user.pk:
        found.append(Message("own_account"))
    if user.is_admin and not other_admins(user).exists():
        found.append(Message("deletion_last_admin"))
    led = led_alone(user)
    if led:
        names = ", ".join(f"“{name}”" for name in led.values_list("name", flat=True)[:20])
        found.append(Message("deletion_sole_lead", count=led.count(), projects=names))
    return found


def other_admins(user: User) -> QuerySet[User]:
    return User.objects.filter(is_active=True, is_staff=True).exclude(pk=user.pk)


def led_alone(user: User) -> QuerySet[Project]:
    """The projects that nobody would lead any more; those in the archive need nobody."""
    lead = Q(role=Role.LEAD, is_blocked=False)
    mine = Membership.objects.filter(lead, user=user, project=OuterRef("pk"))
    others = Membership.objects.filter(lead, project=OuterRef("pk"), user__is_active=True)
    projects = Project.objects.filter(Exists(mine)).exclude(state=Project.State.ARCHIVED)
    return projects.exclude(Exists(others.exclude(user=user))).order_by("name", "pk")
