"""Samples, tasks, assignments and annotations: the heart, and the promises its constraints keep."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotate.core.appendonly import AppendOnly
from annotate.core.clock import now
from annotate.images.models import Image
from annotate.projects.models import Project


class Sample(models.Model):
    """One image on its way through the stages of its project's recipe."""

    class State(models.TextChoices):
        WAITING = "waiting"  # for seeds, or for a lead to start it without
        OPEN = "open"
        DONE = "done"
        WITHDRAWN = "withdrawn"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="samples")
    image = models.OneToOneField(Image, on_delete=models.CASCADE, related_name="sample")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    stage_key = models.CharField(max_length=50, blank=True)
    round = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(default=now)
    updated_at = models.DateTimeField(default=now)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["project", "state", "id"], name="sample_by_state")]


class Task(models.Model):
    """The unit of work for one person: (sample, stage, index); the index is round or replica."""

    class State(models.TextChoices):
        OPEN = "open"
        HELD = "held"
        DONE = "done"
        CANCELLED = "cancelled"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    # Indexed by the constraint below. Each index costs a write at each change of state.
    sample = models.ForeignKey(
        Sample, on_delete=models.CASCADE, related_name="tasks", db_index=False
    )
    stage_key = models.CharField(max_length=50)
    index = models.PositiveSmallIntegerField()
    exclusion_group = models.CharField(max_length=50)
    # A seeded random number: the order in which open tasks are handed out. It is drawn anew for
    # each task, so that a person who just worked on a sample does not meet its next round first.
    order_key = models.BigIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    created_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sample", "stage_key", "index"], name="task_once"),
        ]
        indexes = [
            # The only index that offers order_key: a claim reads its first open entry and never
            # walks over finished tasks, however many there are.
            models.Index(
                fields=["project", "stage_key", "order_key"],
                condition=Q(state="open"),
                name="task_open_in_order",
            ),
        ]


class Annotation(AppendOnly):
    """An immutable answer: by a person, by a model version (a seed, index 0) or by an import."""

    class Origin(models.TextChoices):
        MODEL = "model"
        PERSON = "person"
        IMPORT = "import"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    sample = models.ForeignKey(Sample, on_delete=models.CASCADE, related_name="annotations")
    stage_key = models.CharField(max_length=50)
    index = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=50)
    origin = models.CharField(max_length=6, choices=Origin)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="annotations"
    )
    producer = models.CharField(max_length=200, blank=True)
    parent = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="+")
    value = models.JSONField()
    scratch_reason = models.TextField(max_length=1000, blank=True)
    from_scratch = models.BooleanField(default=False)
    # {"self": {...}, "from_base": {...}, "from_seed": {...}}: what the kind measured.
    measures = models.JSONField(default=dict)
    # Whether a further round was opened, why, and the numbers that decided it.
    decision = models.JSONField(default=dict)
    active_seconds = models.FloatField(default=0)
    created_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["sample", "stage_key", "index"],
                condition=Q(origin="person"),
                name="one_answer_per_task",
            ),
        ]


class Assignment(models.Model):
    """One person holding one task under a lease; it carries the draft and the active time."""

    class State(models.TextChoices):
        LIVE = "live"
        SUBMITTED = "submitted"
        RELEASED = "released"
        EXPIRED = "expired"
        SKIPPED = "skipped"

    # Who is in one of these is not offered the sample again.
    WORKED = (State.LIVE, State.SUBMITTED, State.SKIPPED)
    # In these the person may still be typing: a draft is kept even when the lease is lost.
    DRAFTABLE = (State.LIVE, State.EXPIRED)

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="assignments")
    # Indexed together with the annotator, below.
    sample = models.ForeignKey(Sample, on_delete=models.CASCADE, related_name="+", db_index=False)
    # Indexed together with the time, below.
    annotator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="assignments",
        db_index=False,
    )
    exclusion_group = models.CharField(max_length=50)
    state = models.CharField(max_length=10, choices=State, default=State.LIVE)
    base = models.ForeignKey(Annotation, on_delete=models.RESTRICT, null=True, related_name="+")
    answer = models.OneToOneField(
        Annotation, on_delete=models.RESTRICT, null=True, related_name="assignment"
    )
    draft = models.JSONField(null=True)
    draft_version = models.PositiveIntegerField(default=0)
    draft_saved_at = models.DateTimeField(null=True)
    scratch_reason = models.TextField(max_length=1000, blank=True)
    active_seconds = models.FloatField(default=0)
    # Seconds of an earlier try at the same task, which lie before `started_at`.
    carried_seconds = models.FloatField(default=0)
    submit_key = models.UUIDField(null=True, unique=True)
    skip_reason = models.CharField(max_length=30, blank=True)
    comment = models.TextField(max_length=1000, blank=True)
    lease_expires_at = models.DateTimeField()
    started_at = models.DateTimeField(default=now)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["task"], condition=Q(state="live"), name="one_live_lease_per_task"
            ),
            models.UniqueConstraint(
                fields=["sample", "annotator", "exclusion_group"],
                condition=Q(state__in=["live", "submitted"]),
                name="nobody_works_twice_on_a_sample",
            ),
            models.CheckConstraint(
                condition=~Q(state="submitted") | Q(answer__isnull=False, submit_key__isnull=False),
                name="submitted_has_an_answer",
            ),
        ]
        indexes = [
            models.Index(
                fields=["lease_expires_at"], condition=Q(state="live"), name="lease_by_expiry"
            ),
            models.Index(
                fields=["annotator", "project"], condition=Q(state="live"), name="held_by_annotator"
            ),
            models.Index(fields=["annotator", "-ended_at"], name="history_of_annotator"),
            # Each search for a task asks for every sample it meets whether this person was there.
            models.Index(fields=["sample", "annotator"], name="assignment_by_sample"),
        ]


class Transition(AppendOnly):
    """One change of state of a sample, task or assignment: from what, to what, why, by whom."""

    class Subject(models.TextChoices):
        SAMPLE = "sample"
        TASK = "task"
        ASSIGNMENT = "assignment"

    sample = models.ForeignKey(Sample, on_delete=models.CASCADE, related_name="transitions")
    subject = models.CharField(max_length=10, choices=Subject)
    subject_id = models.BigIntegerField()
    from_state = models.CharField(max_length=10, blank=True)
    to_state = models.CharField(max_length=10)
    reason = models.CharField(max_length=60, blank=True)
    detail = models.JSONField(default=dict)
    # Never looked up by: an index would be written with every row for nothing.
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )
    at = models.DateTimeField()


class DailyFigure(models.Model):
    """Sums over one annotator's submissions to one round of one stage on one day.

    Dashboards read these rows and never scan the annotations; `rebuild_figures` makes them anew
    from the annotations, and a test compares the two.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    stage_key = models.CharField(max_length=50)
    index = models.PositiveSmallIntegerField()
    annotator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    day = models.DateField()
    submissions = models.BigIntegerField(default=0)
    tokens = models.BigIntegerField(default=0)
    active_seconds = models.FloatField(default=0)
    # Means over pairs need their own counts: similarity is undefined where nothing was inherited.
    jaccard_sum = models.FloatField(default=0)
    jaccard_count = models.BigIntegerField(default=0)
    edit_distance = models.BigIntegerField(default=0)
    edit_share_sum = models.FloatField(default=0)
    edit_count = models.BigIntegerField(default=0)
    from_scratch = models.BigIntegerField(default=0)
    stopped_early = models.BigIntegerField(default=0)
    finished_samples = models.BigIntegerField(default=0)
    skips = models.BigIntegerField(default=0)
    kept = models.BigIntegerField(default=0)
    edited = models.BigIntegerField(default=0)
    added = models.BigIntegerField(default=0)
    removed = models.BigIntegerField(default=0)
    merged = models.BigIntegerField(default=0)
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "stage_key", "index", "annotator", "day"], name="figure_once"
            )
        ]
