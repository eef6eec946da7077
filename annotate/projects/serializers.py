"""Forms of projects for what is still declared by serializers."""

from typing import Any

from rest_framework import serializers


class StopRuleSerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField()
    threshold = serializers.FloatField()
    enabled = serializers.BooleanField()
