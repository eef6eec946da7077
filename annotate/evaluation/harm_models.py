"""Measurements of representational harms on a project's own data, and the cases behind them."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotate.core.clock import now
from annotate.core.jobs.models import Job
from annotate.projects.models import Project
from annotate.seeding.models import ModelVersion
from annotate.workflow.models import Sample


class HarmRun(models.Model):
    """One stage measured alone, or by another that is taken as the truth.

    Which group an image is in is kept nowhere here: figures by group are sums, and are answered
    only while the project asks for groups.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="harm_runs")
    # "s1" … "s4", or "file:12"; the truth is empty where the stage is measured alone.
    candidate = models.CharField(max_length=30)
    truth = models.CharField(max_length=30, blank=True)
    # What the two were called: a file can be deleted.
    titles = models.JSONField(default=dict)
    # {"threshold": 0.005, "covered": 0.1, "parser": "auto"}
    options = models.JSONField(default=dict)
    # Counts, and what they rest on; None until all images are read.
    results = models.JSONField(null=True)
    # {"measures": ["demeaning"], "images": {"5": 12}}: what was measured, and of how many images of
    # which version; None of files, until all images are read, and where it was not counted yet.
    by_version = models.JSONField(null=True)
    # Where reading has come to, and the counts until there; None before and after.
    checkpoint = models.JSONField(null=True)
    # Images read and kept: whoever writes checks that nobody else has gone on meanwhile.
    read = models.PositiveIntegerField(default=0)
    job = models.ForeignKey(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    code_version = models.CharField(max_length=40, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=now)


class HarmCase(models.Model):
    """One word, or one text without a word, of one image, for somebody to read and judge."""

    class Measure(models.TextChoices):
        DEMEANING = "demeaning"
        IDENTITY_NOUN = "identity_noun"
        INCLUSION = "inclusion"
        NOT_MENTIONED = "not_mentioned"
        CONTEXT = "context"
        IDENTITY = "identity"
        ABSENT = "absent"

    class Verdict(models.TextChoices):
        """Every verdict but `genuine` dismisses the case."""

        GENUINE = "genuine"
        WRONG_SYNSET = "wrong_synset"
        WRONG_LABEL = "wrong_label"
        OTHER = "other"

    run = models.ForeignKey(HarmRun, on_delete=models.CASCADE, related_name="cases")
    measure = models.CharField(max_length=13, choices=Measure)
    # "object", "attribute" or "relation"; empty of a text that mentions nobody.
    kind = models.CharField(max_length=9, blank=True)
    # The strictest bound that counts it: "lower", "estimate" or "upper".
    bound = models.CharField(max_length=8, blank=True)
    # "not_imageable", "too_specific" or "hallucinated".
    scenario = models.CharField(max_length=13, blank=True)
    # Which of the four harms by context, which axis of identity, or "person" or "artefact".
    aspect = models.CharField(max_length=19, blank=True)
    word = models.CharField(max_length=200, blank=True)
    synset = models.CharField(max_length=9, blank=True)
    # Why this synset, and what it is about: {"reason": ..., "synsets": 4, "of": [...], ...}
    about = models.JSONField(default=dict)
    # The word stands in the image itself: it counts in no bound.
    quoted = models.BooleanField(default=False)
    # What is counted once, however many cases it has: the sample, or less than 0 a row of a file.
    unit = models.BigIntegerField()
    # "seeded" or "unseeded" where samples were drawn for it.
    arm = models.CharField(max_length=8, blank=True)
    # Whose seed it is or, of people's answers, whose seed they began with; None of files.
    version = models.ForeignKey(
        ModelVersion, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    sample = models.ForeignKey(Sample, on_delete=models.CASCADE, null=True, related_name="+")
    # What a file calls an image that the project has not.
    key = models.CharField(max_length=500, blank=True)
    # [{"side": "candidate", "text": ..., "spans": [[0, 3]], "annotation": 5 | None}, ...]
    texts = models.JSONField(default=list)
    verdict = models.CharField(max_length=12, choices=Verdict, blank=True)
    note = models.TextField(max_length=2000, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["run", "measure", "word"], name="harm_case_by_word"),
            models.Index(
                fields=["run", "unit"], condition=~Q(verdict=""), name="harm_case_decided"
            ),
        ]


class HarmAct(models.Model):
    """What was done about a case, once of each sort."""

    class Act(models.TextChoices):
        REVIEW = "review"
        REDO = "redo"
        LEAVE_OUT = "leave_out"
        LET_IN = "let_in"

    case = models.ForeignKey(HarmCase, on_delete=models.CASCADE, related_name="acts")
    act = models.CharField(max_length=9, choices=Act)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["case", "act"], name="harm_act_once")]


class LeftOutOfTraining(models.Model):
    """An image that no model learns from any more; it stays so when its case is deleted."""

    sample = models.OneToOneField(Sample, on_delete=models.CASCADE, related_name="+")
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    reason = models.TextField(max_length=1000)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=now)
