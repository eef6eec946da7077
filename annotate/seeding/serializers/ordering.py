"""The JSON forms of the order of samples."""

from typing import Any

from rest_framework import serializers

from annotate.core.jobs.serializers import JobSerializer
from annotate.people.serializers import PersonSerializer
from annotate.seeding.models import Ordering
from annotate.seeding.serializers.connections import VersionBriefSerializer


class OrderingRuleSerializer(serializers.Serializer[Any]):
    rule = serializers.ChoiceField(choices=Ordering.Rule.choices)
    title = serializers.CharField()
    description = serializers.CharField()
    possible = serializers.BooleanField()
    reason = serializers.CharField(allow_null=True)


class OrderingSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    rule = serializers.ChoiceField(choices=Ordering.Rule.choices)
    versions = VersionBriefSerializer(many=True)
    samples = serializers.IntegerField(help_text="How many samples the rule has scored.")
    job = JobSerializer(allow_null=True)
    created_by = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()
    applied_at = serializers.DateTimeField(allow_null=True)


class OrderingPageSerializer(serializers.Serializer[Any]):
    rule = serializers.ChoiceField(choices=Ordering.Rule.choices)
    available = OrderingRuleSerializer(many=True)
    current = OrderingSerializer(allow_null=True)


class OrderingRequestSerializer(serializers.Serializer[Any]):
    rule = serializers.ChoiceField(choices=Ordering.Rule.choices)
    versions = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        max_length=2,
        help_text="The ids of two versions, for the rule that compares their seeds.",
    )
