"""Texts from elsewhere, studies and reports of texts, and what models make of them."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotate.core.clock import now
from annotate.core.jobs.models import Job
from annotate.evaluation.group_models import GroupAnswer, GroupReading, GroupScheme
from annotate.evaluation.harm_models import HarmAct, HarmCase, HarmRun, LeftOutOfTraining
from annotate.evaluation.mention_models import MentionRun, MentionType
from annotate.evaluation.question_models import QuestionFile
from annotate.evaluation.reader_models import ReadText, SecondReading
from annotate.images.intake import Facts
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.seeding.models import ModelVersion
from annotate.workflow.models import Annotation, Sample

__all__ = [
    "GroupAnswer",
    "GroupReading",
    "GroupScheme",
    "HarmAct",
    "HarmCase",
    "HarmRun",
    "LeftOutOfTraining",
    "MentionRun",
    "MentionType",
    "QuestionFile",
    "ReadText",
    "SecondReading",
]


class PictureFacts(models.Model):
    """An image that is judged, as the intake verified it; its files lie where all images do."""

    sha256 = models.CharField(max_length=64, blank=True)
    format = models.CharField(max_length=10, blank=True)
    width = models.PositiveIntegerField(default=0)
    height = models.PositiveIntegerField(default=0)
    bytes = models.PositiveBigIntegerField(default=0)

    class Meta:
        abstract = True

    @property
    def facts(self) -> Facts | None:
        """None of what has a text."""
        if not self.sha256:
            return None
        return Facts(self.sha256, self.format, self.width, self.height, self.bytes)


class TextFile(models.Model):
    """One file of texts, such as what another model wrote about the images of a project, or of
    images that were made from such texts.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="text_files")
    name = models.CharField(max_length=200)
    has_images = models.BooleanField(default=False)
    sha256 = models.CharField(max_length=64)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="text_file_by_name"),
        ]


class FileText(PictureFacts):
    """One text or image of a file, in the order of the file.

    `image` is unknown where the project has no such image: its text can be measured, not judged.
    """

    file = models.ForeignKey(TextFile, on_delete=models.CASCADE, related_name="texts")
    position = models.PositiveIntegerField()
    key = models.CharField(max_length=500, blank=True)
    image = models.ForeignKey(Image, on_delete=models.SET_NULL, null=True, related_name="+")
    # How many sentences of a description an image was made from, counted from the first one; null
    # is all of them.
    chunk = models.PositiveSmallIntegerField(null=True)
    text = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["file", "position"], name="text_by_place_in_file"),
        ]


class Study(models.Model):
    """One question about the texts of a project, and the project of its own that asks people."""

    class State(models.TextChoices):
        PREPARING = "preparing"
        OPEN = "open"
        CLOSED = "closed"
        FAILED = "failed"

    class Barring(models.TextChoices):
        """From what those are kept who wrote some of the texts."""

        STUDY = "study"
        ITEM = "item"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="studies")
    # Where people judge. None where the judgements were brought in from elsewhere.
    work = models.OneToOneField(
        Project, on_delete=models.CASCADE, null=True, related_name="study_of_work"
    )
    name = models.CharField(max_length=200)
    # The name of the kind by which people judge.
    design = models.CharField(max_length=40)
    state = models.CharField(max_length=10, choices=State, default=State.PREPARING)
    # [{"source": {...}, "title": "GPT-4V"}, ...]: as many as the design takes.
    sources = models.JSONField()
    # {"samples": [ids] | None, "sample_size": 100 | None, "chunks": 5 | None, "raters_per_item": 3,
    # "metrics": [{"key", "title", "help"}, ...], "justification": "required",
    # "settings": {what else the kind can be set to}, "barring": "study"}
    options = models.JSONField(default=dict)
    seed = models.BigIntegerField()
    problem = models.TextField(blank=True)
    # Which made the project where people judge.
    job = models.ForeignKey(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=now)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="study_by_name"),
        ]


class StudyItem(models.Model):
    """What is judged at once: one or more texts about one image."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="items")
    number = models.PositiveIntegerField()
    # How many sentences of each description it is about, from the first one; null is all of them.
    chunk = models.PositiveSmallIntegerField(null=True)
    image = models.ForeignKey(Image, on_delete=models.SET_NULL, null=True, related_name="+")
    image_name = models.CharField(max_length=500)
    sample = models.ForeignKey(Sample, on_delete=models.SET_NULL, null=True, related_name="+")
    # The stimuli as people see them: what the tasks of the study are about.
    presentation = models.OneToOneField(
        Annotation, on_delete=models.SET_NULL, null=True, related_name="study_item"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "number"], name="study_item_by_number"),
        ]


class StudyStimulus(PictureFacts):
    """One thing that is judged in an item.

    `source` is a place in the study's sources, in the order of which results are told. `position`
    is the place in the item, drawn by the study's seed: which source is where people are never
    sent. An image may have been made from the text.
    """

    item = models.ForeignKey(StudyItem, on_delete=models.CASCADE, related_name="stimuli")
    position = models.PositiveSmallIntegerField()
    source = models.PositiveSmallIntegerField()
    text = models.TextField(blank=True)
    # Where an image is read, by whoever judges: it tells nothing.
    key = models.UUIDField(null=True, unique=True)
    # Which was copied; None of a text from a file.
    annotation = models.ForeignKey(
        Annotation, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "position"], name="study_stimulus_by_position"),
            models.UniqueConstraint(fields=["item", "source"], name="study_stimulus_by_source"),
        ]


class StudyAuthor(models.Model):
    """Somebody who wrote one of the texts: they do not judge the study, or not what they wrote."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="authors")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "user"], name="study_author_once"),
        ]


class ImportedRating(models.Model):
    """One judgement that was made elsewhere: one metric of one item by one rater.

    `score` is -2 (the first source is substantially better) to 2 (the second is) in a comparison,
    and 1 to 5 in a rating.
    """

    item = models.ForeignKey(StudyItem, on_delete=models.CASCADE, related_name="imported")
    rater = models.CharField(max_length=200, blank=True)
    metric = models.CharField(max_length=40)
    score = models.SmallIntegerField()
    justification = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["item", "rater", "metric"], name="imported_rating_once"
            ),
            models.CheckConstraint(
                condition=Q(score__gte=-2, score__lte=5), name="imported_rating_in_range"
            ),
        ]


class TextReport(models.Model):
    """Figures about the texts of one or more sources, as they were at that time."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="text_reports")
    name = models.CharField(max_length=200)
    # As in a study; the first may be held against references.
    sources = models.JSONField()
    options = models.JSONField(default=dict)
    # None until the job has measured; then figures by source, with what was undefined and why.
    results = models.JSONField(null=True)
    problem = models.TextField(blank=True)
    job = models.ForeignKey(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    code_version = models.CharField(max_length=40, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=now)


class Enrichment(models.Model):
    """One caption dataset rewritten by one model version, its result beside it.

    The originals are copied when it begins, and never changed; what the version writes is a file
    of texts of its own. Images come in an order that is drawn once, so that the first so many of
    them are a sample of all.
    """

    class End(models.TextChoices):
        DONE = "done"
        SAMPLES = "samples"  # as many were asked about as may be
        COST = "cost"  # as much was paid as may be

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="enrichments")
    name = models.CharField(max_length=200)
    # As in a study, with what it was called when it was chosen.
    source = models.JSONField()
    source_title = models.CharField(max_length=300)
    version = models.ForeignKey(ModelVersion, on_delete=models.RESTRICT, related_name="+")
    # With places for the captions and the hints of an image; empty where the version is asked none.
    question = models.TextField(blank=True)
    seed = models.BigIntegerField()
    # Of all runs together; null is any number, or any sum.
    most_samples = models.PositiveIntegerField(null=True)
    most_cost = models.FloatField(null=True)
    # What the version wrote, image by image.
    output = models.OneToOneField(TextFile, on_delete=models.RESTRICT, related_name="enrichment")
    # Texts of the source that are of no image of the project; null until images are drawn.
    without_image = models.PositiveIntegerField(null=True)
    # Why the last run ended by itself; empty while it runs, and where it was stopped or failed.
    end = models.CharField(max_length=10, choices=End, blank=True)
    # Of the pairs that were there when it last ended: how many, and tables as of a report.
    figures = models.JSONField(null=True)
    job = models.ForeignKey(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    code_version = models.CharField(max_length=40, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=now)


class EnrichedImage(models.Model):
    """One image of an enrichment, its captions, and what became of the question about it.

    Nothing is asked twice by itself: an image is marked before the version is asked about it, and
    one that is still marked when another run begins was interrupted.
    """

    class State(models.TextChoices):
        PENDING = "pending"
        ASKED = "asked"
        ANSWERED = "answered"
        FAILED = "failed"
        INTERRUPTED = "interrupted"  # nobody knows whether it was answered
        WITHDRAWN = "withdrawn"  # from the project, before it was asked about

    enrichment = models.ForeignKey(Enrichment, on_delete=models.CASCADE, related_name="images")
    position = models.PositiveIntegerField()
    image = models.ForeignKey(Image, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.CharField(max_length=500, blank=True)
    captions = models.JSONField()
    state = models.CharField(max_length=11, choices=State, default=State.PENDING)
    # Why there is no text, as `Message.to_json` gives it.
    problem = models.JSONField(null=True)
    text = models.OneToOneField(FileText, on_delete=models.SET_NULL, null=True, related_name="+")
    # Back end, version, parameters, question, raw answer, usage and time.
    provenance = models.JSONField(null=True)
    prompt_tokens = models.PositiveIntegerField(default=0)
    completion_tokens = models.PositiveIntegerField(default=0)
    cost = models.FloatField(default=0)
    seconds = models.FloatField(default=0)
    asked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["enrichment", "position"], name="enriched_image_by_position"
            ),
            models.UniqueConstraint(fields=["enrichment", "image"], name="enriched_image_once"),
        ]
        indexes = [models.Index(fields=["enrichment", "state"], name="enriched_by_state")]


class ReasoningSet(models.Model):
    """The questions of one published file: each an image with a true and a wrong caption."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="reasoning_sets")
    name = models.CharField(max_length=200)
    # As in annotate.analysis.compositional.model: "winoground" …
    layout = models.CharField(max_length=20)
    # [[id, image, true caption, wrong caption, what was changed, group], …]
    probes = models.JSONField()
    number = models.PositiveIntegerField()
    # Rows that make no question, by reason.
    left_out = models.JSONField(default=dict)
    sha256 = models.CharField(max_length=64)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="reasoning_set_by_name"),
        ]


class ReasoningRun(models.Model):
    """Questions put to one version of a language model, with the descriptions of some sources."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="reasoning_runs")
    name = models.CharField(max_length=200)
    sets = models.ManyToManyField(ReasoningSet, related_name="runs")
    # As in a study; may be none, where the baseline is asked alone.
    sources = models.JSONField()
    version = models.ForeignKey(
        ModelVersion, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    # What the version was called: a connection can be renamed.
    model = models.CharField(max_length=500)
    # {"seed": 1, "most": 500 | None, "baseline": True, "most_cost": 5.0 | None}
    options = models.JSONField(default=dict)
    # None until something was asked; where it was stopped, what there was then.
    results = models.JSONField(null=True)
    finished = models.BooleanField(default=False)
    job = models.ForeignKey(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    code_version = models.CharField(max_length=40, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=now)


class ReasoningReply(models.Model):
    """What a model said to one prompt: no run of the project asks it that again.

    `key` is of the prompt, the model and its settings.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    text = models.TextField(blank=True)
    prompt_tokens = models.PositiveIntegerField(default=0)
    completion_tokens = models.PositiveIntegerField(default=0)
    cost = models.FloatField(default=0)
    seconds = models.FloatField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "key"], name="reasoning_reply_once"),
        ]
