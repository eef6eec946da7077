"""Tasks, HITs and assignments: who works on what, and the promises the constraints keep."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotate.core.appendonly import AppendOnly
from annotate.core.clock import now
from annotate.core.numbers import random_id
from annotate.images.models import Image
from annotate.projects.models import Project


class Batch(models.Model):
    """Samples collected together; between batches leads review and block (VW App. A.1)."""

    class State(models.TextChoices):
        OPEN = "open"
        CLOSED = "closed"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="batches")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=now)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="batch_number"),
        ]


class BatchBlock(models.Model):
    """One person who is given no work of one batch."""

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="blocks")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="batch_blocks"
    )
    # Taken over from the batch before, when this one was opened.
    carried_over = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["batch", "user"], name="blocked_once_from_a_batch"),
        ]


class Sample(models.Model):
    """One image on its way through the stages of its project's recipe."""

    class State(models.TextChoices):
        WAITING = "waiting"  # for seeds, or for a lead to start it without
        OPEN = "open"
        DONE = "done"
        WITHDRAWN = "withdrawn"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="samples")
    image = models.OneToOneField(Image, on_delete=models.CASCADE, related_name="sample")
    batch = models.ForeignKey(
        Batch, on_delete=models.PROTECT, null=True, related_name="samples", db_index=False
    )
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    # That of the image, and changed with it: progress is told by split without asking images.
    split = models.CharField(max_length=5, blank=True, default="")
    stage_key = models.CharField(max_length=50, blank=True)
    round = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(default=now)
    updated_at = models.DateTimeField(default=now)
    finished_at = models.DateTimeField(null=True)
    # What lists are ordered by; written with the answers (`services.documents`).
    answers = models.PositiveSmallIntegerField(db_default=0)
    similarity = models.FloatField(null=True)  # of the last two rounds, in [0, 1]
    tokens = models.PositiveIntegerField(null=True)  # of the present text
    seconds = models.FloatField(db_default=0)  # worked by people, active time
    producer = models.CharField(max_length=200, db_default="")  # of the newest seed

    class Meta:
        indexes = [
            models.Index(fields=["project", "state", "id"], name="sample_by_state"),
            # Most projects have no batches: their samples cost this index nothing.
            models.Index(
                fields=["batch", "id"], condition=Q(batch__isnull=False), name="sample_by_batch"
            ),
        ]


class Purpose(models.TextChoices):
    """Why a task was given. Nobody who works on it can tell work from gold."""

    WORK = "work"
    GOLD = "gold"  # the right answer is known: it measures the annotator, not the image
    PRACTICE = "practice"
    TEST = "test"


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
    # Only work is counted, compared, advanced and exported.
    purpose = models.CharField(max_length=8, choices=Purpose, default=Purpose.WORK)
    # The answer this one judges, where the stage judges answers of an earlier stage.
    about = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, related_name="judgements", db_index=False
    )
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
                condition=Q(origin="person", purpose="work", about__isnull=True),
                name="one_answer_per_task",
            ),
            models.UniqueConstraint(
                fields=["about", "stage_key", "index"],
                condition=Q(origin="person", purpose="work", about__isnull=False),
                name="one_judgement_per_task",
            ),
        ]
        indexes = [
            models.Index(
                fields=["about", "id"], condition=Q(about__isnull=False), name="judgement_by_answer"
            ),
        ]


class Outcome(models.Model):
    """What the judgements of one answer came to: kept or dropped, and the numbers that decided."""

    annotation = models.OneToOneField(Annotation, on_delete=models.CASCADE, related_name="outcome")
    stage_key = models.CharField(max_length=50)  # of the stage that judged
    kept = models.BooleanField()
    numbers = models.JSONField(default=dict)
    at = models.DateTimeField(default=now)


class Task(models.Model):
    """The unit of work for one person: (sample, stage, index); the index is round or replica."""

    class State(models.TextChoices):
        OPEN = "open"
        PARKED = "parked"  # its batch is closed
        HELD = "held"
        DONE = "done"
        CANCELLED = "cancelled"

    # Somebody works on it, or may.
    UNFINISHED = (State.OPEN, State.PARKED, State.HELD)

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    # Indexed with the stage, below. Each index costs a write at each change of state.
    sample = models.ForeignKey(
        Sample, on_delete=models.CASCADE, related_name="tasks", db_index=False
    )
    stage_key = models.CharField(max_length=50)
    index = models.PositiveSmallIntegerField()
    purpose = models.CharField(max_length=8, choices=Purpose, default=Purpose.WORK)
    # The answer to be judged, where the stage judges answers of an earlier stage.
    about = models.ForeignKey(
        Annotation, on_delete=models.CASCADE, null=True, related_name="+", db_index=False
    )
    exclusion_group = models.CharField(max_length=80)
    # A seeded random number: the order in which open tasks are handed out. It is drawn anew for
    # each task, so that a person who just worked on a sample does not meet its next round first.
    order_key = models.BigIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    created_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["sample", "stage_key", "index"],
                condition=Q(purpose="work", about__isnull=True) & ~Q(state="cancelled"),
                name="task_once",
            ),
            models.UniqueConstraint(
                fields=["about", "stage_key", "index"],
                condition=Q(purpose="work", about__isnull=False) & ~Q(state="cancelled"),
                name="judging_task_once",
            ),
        ]
        indexes = [
            models.Index(fields=["sample", "stage_key"], name="task_by_sample"),
            # The only index that offers order_key: a claim reads its first open entry and never
            # walks over finished tasks, however many there are.
            models.Index(
                fields=["project", "stage_key", "order_key"],
                condition=Q(state="open"),
                name="task_open_in_order",
            ),
        ]


class Hit(models.Model):
    """A mini-batch of assignments given together, under one deadline, and submitted as one."""

    class State(models.TextChoices):
        LIVE = "live"
        SUBMITTED = "submitted"
        RELEASED = "released"
        EXPIRED = "expired"

    # Drawn by chance: who works reads it, and how many came before is nobody's to know.
    id = models.BigIntegerField(primary_key=True, default=random_id)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    stage_key = models.CharField(max_length=50)
    annotator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="hits"
    )
    purpose = models.CharField(max_length=8, choices=Purpose, default=Purpose.WORK)
    state = models.CharField(max_length=10, choices=State, default=State.LIVE)
    deadline = models.DateTimeField()
    submit_key = models.UUIDField(null=True, unique=True)
    started_at = models.DateTimeField(default=now)
    ended_at = models.DateTimeField(null=True)
    # How long its page was open by its own clock, where work was done elsewhere and that is known.
    page_seconds = models.FloatField(null=True)

    class Meta:
        constraints = [
            # A double click must not hold two HITs.
            models.UniqueConstraint(
                fields=["project", "annotator", "stage_key"],
                condition=Q(state="live"),
                name="one_live_hit_per_person",
            ),
        ]
        indexes = [
            models.Index(fields=["deadline"], condition=Q(state="live"), name="hit_by_deadline"),
        ]


class Assignment(models.Model):
    """One person holding one task under a lease; it carries the draft and the active time."""

    class State(models.TextChoices):
        LIVE = "live"
        SUBMITTED = "submitted"
        RELEASED = "released"
        EXPIRED = "expired"
        SKIPPED = "skipped"

    class Verdict(models.TextChoices):
        UNREVIEWED = "unreviewed"
        APPROVED = "approved"
        REJECTED = "rejected"

    # Who is in one of these is not offered the sample again.
    WORKED = (State.LIVE, State.SUBMITTED, State.SKIPPED)
    # In these the person may still be typing: a draft is kept even when the lease is lost.
    DRAFTABLE = (State.LIVE, State.EXPIRED)

    # Drawn by chance: later rounds come later, and a number that grew would tell them apart.
    id = models.BigIntegerField(primary_key=True, default=random_id)
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
    exclusion_group = models.CharField(max_length=80)
    hit = models.ForeignKey(
        Hit, on_delete=models.CASCADE, null=True, related_name="assignments", db_index=False
    )
    position = models.PositiveSmallIntegerField(default=0)  # in the HIT, from 1
    state = models.CharField(max_length=10, choices=State, default=State.LIVE)
    base = models.ForeignKey(Annotation, on_delete=models.RESTRICT, null=True, related_name="+")
    answer = models.OneToOneField(
        Annotation, on_delete=models.RESTRICT, null=True, related_name="assignment"
    )
    draft = models.JSONField(null=True)
    draft_version = models.PositiveIntegerField(default=0)
    draft_saved_at = models.DateTimeField(null=True)
    scratch_reason = models.TextField(max_length=1000, blank=True)
    # The parts of the draft that its author has looked at, by id; null where nobody said.
    looked_at = models.JSONField(null=True)
    active_seconds = models.FloatField(default=0)
    # Where several stimuli are judged at once: the order in which this person sees them, drawn by
    # chance. The draft names places in it; the answer names those of the item.
    arrangement = models.JSONField(null=True)
    # By this secret the parts of answers get the ids that this person sees; the draft names those.
    # Empty where they see the stored ones.
    ids_key = models.CharField(max_length=32, blank=True, default="")
    # Seconds of an earlier try at the same task, which lie before `started_at`.
    carried_seconds = models.FloatField(default=0)
    submit_key = models.UUIDField(null=True, unique=True)
    skip_reason = models.CharField(max_length=30, blank=True)
    comment = models.TextField(max_length=1000, blank=True)
    # What a lead thinks of the submitted answer. A rejected one is neither exported nor counted on.
    verdict = models.CharField(max_length=10, choices=Verdict, default=Verdict.UNREVIEWED)
    verdict_reason = models.TextField(max_length=1000, blank=True)
    verdict_at = models.DateTimeField(null=True)
    verdict_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )
    # The rejected answer that is done again from its place on, where this one was given later: it
    # is kept, and paid, and nothing is built on it until the rejection is taken back.
    superseded_by = models.ForeignKey(
        Annotation, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )
    lease_expires_at = models.DateTimeField()
    # Taken before its turn, while its holder is still at another task: nobody has begun it yet.
    is_ahead = models.BooleanField(default=False)
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
            models.UniqueConstraint(
                fields=["project", "annotator"],
                condition=Q(state="live", is_ahead=True),
                name="one_ahead_per_person",
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
            models.Index(
                fields=["hit", "position"], condition=Q(hit__isnull=False), name="assignment_in_hit"
            ),
            models.Index(fields=["annotator", "-ended_at"], name="history_of_annotator"),
            # Each search for a task asks for every sample it meets whether this person was there.
            models.Index(fields=["sample", "annotator"], name="assignment_by_sample"),
            # How each person's work was judged. What waits for a verdict is not in it, so that
            # nobody's submission pays for it.
            models.Index(
                fields=["project", "annotator", "verdict"],
                condition=~Q(verdict="unreviewed"),
                name="verdicts_of_annotator",
            ),
            # What reviewers go through: every answer of a project, the newest first.
            models.Index(
                fields=["project", "-ended_at", "-answer"],
                condition=Q(state="submitted"),
                name="answers_of_project",
            ),
        ]
