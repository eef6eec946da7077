"""The JSON forms of flags, review, people, feedback and blocks."""

from typing import Any

from rest_framework import serializers

from annotate.people.serializers import PersonSerializer
from annotate.quality.models import Block
from annotate.workflow.models import Assignment
from annotate.workflow.serializers import (
    AnswerField,
    BatchSerializer,
    KindAnswerSerializer,
    NamedSerializer,
    ShownImageSerializer,
    StageNameSerializer,
)

FLAG_STATES = [("open", "open"), ("settled", "settled")]
Verdict = Assignment.Verdict


class FlagSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    code = serializers.CharField()
    title = serializers.CharField()
    explanation = serializers.CharField()
    numbers = serializers.DictField()
    related = serializers.ListField(child=serializers.IntegerField())
    state = serializers.ChoiceField(choices=FLAG_STATES)
    created_at = serializers.DateTimeField()


class ReviewAnswerSerializer(serializers.Serializer[Any]):
    annotation = serializers.IntegerField()
    assignment = serializers.IntegerField()
    sample = serializers.IntegerField()
    image = ShownImageSerializer()
    stage = StageNameSerializer()
    annotator = PersonSerializer()
    value = AnswerField()
    about = KindAnswerSerializer(allow_null=True)
    active_seconds = serializers.FloatField()
    submitted_at = serializers.DateTimeField()
    verdict = serializers.ChoiceField(choices=Verdict.choices)
    verdict_reason = serializers.CharField()
    verdict_by = PersonSerializer(allow_null=True)
    batch = serializers.IntegerField(allow_null=True)


class OtherAnswerSerializer(serializers.Serializer[Any]):
    annotator = PersonSerializer()
    value = AnswerField()
    active_seconds = serializers.FloatField()
    verdict = serializers.ChoiceField(choices=Verdict.choices)


class ReviewSerializer(serializers.Serializer[Any]):
    answer = ReviewAnswerSerializer()
    flags = FlagSerializer(many=True)
    others = OtherAnswerSerializer(many=True)


class RequeuedSerializer(serializers.Serializer[Any]):
    opened = serializers.IntegerField()
    reason = serializers.CharField(allow_null=True)


class JudgedSerializer(ReviewSerializer):
    requeued = RequeuedSerializer(allow_null=True)


class VerdictRequestSerializer(serializers.Serializer[Any]):
    verdict = serializers.ChoiceField(choices=Verdict.choices)
    reason = serializers.CharField(max_length=1000, allow_blank=True, default="")
    requeue = serializers.BooleanField(default=False)


class BulkRequestSerializer(VerdictRequestSerializer):
    annotations = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1),
        min_length=1,
        max_length=200,
    )


class FailedSerializer(serializers.Serializer[Any]):
    annotation = serializers.IntegerField()
    message = serializers.CharField()


class BulkResultSerializer(serializers.Serializer[Any]):
    done = serializers.IntegerField()
    requeued = serializers.IntegerField()
    failed = FailedSerializer(many=True)


class SkippedSerializer(serializers.Serializer[Any]):
    flag = FlagSerializer()
    assignment = serializers.IntegerField()
    sample = serializers.IntegerField()
    sample_state = serializers.CharField()
    image = ShownImageSerializer()
    stage = StageNameSerializer()
    annotator = PersonSerializer()
    reason = serializers.CharField()
    comment = serializers.CharField(allow_blank=True)
    skipped_at = serializers.DateTimeField()


class SkipSettledSerializer(serializers.Serializer[Any]):
    settled = serializers.BooleanField(default=True)


class CodeSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    title = serializers.CharField()
    description = serializers.CharField()


class QualitySerializer(serializers.Serializer[Any]):
    settings = serializers.DictField()
    codes = CodeSerializer(many=True)
    open_by_code = serializers.DictField(child=serializers.IntegerField())
    answers_waiting = serializers.IntegerField()
    skips_waiting = serializers.IntegerField()


class RandomSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField(min_value=1, max_value=10_000)
    seed = serializers.IntegerField(min_value=0, max_value=2**62)


class RunRequestSerializer(serializers.Serializer[Any]):
    stage = serializers.CharField(max_length=50, required=False, allow_null=True)
    batch = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    checks = serializers.ListField(
        child=serializers.CharField(max_length=60), required=False, allow_null=True, max_length=100
    )
    random = RandomSerializer(required=False, allow_null=True)


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


class SpanSerializer(serializers.Serializer[Any]):
    start = serializers.IntegerField(min_value=0, max_value=2_000_000)
    end = serializers.IntegerField(min_value=1, max_value=2_000_000)


class FeedbackRequestSerializer(serializers.Serializer[Any]):
    annotation = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    path = serializers.CharField(max_length=200, allow_blank=True, default="text")
    span = SpanSerializer(allow_null=True, default=None)
    message = serializers.CharField(max_length=2000)


class FeedbackSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    path = serializers.CharField(allow_blank=True)
    span = SpanSerializer(allow_null=True)
    message = serializers.CharField()
    created_at = serializers.DateTimeField()
    read_at = serializers.DateTimeField(allow_null=True)
    reply = serializers.CharField(allow_blank=True)
    replied_at = serializers.DateTimeField(allow_null=True)


class FeedbackReplyRequestSerializer(serializers.Serializer[Any]):
    message = serializers.CharField(max_length=1000)


class SentFeedbackSerializer(FeedbackSerializer):
    stage = StageNameSerializer()
    image = ShownImageSerializer()
    quote = serializers.CharField(allow_blank=True)
    annotation = serializers.IntegerField()
    annotator = PersonSerializer()
    sent_by = PersonSerializer()


class ReceivedFeedbackSerializer(FeedbackSerializer):
    project = NamedSerializer()
    stage = StageNameSerializer()
    image = ShownImageSerializer()
    assignment = serializers.IntegerField(allow_null=True)
    mine = AnswerField()


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


class BlockRequestSerializer(serializers.Serializer[Any]):
    user = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    scope = serializers.ChoiceField(choices=Block.Scope.choices)
    batch = serializers.IntegerField(
        min_value=1, max_value=2**63 - 1, required=False, allow_null=True
    )
    reason = serializers.CharField(max_length=1000)
    requeue = serializers.BooleanField(default=False)


class LiftRequestSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=1000)


class BatchReportSerializer(serializers.Serializer[Any]):
    batch = BatchSerializer()
    submissions = serializers.IntegerField()
    approved = serializers.IntegerField()
    rejected = serializers.IntegerField()
    annotators = AnnotatorQualitySerializer(many=True)
    flags = serializers.DictField(child=serializers.IntegerField())
    gold = GoldRecordSerializer()
    blocked = BlockSerializer(many=True)


class MeasureSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    undefined = serializers.CharField(allow_null=True)
    n = serializers.IntegerField()
    explanation = serializers.CharField()


class StageAgreementSerializer(StageNameSerializer):
    measures = MeasureSerializer(many=True)


class AgreementSerializer(serializers.Serializer[Any]):
    stages = StageAgreementSerializer(many=True)


class MajoritySerializer(serializers.Serializer[Any]):
    yes = serializers.IntegerField()
    no = serializers.IntegerField()
    majority = serializers.BooleanField(allow_null=True)


class OutcomesSerializer(serializers.Serializer[Any]):
    kept = serializers.IntegerField()
    dropped = serializers.IntegerField()


class AggregateSerializer(serializers.Serializer[Any]):
    sample = serializers.IntegerField()
    image = ShownImageSerializer()
    answers = serializers.IntegerField()
    text_detected = MajoritySerializer(allow_null=True)
    canned = serializers.IntegerField(allow_null=True)
    difficulty = serializers.ChoiceField(
        choices=["easy", "medium", "difficult", "unusable"], allow_null=True
    )
    votes = serializers.DictField(child=MajoritySerializer(), allow_null=True)
    outcomes = OutcomesSerializer(allow_null=True)
