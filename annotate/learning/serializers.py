"""The JSON forms of trainings, the loop and its timeline."""

from typing import Any

from rest_framework import serializers

from annotate.core.jobs.serializers import JobSerializer
from annotate.learning.models import Loop, TrainingRun
from annotate.learning.promotion import METRICS
from annotate.people.serializers import PersonSerializer
from annotate.seeding.models import ModelVersion
from annotate.seeding.serializers.connections import (
    NamedConnectionSerializer,
    SettingsField,
    VersionBriefSerializer,
)


class SnapshotSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    digest = serializers.CharField()
    samples = serializers.IntegerField()
    held_out = serializers.IntegerField()
    facts = serializers.DictField()


class ModelVersionSerializer(VersionBriefSerializer):
    source = serializers.ChoiceField(choices=ModelVersion.Source.choices)  # type: ignore[assignment]
    base = VersionBriefSerializer(allow_null=True)
    snapshot = SnapshotSerializer(allow_null=True)
    training = serializers.IntegerField(allow_null=True)
    settings = SettingsField()
    metrics = serializers.DictField(child=serializers.FloatField(allow_null=True))
    code_version = serializers.CharField()
    notes = serializers.CharField()
    seeds = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    promoted_at = serializers.DateTimeField(allow_null=True)
    retired_at = serializers.DateTimeField(allow_null=True)


class RegistrationSerializer(serializers.Serializer[Any]):
    model = serializers.CharField(max_length=300)
    notes = serializers.CharField(max_length=2000, allow_blank=True, default="")


class RollbackSerializer(serializers.Serializer[Any]):
    serving = serializers.IntegerField(
        allow_null=True,
        default=None,
        help_text="The version to be left, so that a second click does not go back twice.",
    )


class TrainingProgressSerializer(serializers.Serializer[Any]):
    step = serializers.IntegerField()
    steps = serializers.IntegerField()
    message = serializers.CharField()


class TrainingSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    connection = NamedConnectionSerializer()
    state = serializers.ChoiceField(choices=TrainingRun.State.choices)
    reason = serializers.ChoiceField(choices=TrainingRun.Reason.choices)
    base = VersionBriefSerializer()
    version = VersionBriefSerializer(allow_null=True)
    snapshot = SnapshotSerializer(allow_null=True)
    settings = SettingsField()
    finished_samples = serializers.IntegerField()
    problem = serializers.CharField()
    progress = TrainingProgressSerializer()
    job = JobSerializer(allow_null=True)
    created_by = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class TrainingRequestSerializer(serializers.Serializer[Any]):
    connection = serializers.IntegerField()
    settings = SettingsField(
        required=False, help_text="What the trainer is told; the loop's settings where left out."
    )


class TrainingPointSerializer(serializers.Serializer[Any]):
    step = serializers.IntegerField()
    epoch = serializers.FloatField()
    loss = serializers.FloatField(allow_null=True)
    held_out_loss = serializers.FloatField(allow_null=True)
    learning_rate = serializers.FloatField(allow_null=True)
    at = serializers.DateTimeField()


class TrainingPointsSerializer(serializers.Serializer[Any]):
    points = TrainingPointSerializer(many=True)
    progress = TrainingProgressSerializer()
    state = serializers.ChoiceField(choices=TrainingRun.State.choices)


class TrainedElsewhereSerializer(serializers.Serializer[Any]):
    model = serializers.CharField(
        max_length=300, help_text="What the server calls the model that was made from the file."
    )
    notes = serializers.CharField(max_length=2000, allow_blank=True, default="")


class LoopSerializer(serializers.Serializer[Any]):
    connection = serializers.IntegerField(allow_null=True)
    is_on = serializers.BooleanField()
    batch_size = serializers.IntegerField()
    promotion = serializers.ChoiceField(choices=Loop.Promotion.choices)
    metric = serializers.ChoiceField(choices=list(METRICS))
    margin = serializers.FloatField()
    held_out_share = serializers.FloatField()
    training = SettingsField()
    metrics = serializers.ListField(child=serializers.CharField())
    state = serializers.ChoiceField(choices=["off", "collecting", "training", "refreshing"])
    finished = serializers.IntegerField()
    counted = serializers.IntegerField()
    next_at = serializers.IntegerField(allow_null=True)
    training_run = TrainingSerializer(allow_null=True)


class LoopChangesSerializer(serializers.Serializer[Any]):
    connection = serializers.IntegerField(allow_null=True, required=False)
    is_on = serializers.BooleanField(required=False)
    batch_size = serializers.IntegerField(min_value=1, max_value=1_000_000, required=False)
    promotion = serializers.ChoiceField(choices=Loop.Promotion.choices, required=False)
    metric = serializers.ChoiceField(choices=list(METRICS), required=False)
    margin = serializers.FloatField(min_value=0, max_value=10, required=False)
    held_out_share = serializers.FloatField(min_value=0, max_value=0.5, required=False)
    training = SettingsField(required=False)


class LoopEventSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    verb = serializers.CharField()
    title = serializers.CharField(help_text="What happened, in one sentence.")
    at = serializers.DateTimeField()
    actor = PersonSerializer(allow_null=True)
    training = serializers.IntegerField(allow_null=True)
    version = VersionBriefSerializer(allow_null=True)
    seeding = serializers.IntegerField(allow_null=True)
    data = SettingsField()  # type: ignore[assignment]
