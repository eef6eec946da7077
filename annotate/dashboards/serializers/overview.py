"""The JSON form of the overview of a project."""

from typing import Any

from rest_framework import serializers

from annotate.core.jobs.serializers import JobSerializer
from annotate.dashboards.serializers.spreads import SpreadSerializer
from annotate.people.serializers import PersonSerializer


class StageProgressSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    open = serializers.IntegerField(help_text="Tasks that wait for somebody.")
    held = serializers.IntegerField(help_text="Tasks that somebody works on.")
    done = serializers.IntegerField(help_text="Answers given.")
    before = serializers.IntegerField(help_text="Samples that have not come here yet.")
    here = serializers.IntegerField()
    passed = serializers.IntegerField()


class SplitProgressSerializer(serializers.Serializer[Any]):
    split = serializers.CharField(help_text="Empty for images in no split.")
    samples = serializers.IntegerField()
    waiting = serializers.IntegerField()
    open = serializers.IntegerField()
    done = serializers.IntegerField()
    withdrawn = serializers.IntegerField()


class ProgressSerializer(serializers.Serializer[Any]):
    samples = serializers.IntegerField()
    waiting = serializers.IntegerField()
    open = serializers.IntegerField()
    done = serializers.IntegerField()
    withdrawn = serializers.IntegerField()
    by_stage = StageProgressSerializer(many=True)
    by_split = SplitProgressSerializer(many=True)


class PaceSerializer(serializers.Serializer[Any]):
    mean = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()


class ForecastSerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=["none", "too_early", "known", "finished"])
    remaining = serializers.IntegerField(help_text="Samples that are waiting or open.")
    per_day = PaceSerializer(allow_null=True, help_text="Samples finished in a day.")
    days_seen = serializers.IntegerField()
    expected = serializers.DateField(allow_null=True)
    earliest = serializers.DateField(allow_null=True)
    latest = serializers.DateField(allow_null=True, help_text="Null where no end is in sight.")
    level = serializers.FloatField()
    method = serializers.CharField(help_text="How it was made, for people.")


class TaskTimeSerializer(serializers.Serializer[Any]):
    stage = serializers.CharField()
    title = serializers.CharField()
    index = serializers.IntegerField()
    seconds = SpreadSerializer()


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
    finished_samples = serializers.IntegerField()


class BlockedSerializer(serializers.Serializer[Any]):
    samples_waiting_for_new_people = serializers.IntegerField()
    annotators = serializers.IntegerField()


class WorkerSerializer(serializers.Serializer[Any]):
    alive = serializers.BooleanField()
    needed = serializers.BooleanField()
    last_seen = serializers.DateTimeField(allow_null=True)


class OverviewSerializer(serializers.Serializer[Any]):
    progress = ProgressSerializer()
    forecast = ForecastSerializer()
    time_per_task = TaskTimeSerializer(many=True)
    rounds = RoundSerializer(many=True)
    objects = ObjectChangesSerializer()
    annotators = AnnotatorFiguresSerializer(many=True, help_text="The 20 with most submissions.")
    annotators_count = serializers.IntegerField()
    days = DaySerializer(many=True)
    blocked = BlockedSerializer()
    jobs = JobSerializer(many=True)
    worker = WorkerSerializer()
