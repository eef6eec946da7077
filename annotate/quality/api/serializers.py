"""The report of a batch, until batches are declared as schemas."""

from typing import Any

from rest_framework import serializers

from annotate.people.serializers import PersonSerializer
from annotate.quality.models import Block
from annotate.workflow.serializers import BatchSerializer, StageNameSerializer


class GoldRecordSerializer(serializers.Serializer[Any]):
    right = serializers.IntegerField()
    total = serializers.IntegerField()
    accuracy = serializers.FloatField(allow_null=True)


class TimeStandingSerializer(serializers.Serializer[Any]):
    median = serializers.FloatField(allow_null=True)
    pool_median = serializers.FloatField(allow_null=True)
    z = serializers.FloatField(allow_null=True)
    undefined = serializers.CharField(allow_null=True)


class EditStandingSerializer(serializers.Serializer[Any]):
    mean = serializers.FloatField(allow_null=True)
    pool_mean = serializers.FloatField(allow_null=True)
    z = serializers.FloatField(allow_null=True)
    undefined = serializers.CharField(allow_null=True)


class ScopeSerializer(serializers.Serializer[Any]):
    scope = serializers.ChoiceField(choices=Block.Scope.choices)


class AnnotatorQualitySerializer(serializers.Serializer[Any]):
    user = PersonSerializer()
    stage = StageNameSerializer()
    submissions = serializers.IntegerField()
    approved = serializers.IntegerField()
    rejected = serializers.IntegerField()
    approval_rate = serializers.FloatField(allow_null=True)
    flags_open = serializers.IntegerField()
    gold = GoldRecordSerializer()
    active_seconds = TimeStandingSerializer()
    edit_distance = EditStandingSerializer()
    is_new = serializers.BooleanField()
    warning = serializers.BooleanField()
    reasons = serializers.ListField(child=serializers.CharField())
    blocked = ScopeSerializer(allow_null=True)


class BlockSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    user = PersonSerializer()
    scope = serializers.ChoiceField(choices=Block.Scope.choices)
    batch = serializers.IntegerField(source="batch_id", allow_null=True)
    reason = serializers.CharField()
    evidence = serializers.DictField()
    created_at = serializers.DateTimeField()
    created_by = PersonSerializer()
    lifted_at = serializers.DateTimeField(allow_null=True)
    lifted_by = PersonSerializer(allow_null=True)
    lift_reason = serializers.CharField(allow_blank=True)
    returned = serializers.IntegerField()
    requeued = serializers.IntegerField()


class BatchReportSerializer(serializers.Serializer[Any]):
    batch = BatchSerializer()
    submissions = serializers.IntegerField()
    approved = serializers.IntegerField()
    rejected = serializers.IntegerField()
    annotators = AnnotatorQualitySerializer(many=True)
    flags = serializers.DictField(child=serializers.IntegerField())
    gold = GoldRecordSerializer()
    blocked = BlockSerializer(many=True)
