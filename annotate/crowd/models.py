"""Channels through which people come in, who came, what they delivered and what they are owed."""

from typing import Any

from django.db import models
from django.db.models import Q

from annotate.core.appendonly import AppendOnly
from annotate.core.clock import now
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow.models import Assignment, Hit


class Channel(models.Model):
    """One way into one project: an adapter, its settings, and an address that cannot be guessed."""

    class State(models.TextChoices):
        OPEN = "open"
        CLOSED = "closed"  # nobody new comes in; who is in may finish

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="channels")
    name = models.CharField(max_length=200)
    adapter = models.CharField(max_length=20)
    stage_key = models.CharField(max_length=50, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    slug = models.CharField(max_length=40, unique=True)
    settings = models.JSONField(default=dict)
    # The adapter's secrets as one encrypted text; see annotate/crowd/secret_store.py.
    credentials = models.TextField(blank=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=now)


class MagicLink(models.Model):
    """One person's way in through a channel `invite`; only the SHA-256 of the link is kept."""

    channel = models.ForeignKey(Channel, on_delete=models.CASCADE, related_name="links")
    name = models.CharField(max_length=100, blank=True)
    email = models.EmailField(blank=True)
    digest = models.CharField(max_length=64, unique=True)
    # Who comes by the next link for the same person finds the same account.
    person = models.CharField(max_length=200)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=now)
    expires_at = models.DateTimeField()
    # When it is to be mailed; null where nothing is to be sent.
    mail_at = models.DateTimeField(null=True, db_index=True)
    mail_tries = models.PositiveSmallIntegerField(default=0)
    mailed_at = models.DateTimeField(null=True)
    # The address takes no mail, or no server took any for hours.
    mail_failed = models.BooleanField(default=False)
    # The secret, encrypted, as long as it is to be mailed and no longer.
    sealed = models.TextField(blank=True, default="")
    used_at = models.DateTimeField(null=True)


class EntryToken(models.Model):
    """An arrival whose parameters were checked: consumed once, in the browser that arrived."""

    channel = models.ForeignKey(Channel, on_delete=models.CASCADE, related_name="+")
    nonce = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField(db_index=True)
    used_at = models.DateTimeField(null=True)


class Participation(models.Model):
    """One person's visit through one channel: the platform's session or assignment."""

    class State(models.TextChoices):
        ARRIVED = "arrived"  # shown as "working" while they hold work
        SUBMITTED = "submitted"
        RETURNED = "returned"
        TIMED_OUT = "timed_out"
        REJECTED = "rejected"

    # The platform took the place back.
    LOST = (State.RETURNED, State.TIMED_OUT)

    class Outcome(models.TextChoices):
        COMPLETED = "completed"
        SCREENED_OUT = "screened_out"
        NO_WORK = "no_work"

    channel = models.ForeignKey(Channel, on_delete=models.PROTECT, related_name="participations")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="participations")
    external_person = models.CharField(max_length=200)
    external_session = models.CharField(max_length=200)
    # Whether the platform itself confirmed that this session is this person's.
    verified = models.BooleanField(default=False)
    facts = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State, default=State.ARRIVED)
    outcome = models.CharField(max_length=15, choices=Outcome, blank=True)
    # What the platform last said of it, and when: its messages may arrive out of order.
    platform_status = models.CharField(max_length=30, blank=True)
    platform_at = models.DateTimeField(null=True)
    arrived_at = models.DateTimeField(default=now)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            # A session belongs to the person who came with it first.
            models.UniqueConstraint(
                fields=["channel", "external_session"], name="one_arrival_per_session"
            ),
            # Work handed in must belong to exactly one visit.
            models.UniqueConstraint(
                fields=["channel", "user"],
                condition=Q(state="arrived"),
                name="one_open_visit_per_person",
            ),
        ]
        indexes = [
            models.Index(fields=["channel", "external_person"], name="visits_of_a_person"),
        ]


class Delivery(models.Model):
    """A HIT (or, where a stage has none, one assignment) handed in during a visit."""

    participation = models.ForeignKey(
        Participation, on_delete=models.CASCADE, related_name="deliveries"
    )
    hit = models.OneToOneField(Hit, on_delete=models.CASCADE, null=True, related_name="+")
    assignment = models.OneToOneField(
        Assignment, on_delete=models.CASCADE, null=True, related_name="+"
    )
    at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(hit__isnull=False) ^ Q(assignment__isnull=False),
                name="delivered_one_thing",
            )
        ]


class PlatformEvent(AppendOnly):
    """A message of a platform that was verified and taken note of; the same one counts once."""

    channel = models.ForeignKey(Channel, on_delete=models.CASCADE, related_name="+")
    event_id = models.CharField(max_length=200)
    kind = models.CharField(max_length=60)
    session = models.CharField(max_length=200, blank=True)
    status = models.CharField(max_length=30, blank=True)
    at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["channel", "event_id"], name="platform_event_once")
        ]


class Payment(models.Model):
    """What one delivery earned. Money is decimal, and nothing is sent that no lead approved."""

    class State(models.TextChoices):
        COMPUTED = "computed"
        APPROVED = "approved"
        SENDING = "sending"
        SENT = "sent"
        FAILED = "failed"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="payments")
    delivery = models.OneToOneField(Delivery, on_delete=models.PROTECT, related_name="payment")
    base = models.DecimalField(max_digits=10, decimal_places=2)
    bonus = models.DecimalField(max_digits=10, decimal_places=2, default=0)
    currency = models.CharField(max_length=3)
    numbers = models.JSONField(default=dict)  # what it was computed from
    state = models.CharField(max_length=10, choices=State, default=State.COMPUTED)
    # In English, and as `Message.to_json` gives it.
    reason = models.CharField(max_length=500, blank=True)
    reason_message = models.JSONField(null=True)
    # It may have been paid although no answer came: only a person may find out, on the platform.
    is_uncertain = models.BooleanField(default=False)
    # What was done already, so that repeating a job repeats no step.
    sent_by_job = models.BigIntegerField(null=True)
    base_sent_at = models.DateTimeField(null=True)
    bonus_reference = models.CharField(max_length=200, blank=True)
    bonus_tried_at = models.DateTimeField(null=True)
    bonus_sent_at = models.DateTimeField(null=True)
    approved_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    approved_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(base__gte=0, bonus__gte=0), name="no_negative_pay"),
            models.CheckConstraint(
                condition=Q(state="computed") | Q(approved_by__isnull=False),
                name="only_approved_payments_go_on",
            ),
        ]
        indexes = [models.Index(fields=["project", "state", "-id"], name="payment_by_state")]


class PaymentEvent(AppendOnly):
    """What happened to a payment: computed, approved, each step that was sent, each failure."""

    payment = models.ForeignKey(Payment, on_delete=models.CASCADE, related_name="events")
    what = models.CharField(max_length=40)
    message = models.CharField(max_length=500, blank=True)
    actor = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(default=now)

    @classmethod
    def note(cls, payment: Payment, what: str, message: str = "", **more: Any) -> None:
        cls.objects.create(payment=payment, what=what, message=message[:500], **more)
