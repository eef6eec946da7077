from django.conf import settings
from django.db import models

from annotate.core.clock import now
from annotate.projects.models import Project, Role


class Provider(models.Model):
    """An identity provider that admins of the installation have set up."""

    # It stands in the address that the provider sends people back to, and never changes.
    key = models.CharField(max_length=40, unique=True)
    name = models.CharField(max_length=100)
    issuer = models.CharField(max_length=500)
    client_id = models.CharField(max_length=200)
    # Sealed; empty for a client without one.
    secrets = models.TextField(blank=True, default="")
    scopes = models.JSONField(default=list)
    # Which claim names the groups of a person; dots lead inside. Empty: groups give nothing.
    groups_claim = models.CharField(max_length=100, blank=True, default="")
    # What groups give, as `schemas.Rule` says it.
    rules = models.JSONField(default=list)
    # Whose verified addresses are let in; none named are all.
    email_domains = models.JSONField(default=list)
    makes_accounts = models.BooleanField(default=False)
    links_by_email = models.BooleanField(default=False)
    trusts_second_factor = models.BooleanField(default=False)
    signs_out_at_provider = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=now)


class Identity(models.Model):
    """Who somebody is at a provider. The issuer with its subject never means somebody else."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="identities"
    )
    # By which provider of this installation it was last used.
    provider = models.CharField(max_length=40)
    issuer = models.CharField(max_length=500)
    subject = models.CharField(max_length=255)
    # How it is told to people: the address or name that the provider gave last.
    shown_as = models.CharField(max_length=254, blank=True, default="")
    created_at = models.DateTimeField(default=now)
    used_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["issuer", "subject"], name="one_person_per_identity"),
        ]


class GivenRole(models.Model):
    """What a provider's groups have given somebody, so that it alone is ever taken back.

    Without a project it is the administration of the installation.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    provider = models.CharField(max_length=40)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, null=True, related_name="+")
    role = models.CharField(max_length=10, choices=Role, blank=True, default="")
    # The role that people had given before; empty where there was no membership.
    before = models.CharField(max_length=10, choices=Role, blank=True, default="")
    # The teams that it put the person into.
    teams = models.JSONField(default=list)
    created_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "project"], name="one_given_role_per_project"),
            models.UniqueConstraint(
                fields=["user"],
                condition=models.Q(project=None),
                name="one_given_administration",
            ),
        ]
