"""The JSON forms of seeding."""

from typing import Any

from rest_framework import serializers

from annotate.core.jobs.serializers import JobSerializer
from annotate.seeding.models import SeedingRun


class BackendSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    version = serializers.CharField()
    roles = serializers.ListField(
        child=serializers.ChoiceField(choices=["detector", "captioner", "ocr"])
    )
    title = serializers.CharField()
    description = serializers.CharField()
    available = serializers.BooleanField()
    reason = serializers.CharField(allow_null=True)


class SeedingFailureSerializer(serializers.Serializer[Any]):
    sample_id = serializers.IntegerField()
    name = serializers.CharField()
    message = serializers.CharField()


class SeedingCountsSerializer(serializers.Serializer[Any]):
    pending = serializers.IntegerField()
    seeded = serializers.IntegerField()
    failed = serializers.IntegerField()
    unseeded = serializers.IntegerField(help_text="Drawn to start from nothing.")
    started = serializers.IntegerField(
        help_text="Somebody had started them before their new seeds were there."
    )


class SeedingRunSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    over = serializers.ChoiceField(choices=SeedingRun.Over.choices)
    detector = serializers.CharField()
    captioner = serializers.CharField()
    ocr = serializers.CharField(help_text="Empty where no text is read.")
    created_at = serializers.DateTimeField()
    job = JobSerializer()
    counts = SeedingCountsSerializer()
    dropped = serializers.IntegerField(
        help_text="How many samples had something in their seeds that could not be used."
    )
    seconds_left = serializers.FloatField(
        allow_null=True, help_text="By the pace so far; null where that is not known."
    )
    failures = SeedingFailureSerializer(many=True)


class SampleCountsSerializer(serializers.Serializer[Any]):
    waiting = serializers.IntegerField()
    open = serializers.IntegerField()
    done = serializers.IntegerField()
    withdrawn = serializers.IntegerField()
    seeded = serializers.IntegerField()
    failed = serializers.IntegerField()


class SeedingSerializer(serializers.Serializer[Any]):
    backends = BackendSerializer(many=True)
    counts = SampleCountsSerializer()
    run = SeedingRunSerializer(allow_null=True)


class SeedingRequestSerializer(serializers.Serializer[Any]):
    detector = serializers.CharField(
        max_length=100,
        allow_null=True,
        default=None,
        help_text="The name of a connection; null takes that of the models used.",
    )
    captioner = serializers.CharField(max_length=100, allow_null=True, default=None)
    ocr = serializers.CharField(
        max_length=100,
        allow_blank=True,
        allow_null=True,
        default=None,
        help_text="What reads text, where the recipe starts a stage from it: null takes that of"
        " the models used, an empty text leaves that stage without seeds.",
    )
    over = serializers.ChoiceField(
        choices=SeedingRun.Over.choices,
        default=SeedingRun.Over.WAITING,
        help_text="Which samples: those that wait for seeds, or also those that have seeds of other"
        " versions and that nobody has started.",
    )


class OpenedSerializer(serializers.Serializer[Any]):
    opened = serializers.IntegerField()


class SeedFileSerializer(serializers.Serializer[Any]):
    file = serializers.FileField()


class ImportCountsSerializer(serializers.Serializer[Any]):
    total = serializers.IntegerField()
    added = serializers.IntegerField()
    skipped = serializers.IntegerField()
    failed = serializers.IntegerField()


class RowErrorSerializer(serializers.Serializer[Any]):
    row = serializers.IntegerField()
    name = serializers.CharField()
    field = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()
    remedy = serializers.CharField(allow_null=True)


class SeedImportSerializer(serializers.Serializer[Any]):
    counts = ImportCountsSerializer()
    errors = RowErrorSerializer(many=True)  # type: ignore[assignment]
