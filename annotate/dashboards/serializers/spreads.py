"""The JSON form of distributions, and of figures beside those of everybody else."""

from typing import Any

from rest_framework import serializers


class SpreadBinSerializer(serializers.Serializer[Any]):
    low = serializers.FloatField()
    high = serializers.FloatField(allow_null=True, help_text="Null where the bar is open above.")
    count = serializers.IntegerField()


class SpreadBriefSerializer(serializers.Serializer[Any]):
    """A distribution in a few numbers; all of them null where nothing was counted."""

    n = serializers.IntegerField()
    mean = serializers.FloatField(allow_null=True)
    q10 = serializers.FloatField(allow_null=True)
    q25 = serializers.FloatField(allow_null=True)
    median = serializers.FloatField(allow_null=True)
    q75 = serializers.FloatField(allow_null=True)
    q90 = serializers.FloatField(allow_null=True)


class SpreadSerializer(SpreadBriefSerializer):
    """A distribution with its bars, empty ones between others included."""

    bins = SpreadBinSerializer(many=True)


class ComparedFigureSerializer(serializers.Serializer[Any]):
    mean = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField(help_text="Answers it is taken over.")
    pool_mean = serializers.FloatField(
        allow_null=True, help_text="What all others' answers to the same rounds would give."
    )


class ComparedFiguresSerializer(serializers.Serializer[Any]):
    seconds = ComparedFigureSerializer()
    edit_share = ComparedFigureSerializer()
    jaccard = ComparedFigureSerializer()
    tokens = ComparedFigureSerializer()


class DashboardStageSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    mode = serializers.ChoiceField(choices=["sequential", "parallel"])
