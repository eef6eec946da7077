"""The JSON forms of work. Answers are documented by their kinds; here they are plain objects."""

from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotate.workflow.hooks import GateReason
from annotate.workflow.models import Hit


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


class HitSizeSerializer(serializers.Serializer[Any]):
    size = serializers.IntegerField()
    minutes = serializers.IntegerField()


class StageAvailableSerializer(StageNameSerializer):
    available = serializers.BooleanField()
    hit = HitSizeSerializer(allow_null=True)


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


class ClaimRequestSerializer(serializers.Serializer[Any]):
    """Ask for the next task, or with `ahead` for the one after the one that is held."""

    stage = serializers.CharField(max_length=50, required=False, allow_null=True)
    ahead = serializers.BooleanField(required=False)


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


class ClaimSerializer(serializers.Serializer[Any]):
    assignment = AssignmentSerializer(allow_null=True)
    hit = HitSerializer(allow_null=True)
    reason = serializers.ChoiceField(
        choices=["nothing_open", "no_more_for_you", "paused", "gated", "not_ahead"],
        allow_null=True,
    )
    gate = GateSerializer(allow_null=True)


class HitAnswerSerializer(serializers.Serializer[Any]):
    assignment = serializers.IntegerField()
    answer = AnswerField()
    active_seconds = serializers.FloatField(min_value=0, max_value=10_000_000, default=0)


class HitSubmitRequestSerializer(serializers.Serializer[Any]):
    key = serializers.UUIDField()
    answers = serializers.ListField(child=HitAnswerSerializer(), max_length=100)


class HitSubmittedSerializer(serializers.Serializer[Any]):
    hit_id = serializers.IntegerField()
    submitted_at = serializers.DateTimeField()
    repeated = serializers.BooleanField()


class CheckRequestSerializer(serializers.Serializer[Any]):
    answer = AnswerField()


@extend_schema_field(
    {"type": "object", "additionalProperties": {"oneOf": [{"type": "string"}, {"type": "number"}]}}
)
class ParamsField(serializers.DictField):
    """The words and numbers in a message, by name."""


class FixSerializer(serializers.Serializer[Any]):
    """Other words for a span of the text; they remove what was found and change nothing else."""

    span = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    text = serializers.CharField(allow_blank=True)


class FindingSerializer(serializers.Serializer[Any]):
    """One thing to say about an answer; `span` counts code points of the text at `path`.

    `message_code` and `params` say `message` in other languages; `code` is for programs.
    """

    code = serializers.CharField()
    path = serializers.CharField(allow_blank=True)
    message = serializers.CharField()
    message_code = serializers.CharField(allow_null=True)
    severity = serializers.ChoiceField(choices=["error", "advice"])
    span = serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, allow_null=True
    )
    params = ParamsField()
    fix = FixSerializer(allow_null=True)


class FindingsSerializer(serializers.Serializer[Any]):
    problems = FindingSerializer(many=True)


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
        choices=["nothing_open", "no_more_for_you", "paused", "blocked", "gated"], allow_null=True
    )
    gate = GateSerializer(allow_null=True)


class HeldHitSerializer(serializers.Serializer[Any]):
    hit_id = serializers.IntegerField()
    project = NamedSerializer()
    stage = StageNameSerializer()
    purpose = serializers.ChoiceField(choices=["work", "practice", "test"])
    count = serializers.IntegerField()
    deadline = serializers.DateTimeField()


class WorkSerializer(serializers.Serializer[Any]):
    held = HeldSerializer(many=True)
    hits = HeldHitSerializer(many=True)
    projects = ProjectOfWorkSerializer(many=True)
    unread_feedback = serializers.IntegerField()
