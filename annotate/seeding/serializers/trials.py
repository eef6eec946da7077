"""The JSON forms of “try it on this image”."""

from typing import Any

from rest_framework import serializers

from annotate.core.jobs.serializers import JobSerializer
from annotate.seeding.serializers.connections import SettingsField, VersionBriefSerializer
from annotate.workflow.serializers import ShownImageSerializer


class TrialRequestSerializer(serializers.Serializer[Any]):
    image = serializers.IntegerField()
    version = serializers.IntegerField(
        allow_null=True, default=None, help_text="The serving one where none is named."
    )


class FoundBoxSerializer(serializers.Serializer[Any]):
    x = serializers.FloatField()
    y = serializers.FloatField()
    width = serializers.FloatField()
    height = serializers.FloatField()


class FoundObjectSerializer(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]
    box = FoundBoxSerializer()
    score = serializers.FloatField()


class UnusedDetectionSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]


class CropTextSerializer(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]
    text = serializers.CharField()


class ReadWordSerializer(serializers.Serializer[Any]):
    text = serializers.CharField()
    box = FoundBoxSerializer()
    score = serializers.FloatField()


class UsageSerializer(serializers.Serializer[Any]):
    prompt_tokens = serializers.IntegerField()
    completion_tokens = serializers.IntegerField()
    cost = serializers.FloatField()


class ProvenanceSerializer(serializers.Serializer[Any]):
    backend = serializers.CharField()
    version = serializers.CharField()
    parameters = SettingsField()
    latency_seconds = serializers.FloatField()
    prompt = serializers.CharField()
    raw = serializers.JSONField(allow_null=True)
    usage = UsageSerializer(allow_null=True)


class TrialResultSerializer(serializers.Serializer[Any]):
    detections = FoundObjectSerializer(many=True)
    dropped = UnusedDetectionSerializer(many=True)
    caption = serializers.CharField(allow_null=True)
    crops = CropTextSerializer(many=True)
    words = ReadWordSerializer(many=True)
    provenance = ProvenanceSerializer(many=True)
    problem = serializers.CharField(allow_null=True)
    seconds = serializers.FloatField()


class TrialSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    version = VersionBriefSerializer()
    image = ShownImageSerializer()
    job = JobSerializer()
    result = TrialResultSerializer(allow_null=True)
    created_at = serializers.DateTimeField()
