"""What happened, and the sums that dashboards read."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotate.core.appendonly import AppendOnly
from annotate.projects.models import Project
from annotate.workflow.models.work import Sample


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


class DailyStats(models.Model):
    """Sums over one annotator's submissions to one round of one stage on one day.

    Dashboards read these rows and never scan the annotations; `rebuild_stats` makes them anew
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
    # Of what answers began with (objects, or a text) how much was passed on unread; over answers
    # also the squares and products, by which the share has an interval.
    looks = models.BigIntegerField(default=0)
    given = models.BigIntegerField(default=0)
    unread = models.BigIntegerField(default=0)
    given_squared = models.BigIntegerField(default=0)
    unread_squared = models.BigIntegerField(default=0)
    given_by_unread = models.BigIntegerField(default=0)
    # Answers that began with something, and those of them that were handed in just as they began.
    begun = models.BigIntegerField(default=0)
    unchanged = models.BigIntegerField(default=0)
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "stage_key", "index", "annotator", "day"],
                name="daily_stats_once",
            )
        ]


class SampleCounter(models.Model):
    """How many samples are where: in which stage and state, by split.

    The number is the sum over the lanes. Everybody counts in a lane of their own (their id, 0 for
    the system), so that nobody waits for another's transaction; one lane alone may be negative.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    stage_key = models.CharField(max_length=50, blank=True)
    split = models.CharField(max_length=5, blank=True)
    state = models.CharField(max_length=10)
    lane = models.BigIntegerField()
    count = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "stage_key", "split", "state", "lane"],
                name="sample_counter_once",
            )
        ]


class LabelUse(models.Model):
    """How often a label stands in the answers of a project, once per word it is found by.

    `place` counts the words of the label, `tail` is what it reads from there on, folded; the row
    with place 0 is the label as a whole.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    label = models.CharField(max_length=200)
    place = models.PositiveSmallIntegerField()
    # Folding can make a text longer: ß becomes ss.
    tail = models.CharField(max_length=600)
    count = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "label", "place"], name="label_use_once")
        ]
        indexes = [
            # The second one is compared by its characters, whatever the language of the database.
            models.Index(
                fields=["project", "tail"],
                name="label_by_tail",
                opclasses=["int8_ops", "varchar_pattern_ops"],
            ),
            models.Index(fields=["project", "-count"], condition=Q(place=0), name="label_by_count"),
        ]


class HistogramBin(models.Model):
    """One bar of a distribution: how many submissions of a day had a figure of this size.

    `bin` is the place among the bins of its measure (`annotate.analysis.histograms`), `total` what
    the figures in it add up to. The other sums are over the submissions that are counted in it.
    Similarities are counted for every size of n-grams, so that another rule finds its own.
    """

    class Measure(models.TextChoices):
        TOKENS = "tokens"
        SECONDS = "seconds"
        JACCARD = "jaccard"  # of a round and the one before it
        PRIOR = "prior"  # the largest similarity that two rounds *before* this one had reached
        STOPPED = "stopped"  # the similarity of a round with which its text was stopped early

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    stage_key = models.CharField(max_length=50)
    measure = models.CharField(max_length=8, choices=Measure)
    index = models.PositiveSmallIntegerField()
    day = models.DateField()
    n = models.PositiveSmallIntegerField(default=0)  # the size of n-grams; 0 where there are none
    bin = models.PositiveSmallIntegerField()
    lane = models.PositiveSmallIntegerField()
    count = models.BigIntegerField(default=0)
    total = models.FloatField(default=0)
    tokens_gained = models.BigIntegerField(default=0)
    edit_distance = models.BigIntegerField(default=0)
    active_seconds = models.FloatField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "stage_key", "measure", "index", "day", "n", "bin", "lane"],
                name="histogram_bin_once",
            )
        ]
