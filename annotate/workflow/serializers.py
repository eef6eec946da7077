"""The JSON forms of work. Answers are documented by their kinds; here they are plain objects."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotate.people.serializers import PersonSerializer
from annotate.workflow.models import Annotation, Sample, Task


@extend_schema_field({"type": "object", "additionalProperties": True})
class AnswerField(serializers.JSONField):
    """The JSON object of an answer; its kind checks what is inside."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            raise serializers.ValidationError("An answer is a JSON object.", code="not_an_object")
        return data


class NamedSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class StageNameSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    kind = serializers.CharField()


class StageOfWorkSerializer(StageNameSerializer):
    settings = serializers.DictField()


class StageAvailableSerializer(StageNameSerializer):
    available = serializers.BooleanField()


class ShownUrlsSerializer(serializers.Serializer[Any]):
    thumb = serializers.CharField()
    view = serializers.CharField()
    full = serializers.CharField()


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


class AssignmentSerializer(serializers.Serializer[Any]):
    """All a workbench needs. Deliberately without origin, author, round or annotation ids."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=["live", "submitted", "released", "expired", "skipped"])
    project = NamedSerializer()
    stage = StageOfWorkSerializer()
    image = ShownImageSerializer()
    objects = serializers.ListField(child=serializers.DictField())
    start = AnswerField()
    texts = TextSerializer(many=True)
    start_key = serializers.CharField(allow_null=True)
    draft = DraftSerializer(allow_null=True)
    draft_version = serializers.IntegerField()
    lease = LeaseSerializer()
    active_seconds = serializers.FloatField()
    idle_seconds = serializers.IntegerField()


class ClaimRequestSerializer(serializers.Serializer[Any]):
    stage = serializers.CharField(max_length=50, required=False, allow_null=True)


class ClaimSerializer(serializers.Serializer[Any]):
    assignment = AssignmentSerializer(allow_null=True)
    reason = serializers.ChoiceField(
        choices=["nothing_open", "no_more_for_you", "paused"], allow_null=True
    )


class EditSerializer(serializers.Serializer[Any]):
    answer = AnswerField()
    active_seconds = serializers.FloatField(min_value=0, max_value=10_000_000, default=0)
    scratch_reason = serializers.CharField(
        max_length=1000, allow_null=True, allow_blank=True, default=None
    )


class DraftRequestSerializer(EditSerializer):
    version = serializers.IntegerField(min_value=0)


class DraftSavedSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    saved_at = serializers.DateTimeField()
    lease = LeaseSerializer()


class HeartbeatRequestSerializer(serializers.Serializer[Any]):
    active_seconds = serializers.FloatField(min_value=0, max_value=10_000_000)


class HeartbeatSerializer(serializers.Serializer[Any]):
    lease = LeaseSerializer()


class SubmitRequestSerializer(EditSerializer):
    key = serializers.UUIDField()


class SubmittedSerializer(serializers.Serializer[Any]):
    assignment_id = serializers.IntegerField()
    submitted_at = serializers.DateTimeField()
    repeated = serializers.BooleanField()


class SkipRequestSerializer(serializers.Serializer[Any]):
    reason = serializers.ChoiceField(
        choices=["image_broken", "inappropriate", "cannot_describe", "language", "other"]
    )
    comment = serializers.CharField(max_length=1000, allow_blank=True, default="")


class HeldSerializer(serializers.Serializer[Any]):
    assignment_id = serializers.IntegerField()
    project = NamedSerializer()
    stage = StageNameSerializer()
    image = ShownImageSerializer()
    saved_at = serializers.DateTimeField(allow_null=True)
    expires_at = serializers.DateTimeField()


class ProjectOfWorkSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    description = serializers.CharField()
    guidelines_unread = serializers.BooleanField()
    stages = StageAvailableSerializer(many=True)
    done_by_me = serializers.IntegerField()
    reason = serializers.ChoiceField(
        choices=["nothing_open", "no_more_for_you", "paused", "blocked"], allow_null=True
    )


class WorkSerializer(serializers.Serializer[Any]):
    held = HeldSerializer(many=True)
    projects = ProjectOfWorkSerializer(many=True)


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


class SampleImageSerializer(ShownImageSerializer):
    metadata = serializers.DictField(child=serializers.CharField())


class SampleSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Sample.State.choices)
    image = SampleImageSerializer()
    stage = serializers.CharField()
    round = serializers.IntegerField()
    split = serializers.CharField()
    updated_at = serializers.DateTimeField()
    flags = serializers.ListField(
        child=serializers.ChoiceField(choices=["from_scratch", "stopped_early", "skipped"])
    )


class AnnotationSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    index = serializers.IntegerField()
    origin = serializers.ChoiceField(choices=Annotation.Origin.choices)
    author = PersonSerializer(allow_null=True)
    producer = serializers.CharField()
    value = AnswerField()
    from_scratch = serializers.BooleanField()
    scratch_reason = serializers.CharField()
    measures = serializers.DictField()
    decision = serializers.DictField()
    stopped_early = serializers.BooleanField()
    active_seconds = serializers.FloatField()
    created_at = serializers.DateTimeField()
    parent = serializers.IntegerField(allow_null=True)  # type: ignore[assignment]


class TaskSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    index = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Task.State.choices)
    held_by = PersonSerializer(allow_null=True)
    expires_at = serializers.DateTimeField(allow_null=True)


class SampleStageSerializer(StageNameSerializer):
    annotations = AnnotationSerializer(many=True)
    tasks = TaskSerializer(many=True)


_TransitionBase: Any = type(
    "_TransitionBase",
    (serializers.Serializer,),
    # "from" is a Python keyword, so this field cannot be written as an attribute.
    {"from": serializers.CharField(), "to": serializers.CharField()},
)


class TransitionSerializer(_TransitionBase):  # type: ignore[misc]
    at = serializers.DateTimeField()
    subject = serializers.CharField()
    reason = serializers.CharField()
    detail = serializers.DictField()
    actor = PersonSerializer(allow_null=True)


class SampleDetailSerializer(SampleSerializer):
    project = NamedSerializer()
    stages = SampleStageSerializer(many=True)
    transitions = TransitionSerializer(many=True)


class WithdrawRequestSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=60)
