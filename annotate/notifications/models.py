from django.conf import settings
from django.db import models
from django.db.models import Q

from annotate.core.clock import now
from annotate.projects.models import Membership, Project


class Notification(models.Model):
    """Something one person is told of a project; what happens again is counted while unread."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    # It goes with the membership; null for an admin who is no member.
    membership = models.ForeignKey(
        Membership, on_delete=models.CASCADE, null=True, related_name="+"
    )
    kind = models.CharField(max_length=20)
    # What is told apart within the kind, such as a stage; empty where nothing is.
    key = models.CharField(max_length=100, blank=True)
    count = models.PositiveIntegerField(default=1)
    # What the latest was: the slots of the sentence beside the count, as `params_json` gives them,
    # and under `name` the name of a job.
    data = models.JSONField(default=dict)
    # Not where somebody wants this kind by mail alone.
    is_shown = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=now)
    updated_at = models.DateTimeField(default=now)
    read_at = models.DateTimeField(null=True)
    # When it is to be mailed; null where it was, or is not to be.
    mail_at = models.DateTimeField(null=True)
    mailed_at = models.DateTimeField(null=True)
    mail_tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "project", "kind", "key"],
                condition=Q(read_at__isnull=True),
                name="one_unread_notification",
            )
        ]
        indexes = [
            models.Index(fields=["user", "-updated_at", "-id"], name="notification_list"),
            models.Index(
                fields=["mail_at"],
                condition=Q(mail_at__isnull=False),
                name="notification_mail",
            ),
            models.Index(fields=["updated_at"], name="notification_kept"),
        ]


class Choice(models.Model):
    """How one person wants to be told of one kind; without a row, as `subjects` has it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    kind = models.CharField(max_length=20)
    is_shown = models.BooleanField(default=True)
    mail = models.CharField(max_length=10)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind"], name="one_choice_per_kind")]


class Condition(models.Model):
    """Something that lasts and was told: a row while it does, so that it is told once."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=100, blank=True)
    # As it was last told.
    count = models.PositiveIntegerField()
    told_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "kind", "key"], name="one_condition")
        ]
