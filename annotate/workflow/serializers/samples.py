"""The JSON forms of samples, of what was done on them, and of batches, as leads see them."""

from typing import Any

from rest_framework import serializers

from annotate.people.serializers import PersonSerializer
from annotate.workflow.models import Annotation, Assignment, Batch, Purpose, Sample, Task
from annotate.workflow.serializers.work import (
    AnswerField,
    NamedSerializer,
    ShownImageSerializer,
    StageNameSerializer,
)


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


class OutcomeSerializer(serializers.Serializer[Any]):
    """What the judgements of an answer came to."""

    kept = serializers.BooleanField()
    numbers = serializers.DictField()


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
    purpose = serializers.ChoiceField(choices=Purpose.choices)
    verdict = serializers.ChoiceField(choices=Assignment.Verdict.choices, allow_null=True)
    about = serializers.IntegerField(allow_null=True)
    outcome = OutcomeSerializer(allow_null=True)


class TaskSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    index = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Task.State.choices)
    held_by = PersonSerializer(allow_null=True)
    expires_at = serializers.DateTimeField(allow_null=True)
    purpose = serializers.ChoiceField(choices=Purpose.choices)
    about = serializers.IntegerField(allow_null=True)


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


class BatchRequestSerializer(serializers.Serializer[Any]):
    """Either these samples, or the next `size` that are in no batch."""

    title = serializers.CharField(max_length=200, allow_blank=True, default="")
    size = serializers.IntegerField(min_value=1, max_value=10_000, allow_null=True, default=None)
    sample_ids = serializers.ListField(
        child=serializers.IntegerField(), max_length=10_000, allow_null=True, default=None
    )
    carry_over = serializers.BooleanField(default=False)
