"""The JSON forms of the round charts and of the simulator of early stopping."""

from typing import Any

from rest_framework import serializers

from annotate.dashboards.serializers.spreads import (
    DashboardStageSerializer,
    SpreadBriefSerializer,
    SpreadSerializer,
)
from annotate.projects.serializers import StopRuleSerializer


class RoundCountsSerializer(serializers.Serializer[Any]):
    index = serializers.IntegerField()
    submissions = serializers.IntegerField()
    from_scratch = serializers.IntegerField()
    stopped_early = serializers.IntegerField()


class RoundSpreadsSerializer(RoundCountsSerializer):
    tokens = SpreadSerializer()
    seconds = SpreadSerializer()
    jaccard = SpreadSerializer(help_text="Likeness to the round before, where both are people's.")


class RoundBriefSerializer(RoundCountsSerializer):
    tokens = SpreadBriefSerializer()
    seconds = SpreadBriefSerializer()
    jaccard = SpreadBriefSerializer()


class PairPointSerializer(serializers.Serializer[Any]):
    start = serializers.DateField()
    n = serializers.IntegerField()
    jaccard = SpreadBriefSerializer()


class PairOverTimeSerializer(serializers.Serializer[Any]):
    first = serializers.IntegerField()
    second = serializers.IntegerField()
    points = PairPointSerializer(many=True)


class RoundPointSerializer(serializers.Serializer[Any]):
    start = serializers.DateField()
    n = serializers.IntegerField(help_text="Submissions.")
    tokens = SpreadBriefSerializer()
    seconds = SpreadBriefSerializer()


class RoundOverTimeSerializer(serializers.Serializer[Any]):
    index = serializers.IntegerField()
    points = RoundPointSerializer(many=True)


class CalendarSerializer(serializers.Serializer[Any]):
    unit = serializers.ChoiceField(choices=["day", "week", "month"])
    pairs = PairOverTimeSerializer(many=True)
    rounds = RoundOverTimeSerializer(many=True)


class RoundsSerializer(serializers.Serializer[Any]):
    stages = DashboardStageSerializer(many=True)
    stage = serializers.CharField()
    rounds = RoundSpreadsSerializer(many=True)
    calendar = CalendarSerializer()
    small_n = serializers.IntegerField()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Add the ends of the time asked for: `from` is no name in Python."""
        ends = {name: serializers.DateField(allow_null=True) for name in ("from", "to")}
        return {**super().get_fields(), **ends}


class ThresholdSerializer(serializers.Serializer[Any]):
    threshold = serializers.FloatField()
    rounds_saved = serializers.IntegerField()
    share_saved = serializers.FloatField(allow_null=True)
    seconds_saved = serializers.FloatField()
    edit_distance_lost = serializers.IntegerField()
    tokens_lost = serializers.IntegerField(help_text="Net: negative where later rounds cut.")
    would_go_on = serializers.IntegerField(
        help_text="Samples that were stopped below this threshold; what more rounds would have "
        "given is not known."
    )


class StoppingSerializer(serializers.Serializer[Any]):
    stages = DashboardStageSerializer(many=True)
    stage = serializers.CharField(allow_null=True, help_text="Null where no stage has rounds.")
    rule = StopRuleSerializer(allow_null=True)
    rounds_allowed = serializers.IntegerField()
    rounds_done = serializers.IntegerField()
    seconds_done = serializers.FloatField()
    thresholds = ThresholdSerializer(many=True)
    small_n = serializers.IntegerField()
