"""The JSON forms of what somebody has submitted, and of what became of it."""

from typing import Any

from rest_framework import serializers

from annotate.workflow.serializers.work import (
    AnswerField,
    NamedSerializer,
    ShownImageSerializer,
    StageNameSerializer,
)


class HistoryItemSerializer(serializers.Serializer[Any]):
    assignment_id = serializers.IntegerField()
    project = NamedSerializer()
    stage = StageNameSerializer()
    image = ShownImageSerializer()
    submitted_at = serializers.DateTimeField()
    active_seconds = serializers.FloatField()


class HistoryDetailSerializer(HistoryItemSerializer):
    mine = AnswerField()
    start = AnswerField(allow_null=True)
