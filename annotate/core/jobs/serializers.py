"""`schemas.Job` for packages whose responses are still described by serializers."""

from typing import Any

from rest_framework import serializers

from annotate.core.jobs.models import Job


class JobErrorSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()
    remedy = serializers.CharField(allow_null=True)
    retry = serializers.BooleanField()


class JobSerializer(serializers.Serializer[Any]):
    """Nested by crowd, quality, evaluation, seeding, learning and the overview of dashboards."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=Job.State.choices)
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    message = serializers.CharField()
    error = JobErrorSerializer(allow_null=True)
    attempts = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    worker_alive = serializers.BooleanField()
