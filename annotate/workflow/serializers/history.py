"""The JSON forms of what somebody has submitted, and of what became of it."""

from typing import Any

from rest_framework import serializers

from annotate.workflow.selectors.outcome import STATES
from annotate.workflow.serializers.work import (
    AnswerField,
    KindAnswerSerializer,
    NamedSerializer,
    ShownImageSerializer,
    StageNameSerializer,
)


class LaterSerializer(serializers.Serializer[Any]):
    """What somebody made of a text after it was handed in: never who, never when."""

    answer = AnswerField()
    similarity = serializers.FloatField(
        allow_null=True, help_text="Of the two texts, from 0 to 1, as early stopping counts it."
    )
    tokens_before = serializers.IntegerField()
    tokens_after = serializers.IntegerField()
    from_scratch = serializers.BooleanField()
    scratch_reason = serializers.CharField(allow_blank=True)


class VotesOnSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    yes = serializers.IntegerField()
    no = serializers.IntegerField()
    passed = serializers.BooleanField()


class VotesSerializer(serializers.Serializer[Any]):
    """What those who judged an answer came to."""

    kept = serializers.BooleanField()
    criteria = VotesOnSerializer(many=True)


class BecameSerializer(serializers.Serializer[Any]):
    """What became of an answer; `later` has the next text first and ends with the newest."""

    state = serializers.ChoiceField(choices=STATES)
    later = LaterSerializer(many=True)
    votes = VotesSerializer(allow_null=True)


class RemarksSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField()
    unread = serializers.IntegerField()


class _SubmittedSerializer(serializers.Serializer[Any]):
    assignment_id = serializers.IntegerField()
    project = NamedSerializer()
    stage = StageNameSerializer()
    image = ShownImageSerializer()
    hit = serializers.IntegerField(allow_null=True)
    submitted_at = serializers.DateTimeField()
    active_seconds = serializers.FloatField()
    feedback = RemarksSerializer()


class HistoryItemSerializer(_SubmittedSerializer):
    became = serializers.ChoiceField(choices=STATES)


class HistoryDetailSerializer(_SubmittedSerializer):
    settings = serializers.DictField()
    about = KindAnswerSerializer(allow_null=True)
    mine = AnswerField()
    start = AnswerField(allow_null=True)
    became = BecameSerializer()
