"""The JSON forms of dashboards."""

from typing import Any

from rest_framework import serializers

from annotate.core.jobs.serializers import JobSerializer
from annotate.people.serializers import PersonSerializer


class StageProgressSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    open = serializers.IntegerField()
    held = serializers.IntegerField()
    done = serializers.IntegerField()


class ProgressSerializer(serializers.Serializer[Any]):
    samples = serializers.IntegerField()
    waiting = serializers.IntegerField()
    open = serializers.IntegerField()
    done = serializers.IntegerField()
    withdrawn = serializers.IntegerField()
    by_stage = StageProgressSerializer(many=True)


class RoundSerializer(serializers.Serializer[Any]):
    stage = serializers.CharField()
    title = serializers.CharField()
    index = serializers.IntegerField()
    submissions = serializers.IntegerField()
    tokens_mean = serializers.FloatField(allow_null=True)
    active_seconds_mean = serializers.FloatField(allow_null=True)
    jaccard_mean = serializers.FloatField(allow_null=True)
    edit_distance_mean = serializers.FloatField(allow_null=True)
    from_scratch = serializers.IntegerField()
    stopped_early = serializers.IntegerField()


class ObjectChangesSerializer(serializers.Serializer[Any]):
    kept = serializers.IntegerField()
    edited = serializers.IntegerField()
    added = serializers.IntegerField()
    removed = serializers.IntegerField()
    merged = serializers.IntegerField()


class AnnotatorFiguresSerializer(serializers.Serializer[Any]):
    user = PersonSerializer()
    submissions = serializers.IntegerField()
    active_seconds_mean = serializers.FloatField(allow_null=True)
    edit_share_mean = serializers.FloatField(allow_null=True)
    skips = serializers.IntegerField()
    last_at = serializers.DateTimeField()


class DaySerializer(serializers.Serializer[Any]):
    day = serializers.DateField()
    submissions = serializers.IntegerField()


class BlockedSerializer(serializers.Serializer[Any]):
    samples_waiting_for_new_people = serializers.IntegerField()
    annotators = serializers.IntegerField()


class WorkerSerializer(serializers.Serializer[Any]):
    alive = serializers.BooleanField()
    needed = serializers.BooleanField()
    last_seen = serializers.DateTimeField(allow_null=True)


class OverviewSerializer(serializers.Serializer[Any]):
    progress = ProgressSerializer()
    rounds = RoundSerializer(many=True)
    objects = ObjectChangesSerializer()
    annotators = AnnotatorFiguresSerializer(many=True)
    days = DaySerializer(many=True)
    blocked = BlockedSerializer()
    jobs = JobSerializer(many=True)
    worker = WorkerSerializer()
