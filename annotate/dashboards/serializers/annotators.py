"""The JSON forms of the annotators' dashboards."""

from typing import Any

from rest_framework import serializers

from annotate.dashboards.serializers.spreads import ComparedFiguresSerializer
from annotate.people.serializers import PersonSerializer
from annotate.projects.models import Role
from annotate.workflow.models import Assignment
from annotate.workflow.serializers import ShownImageSerializer


class WarningSerializer(serializers.Serializer[Any]):
    """A figure outside the range in which the pool's answers would put it."""

    code = serializers.ChoiceField(choices=["time_low", "time_high", "edits_low", "edits_high"])
    message = serializers.CharField()
    figure = serializers.ChoiceField(choices=["seconds", "edit_share"])
    stage = serializers.CharField()
    value = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()
    n = serializers.IntegerField(help_text="Answers it is taken over.")


class FlagCountsSerializer(serializers.Serializer[Any]):
    open = serializers.IntegerField()
    total = serializers.IntegerField()


class AnnotatorGoldSerializer(serializers.Serializer[Any]):
    right = serializers.IntegerField()
    n = serializers.IntegerField()


class ReviewCountsSerializer(serializers.Serializer[Any]):
    approved = serializers.IntegerField()
    rejected = serializers.IntegerField()


class AnnotatorSerializer(serializers.Serializer[Any]):
    user = PersonSerializer()
    role = serializers.ChoiceField(
        choices=Role.choices, allow_null=True, help_text="Null for one who has left the project."
    )
    is_blocked = serializers.BooleanField()
    submissions = serializers.IntegerField()
    first_at = serializers.DateField(allow_null=True, help_text="The first day of work.")
    last_at = serializers.DateTimeField(allow_null=True)
    is_new = serializers.BooleanField()
    figures = ComparedFiguresSerializer()
    skips = serializers.IntegerField()
    flags = FlagCountsSerializer()
    gold = AnnotatorGoldSerializer(allow_null=True)
    reviews = ReviewCountsSerializer()
    warnings = WarningSerializer(many=True)


class AnnotatorWeekSerializer(serializers.Serializer[Any]):
    start = serializers.DateField()
    n = serializers.IntegerField(help_text="Submissions.")
    figures = ComparedFiguresSerializer()


class AnnotatorStageSerializer(serializers.Serializer[Any]):
    stage = serializers.CharField()
    title = serializers.CharField()
    index = serializers.IntegerField()
    submissions = serializers.IntegerField()
    figures = ComparedFiguresSerializer()


class FlagCodeCountsSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    title = serializers.CharField()
    open = serializers.IntegerField()
    total = serializers.IntegerField()


class AnnotatorDetailSerializer(AnnotatorSerializer):
    weeks = AnnotatorWeekSerializer(many=True)
    by_stage = AnnotatorStageSerializer(many=True)
    flags_by_code = FlagCodeCountsSerializer(many=True)


class TextFiguresSerializer(serializers.Serializer[Any]):
    tokens = serializers.IntegerField(allow_null=True)
    edit_distance = serializers.IntegerField(allow_null=True)
    edit_share = serializers.FloatField(allow_null=True)
    jaccard = serializers.FloatField(allow_null=True)


class AnnotatorTextSerializer(serializers.Serializer[Any]):
    annotation = serializers.IntegerField()
    sample = serializers.IntegerField()
    image = ShownImageSerializer()
    stage = serializers.CharField()
    index = serializers.IntegerField()
    at = serializers.DateTimeField()
    active_seconds = serializers.FloatField()
    before = serializers.CharField(allow_null=True, help_text="Null where it began from nothing.")
    after = serializers.CharField()
    figures = TextFiguresSerializer()
    verdict = serializers.ChoiceField(choices=Assignment.Verdict.choices)
    flags = serializers.ListField(child=serializers.CharField())
