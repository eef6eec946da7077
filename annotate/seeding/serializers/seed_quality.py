"""The JSON form of the page about seed quality."""

from typing import Any

from rest_framework import serializers

from annotate.seeding.serializers.connections import VersionBriefSerializer


class SeedFigureSerializer(serializers.Serializer[Any]):
    mean = serializers.FloatField()
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField(help_text="Samples for which it is defined.")
    note = serializers.CharField(
        allow_null=True, help_text="What is to be known where there are few samples."
    )


class SeedFiguresField(serializers.DictField):
    """Figures by name; null where no sample has one."""

    child = SeedFigureSerializer(allow_null=True)


class SeededStageSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()


class VersionQualitySerializer(serializers.Serializer[Any]):
    version = VersionBriefSerializer(
        allow_null=True, help_text="Null for seeds that were imported."
    )
    n = serializers.IntegerField()
    figures = SeedFiguresField()


class ArmQualitySerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField()
    figures = SeedFiguresField()


class ArmsQualitySerializer(serializers.Serializer[Any]):
    seeded = ArmQualitySerializer()
    unseeded = ArmQualitySerializer()
    difference = SeedFiguresField(help_text="Seeded minus unseeded.")


class SeedFigureKindSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    unit = serializers.ChoiceField(choices=["tokens", "share", "things", "seconds", "rounds"])
    better = serializers.ChoiceField(choices=["up", "down"], allow_null=True)


class SeedQualitySerializer(serializers.Serializer[Any]):
    stages = SeededStageSerializer(many=True)
    stage = serializers.CharField(allow_null=True)
    versions = VersionQualitySerializer(many=True)
    arms = ArmsQualitySerializer()
    figures = SeedFigureKindSerializer(many=True)
