"""Requests to servers that wait or are under way, what requests have cost, and what they may."""

from django.conf import settings
from django.db import models

from annotate.core.clock import now
from annotate.projects.models import Project


class Purpose(models.TextChoices):
    """What a model is asked for."""

    SEEDING = "seeding"
    TRIAL = "trial"
    ENRICHMENT = "enrichment"
    SECOND_READING = "second_reading"
    REASONING = "reasoning"
    PAINTING = "painting"  # images of texts, for studies
    COMPARISON = "comparison"  # of versions over held-out samples, in the loop and by hand


class RequestTurn(models.Model):
    """One request that waits for its turn at a server, or is under way; it goes when it is over.

    The one with the lowest key is next. A process that was killed lets its turns expire.
    """

    # Who keeps the address: "shared/3" of the installation, "own/12" of a project.
    keeper = models.CharField(max_length=40)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    purpose = models.CharField(max_length=20, choices=Purpose)
    under_way = models.BooleanField(default=False)
    # What is set aside for it while it is under way: as much as the dearest one before it came to.
    cost = models.FloatField(default=0)
    tokens = models.BigIntegerField(default=0)
    expires_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["keeper", "under_way", "id"], name="turn_in_line")]


class NextRequest(models.Model):
    """When the next request may begin at an address that has a limit of requests a minute."""

    keeper = models.CharField(max_length=40, primary_key=True)
    next_at = models.DateTimeField()


class Spending(models.Model):
    """What the requests of one day, by UTC, have cost a project at a server, by purpose."""

    keeper = models.CharField(max_length=40)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    purpose = models.CharField(max_length=20, choices=Purpose)
    day = models.DateField()
    requests = models.BigIntegerField(default=0)
    prompt_tokens = models.BigIntegerField(default=0)
    completion_tokens = models.BigIntegerField(default=0)
    # In the currency of the connection's prices.
    cost = models.FloatField(default=0)
    # Of one request: the highest of the day.
    dearest = models.FloatField(default=0)
    longest = models.BigIntegerField(default=0)  # tokens in and out

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["keeper", "project", "purpose", "day"], name="spending_once_a_day"
            ),
        ]
        indexes = [models.Index(fields=["project", "purpose"], name="spending_of_project")]


class Budget(models.Model):
    """What the models that a project asks may cost it in all; null is any sum."""

    project = models.OneToOneField(Project, on_delete=models.CASCADE, related_name="+")
    most_cost = models.FloatField(null=True)
    most_tokens = models.BigIntegerField(null=True)  # in and out
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    changed_at = models.DateTimeField(default=now)
