"""What packages above still declare by serializers; everything else is in `schemas`."""

from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotate.workflow.models import Batch, Hit
from annotate.workflow.schemas.work import GateReason


@extend_schema_field({"type": "object", "additionalProperties": True})
class AnswerField(serializers.JSONField):
    """The JSON object of an answer; its kind checks what is inside."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            raise serializers.ValidationError("An answer is a JSON object.", code="not_an_object")
        return data


class KindAnswerSerializer(serializers.Serializer[Any]):
    """An answer and its kind, where no stage beside it says of which kind it is."""

    kind = serializers.CharField()
    answer = AnswerField()


class NamedSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class StageNameSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    kind = serializers.CharField()


class StageOfWorkSerializer(StageNameSerializer):
    settings = serializers.DictField()


class GateSerializer(serializers.Serializer[Any]):
    """Why a person is given no work of a stage yet, and what they can do about it."""

    reason = serializers.ChoiceField(choices=get_args(GateReason))
    message = serializers.CharField()
    remedy = serializers.CharField()
    data = serializers.DictField()  # type: ignore[assignment]


class ShownUrlsSerializer(serializers.Serializer[Any]):
    thumb = serializers.CharField()
    view = serializers.CharField()
    full = serializers.CharField()
    tiles = serializers.CharField(required=False)


class HintSerializer(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]
    value = serializers.CharField()


class ShownImageSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    urls = ShownUrlsSerializer()
    hints = HintSerializer(many=True)


class LeaseSerializer(serializers.Serializer[Any]):
    expires_at = serializers.DateTimeField()
    seconds = serializers.IntegerField()
    heartbeat_seconds = serializers.IntegerField()


class TextSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    answer = AnswerField()


class DraftSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    answer = AnswerField()
    saved_at = serializers.DateTimeField()
    scratch_reason = serializers.CharField(allow_null=True)


class BoxSerializer(serializers.Serializer[Any]):
    x = serializers.FloatField()
    y = serializers.FloatField()
    width = serializers.FloatField()
    height = serializers.FloatField()


class ShownTokenSerializer(serializers.Serializer[Any]):
    text = serializers.CharField()
    box = BoxSerializer()


class AssignmentSerializer(serializers.Serializer[Any]):
    """All a workbench needs. Deliberately without origin, author, round or annotation ids."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=["live", "submitted", "released", "expired", "skipped"])
    # Taken before its turn: held for a few minutes, and begun by the next claim.
    is_ahead = serializers.BooleanField()
    project = NamedSerializer()
    stage = StageOfWorkSerializer()
    hit = serializers.IntegerField(allow_null=True)
    image = ShownImageSerializer()
    about = KindAnswerSerializer(allow_null=True)
    tokens = ShownTokenSerializer(many=True)
    objects = serializers.ListField(child=serializers.DictField())
    start = AnswerField()
    texts = TextSerializer(many=True)
    start_key = serializers.CharField(allow_null=True)
    draft = DraftSerializer(allow_null=True)
    draft_version = serializers.IntegerField()
    lease = LeaseSerializer()
    active_seconds = serializers.FloatField()
    idle_seconds = serializers.IntegerField()


class HitSerializer(serializers.Serializer[Any]):
    """A mini-batch of work with one deadline. Gold is never named."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Hit.State.choices)
    purpose = serializers.ChoiceField(choices=["work", "practice", "test"])
    project = NamedSerializer()
    stage = StageOfWorkSerializer()
    deadline = serializers.DateTimeField()
    seconds = serializers.IntegerField()
    started_at = serializers.DateTimeField()
    assignments = AssignmentSerializer(many=True)


class CheckRequestSerializer(serializers.Serializer[Any]):
    answer = AnswerField()


class BatchSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=Batch.State.choices)
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    samples = serializers.IntegerField()
    done = serializers.IntegerField()
    # How many blocks were taken over from the batch before.
    carried_over = serializers.IntegerField()
