"""The JSON forms of back ends, connections, versions, trials and the models used."""

from typing import Any

from rest_framework import serializers

from annotate.seeding.models import ModelVersion

ROLES = ["detector", "captioner", "ocr"]


class SettingsField(serializers.DictField):
    """Values by name; the schema of the back end says which there are."""

    child = serializers.JSONField(allow_null=True)


class RolesField(serializers.ListField):
    child = serializers.ChoiceField(choices=ROLES)


class BackendSecretSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    help = serializers.CharField()
    required = serializers.BooleanField()  # type: ignore[assignment]


class SettableBackendSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    description = serializers.CharField()
    roles = RolesField()
    learns = serializers.BooleanField()
    available = serializers.BooleanField()
    reason = serializers.CharField(allow_null=True)
    settings_schema = serializers.DictField(help_text="A JSON Schema: the form to fill in.")
    secrets = BackendSecretSerializer(many=True)
    training_schema = serializers.DictField(
        allow_null=True, help_text="The same for its training, where it can be trained."
    )


class NamedConnectionSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class VersionBriefSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    label = serializers.CharField(help_text='What people call it: "M2".')  # type: ignore[assignment]
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=ModelVersion.State.choices)
    connection = NamedConnectionSerializer()


class ConnectionSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    backend = serializers.CharField()
    title = serializers.CharField()
    roles = RolesField()
    learns = serializers.BooleanField()
    built_in = serializers.BooleanField()
    settings = SettingsField()
    has_secrets = serializers.DictField(child=serializers.BooleanField())
    serving = VersionBriefSerializer(allow_null=True)
    versions = serializers.IntegerField()
    assigned_roles = RolesField()
    created_at = serializers.DateTimeField()
    archived_at = serializers.DateTimeField(allow_null=True)


class SecretsField(serializers.DictField):
    """Secrets are written, and never read. One of null or "" is taken away."""

    child = serializers.CharField(
        allow_blank=True, allow_null=True, max_length=10_000, trim_whitespace=False
    )


class ConnectionRequestSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=100)
    backend = serializers.CharField(max_length=50)
    settings = SettingsField(default=dict)
    secrets = SecretsField(default=dict, write_only=True)


class ConnectionChangesSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=100, required=False)
    settings = SettingsField(required=False)
    secrets = SecretsField(required=False, write_only=True)


class HealthSerializer(serializers.Serializer[Any]):
    available = serializers.BooleanField()
    reason = serializers.CharField(allow_null=True)
    seconds = serializers.FloatField()


class ModelAssignmentSerializer(serializers.Serializer[Any]):
    detector = serializers.IntegerField(allow_null=True)
    captioner = serializers.IntegerField(allow_null=True)
    ocr = serializers.IntegerField(allow_null=True)
    unseeded_share = serializers.FloatField()


class ModelAssignmentChangesSerializer(serializers.Serializer[Any]):
    detector = serializers.IntegerField(allow_null=True, required=False)
    captioner = serializers.IntegerField(allow_null=True, required=False)
    ocr = serializers.IntegerField(allow_null=True, required=False)
    unseeded_share = serializers.FloatField(min_value=0, max_value=1, required=False)
