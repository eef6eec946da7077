"""What people say to each other about a sample, in threads."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from annotate.core.clock import now
from annotate.projects.models import Project
from annotate.workflow.models.work import Annotation, Sample


class Comment(models.Model):
    """One thing said about a sample, an answer, a few words of it or one of its objects.

    The first of a thread has the place that all of it is about, and says whether it is resolved.
    Whoever takes a comment back leaves an empty one, so that the answers to it keep their place.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    sample = models.ForeignKey(Sample, on_delete=models.CASCADE, related_name="comments")
    thread = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="replies")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    body = models.TextField(max_length=2000, blank=True)
    annotation = models.ForeignKey(
        Annotation, on_delete=models.CASCADE, null=True, related_name="+", db_index=False
    )
    path = models.CharField(max_length=200, blank=True)  # which text of the answer
    # Code points of that text; both or neither.
    start = models.PositiveIntegerField(null=True)
    end = models.PositiveIntegerField(null=True)
    object_key = models.CharField(max_length=200, blank=True)  # the id of an object in the answer
    created_at = models.DateTimeField(default=now)
    edited_at = models.DateTimeField(null=True)
    deleted_at = models.DateTimeField(null=True)
    resolved_at = models.DateTimeField(null=True)
    resolved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(start__isnull=True, end__isnull=True)
                | Q(start__isnull=False, end__gt=F("start")),
                name="comment_span",
            ),
            models.CheckConstraint(
                condition=Q(annotation__isnull=False)
                | Q(path="", start__isnull=True, object_key=""),
                name="comment_place_has_an_answer",
            ),
            models.CheckConstraint(
                condition=Q(thread__isnull=True)
                | Q(annotation__isnull=True, resolved_at__isnull=True),
                name="comment_reply_has_no_place",
            ),
            models.CheckConstraint(
                condition=Q(deleted_at__isnull=True) | Q(body=""), name="deleted_comment_is_empty"
            ),
        ]


class Mention(models.Model):
    """Somebody named in a comment, who may see it."""

    comment = models.ForeignKey(Comment, on_delete=models.CASCADE, related_name="mentions")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="mentions"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["comment", "user"], name="mentioned_once"),
        ]
