from copy import deepcopy
from functools import cached_property
from typing import Any

from django.conf import settings
from django.db import models

from annotate.core.appendonly import AppendOnly
from annotate.core.clock import now
from annotate.projects import recipes

# Recipes as they were last parsed, by project, with what they were parsed from: every request
# reads its project's anew, and most find this one. Nothing changes a recipe that was parsed.
_PARSED: dict[int, tuple[Any, recipes.Recipe]] = {}
_MOST_PARSED = 500


def _parsed(project_id: int | None, data: Any) -> recipes.Recipe:
    known = None if project_id is None else _PARSED.get(project_id)
    if known is not None and known[0] == data:
        return known[1]
    recipe = recipes.Recipe.model_validate(data)
    if project_id is not None:
        if len(_PARSED) >= _MOST_PARSED:
            _PARSED.clear()
        # A copy, because nobody else must be able to change it.
        _PARSED[project_id] = deepcopy(data), recipe
    return recipe


class Project(models.Model):
    """One dataset under construction, with members and a recipe."""

    class State(models.TextChoices):
        ACTIVE = "active"
        PAUSED = "paused"
        ARCHIVED = "archived"

    name = models.CharField(max_length=200)
    description = models.TextField(blank=True, max_length=5000)
    state = models.CharField(max_length=10, choices=State, default=State.ACTIVE)
    recipe_data = models.JSONField()
    # Everything random in the project is drawn from this number, so that it can be repeated.
    seed = models.BigIntegerField()
    # Whether anything is asked of people before their first task. Kept here because each claim
    # asks, and most projects have no entry conditions to look up.
    is_gated = models.BooleanField(default=False)
    # The newest version of the guidelines, 0 where there are none; here for the same reason.
    guidelines_version = models.PositiveIntegerField(default=0)
    # Whether annotators must have read that version before they are given work.
    guidelines_required = models.BooleanField(default=True)
    # The field of the images' metadata that names their categories.
    category_field = models.CharField(max_length=60, default="category")
    # Whether those who annotate read and write comments on what they have handed in.
    annotators_comment = models.BooleanField(default=False)
    # Whether an enabled endpoint is told what happens here; here because every submission asks.
    has_webhooks = models.BooleanField(default=False)
    # Whether people have ever been able to come through a channel; here for the same reason.
    has_channels = models.BooleanField(default=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=now)

    @cached_property
    def recipe(self) -> recipes.Recipe:
        return _parsed(self.pk, self.recipe_data)

    @property
    def version_to_read(self) -> int:
        """The version of the guidelines that must be read before work; 0 where none must."""
        return self.guidelines_version if self.guidelines_required else 0

    @property
    def scope(self) -> str:
        """The name under which jobs belong to this project."""
        return f"project/{self.pk}"


class Role(models.TextChoices):
    LEAD = "lead"
    REVIEWER = "reviewer"
    ANNOTATOR = "annotator"


class Membership(models.Model):
    """One person in one project, with a role."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships"
    )
    role = models.CharField(max_length=10, choices=Role)
    is_blocked = models.BooleanField(default=False)
    # Something narrower or wider than this project keeps work from them - a batch, the platform -
    # and whoever hands out work must look closer. Here because claims lock this row: a block that
    # changes it is seen by the very next claim.
    is_restricted = models.BooleanField(default=False)
    guidelines_read = models.PositiveIntegerField(default=0)
    # The keys of the teams they are in. Here for the same reason: who is put into a team or taken
    # out is seen so by the very next claim, which asks no more than it did.
    teams = models.JSONField(default=list)
    joined_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "user"], name="one_membership_per_person")
        ]


class Team(models.Model):
    """People of a project who share a skill or a language, by which stages choose whom they ask."""

    class Basis(models.TextChoices):
        SKILL = "skill"
        LANGUAGE = "language"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="teams")
    # By which recipes and memberships name it. It never changes; the name may.
    key = models.CharField(max_length=40)
    name = models.CharField(max_length=100)
    basis = models.CharField(max_length=10, choices=Basis, default=Basis.SKILL)
    # A language tag (BCP 47); empty for a skill.
    language = models.CharField(max_length=35, blank=True, default="")
    created_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "key"], name="one_team_per_key"),
            models.UniqueConstraint(fields=["project", "name"], name="one_team_per_name"),
        ]


class Invitation(models.Model):
    """A link that lets people join with a role; only its SHA-256 is kept.

    One that is mailed gets its secret where it is mailed, anew each time: nobody else ever has it.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Role)
    digest = models.CharField(max_length=64, unique=True)
    uses_left = models.PositiveIntegerField(default=1)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=now)
    expires_at = models.DateTimeField()
    # In small letters, whom it is mailed to; empty for a link that a lead hands on.
    email = models.EmailField(blank=True, default="")
    # In which language it is mailed; empty for that of whoever invites.
    language = models.CharField(max_length=10, blank=True, default="")
    # When it is to be mailed; null where nothing is to be sent.
    mail_at = models.DateTimeField(null=True)
    mail_tries = models.PositiveSmallIntegerField(default=0)
    mailed_at = models.DateTimeField(null=True)
    # Nobody but who reads mail there has the secret: who comes by it has shown whose address it is.
    is_secret_mailed = models.BooleanField(default=False)
    # The address takes no mail, or no server took any for hours.
    mail_failed = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "email"],
                condition=~models.Q(email=""),
                name="one_invitation_per_address",
            )
        ]
        indexes = [
            models.Index(
                fields=["mail_at"],
                condition=models.Q(mail_at__isnull=False),
                name="invitation_to_mail",
            )
        ]


class NamedInvitation(models.Model):
    """Somebody asked, by the name that a lead typed, whether they want to be a member.

    It refers to no account: then nothing about it can tell whether somebody has this name. It is
    for whoever had the name when it was made, see `selectors.invitations_of`.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="named_invitations")
    username = models.CharField(max_length=150)
    # The username in the case that all are compared in. Folding makes some letters two.
    folded = models.CharField(max_length=450, db_index=True)
    role = models.CharField(max_length=10, choices=Role)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=now)
    declined_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "folded"], name="one_invitation_per_name")
        ]


class Guideline(AppendOnly):
    """One version of a project's guidelines, in Markdown."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="guidelines")
    version = models.PositiveIntegerField()
    body = models.TextField(max_length=100_000)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "version"], name="guideline_version")
        ]


class AuditEvent(AppendOnly):
    """Who did what, and when: to a project, or without one to the installation and its accounts."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, null=True, related_name="audit")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    verb = models.CharField(max_length=60)
    target = models.CharField(max_length=200, blank=True)
    data = models.JSONField(default=dict)
    at = models.DateTimeField(default=now)

    class Meta:
        indexes = [models.Index(fields=["project", "-id"], name="audit_by_project")]


class WebhookEndpoint(models.Model):
    """An address that is told what happens in a project."""

    class Off(models.TextChoices):
        GONE = "gone"  # it answered 410
        FAILING = "failing"  # nothing was received for days

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    # Types of events it is told of; none named are all.
    events = models.JSONField(default=list)
    is_enabled = models.BooleanField(default=True)
    # Why the product switched it off; empty where a lead did, or it is on.
    disabled_because = models.CharField(max_length=10, choices=Off, blank=True, default="")
    # Since when nothing was received; null where the last attempt was, or there was none.
    failing_since = models.DateTimeField(null=True)
    # Sealed, for this scheme, host and port alone: an address elsewhere gets another one.
    secrets = models.TextField()
    # Until when the secret before signs, too; null where there is none.
    old_secret_until = models.DateTimeField(null=True)
    # The number of the last delivery that was begun.
    last_number = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=now)


class WebhookDelivery(models.Model):
    """One event for one endpoint, written in the transaction of what happened."""

    class State(models.TextChoices):
        PENDING = "pending"
        DELIVERED = "delivered"
        GIVEN_UP = "given_up"

    endpoint = models.ForeignKey(
        WebhookEndpoint, on_delete=models.CASCADE, related_name="deliveries"
    )
    # Given when it is first sent, so that no act waits for another one's number.
    number = models.PositiveIntegerField(null=True)
    # The same however often it is sent: by it the receiver knows what it has already.
    message_id = models.CharField(max_length=60, unique=True)
    type = models.CharField(max_length=60)
    # What is signed and sent, byte for byte.
    body = models.TextField()
    state = models.CharField(max_length=10, choices=State, default=State.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    # Attempts of the present round: sending again by hand begins the schedule anew.
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=now)
    status = models.PositiveSmallIntegerField(null=True)
    # Why nobody answered, as `Message.to_json` gives it.
    fault = models.JSONField(null=True)
    created_at = models.DateTimeField(default=now)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["endpoint", "number"], name="webhook_number")
        ]
        indexes = [
            models.Index(
                fields=["due_at"], name="webhook_due", condition=models.Q(state="pending")
            ),
            # By which the clock finds what has been kept long enough.
            models.Index(
                fields=["sent_at"], name="webhook_kept", condition=models.Q(state="delivered")
            ),
        ]
