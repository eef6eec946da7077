"""The JSON form of the page about one stage."""

from typing import Any

from rest_framework import serializers

from annotate.dashboards.serializers.overview import (
    AnnotatorFiguresSerializer,
    ObjectChangesSerializer,
)
from annotate.dashboards.serializers.rounds import RoundBriefSerializer


class StageHeadSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    kind = serializers.CharField()
    mode = serializers.ChoiceField(choices=["sequential", "parallel"])
    rounds = serializers.IntegerField()


class PlacesSerializer(serializers.Serializer[Any]):
    before = serializers.IntegerField()
    here = serializers.IntegerField()
    passed = serializers.IntegerField()


class TaskCountsSerializer(serializers.Serializer[Any]):
    open = serializers.IntegerField()
    held = serializers.IntegerField()
    done = serializers.IntegerField()


class OldestSerializer(serializers.Serializer[Any]):
    sample = serializers.IntegerField()
    image = serializers.CharField(help_text="The name of its image.")
    round = serializers.IntegerField()
    since = serializers.DateTimeField()


class StagePageSerializer(serializers.Serializer[Any]):
    stage = StageHeadSerializer()
    samples = PlacesSerializer()
    tasks = TaskCountsSerializer()
    rounds = RoundBriefSerializer(many=True)
    people = AnnotatorFiguresSerializer(many=True)
    skips = serializers.IntegerField()
    flags_open = serializers.IntegerField()
    oldest = OldestSerializer(many=True)
    objects = ObjectChangesSerializer(
        allow_null=True, help_text="Null where the stage marks no objects."
    )
