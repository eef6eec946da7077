"""The JSON form of uploads, imports and exports."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from annotate.core.jobs.models import Job
from annotate.core.jobs.serializers import JobSerializer
from annotate.core.schemas import Schema
from annotate.exchange import answers, exports
from annotate.exchange.answers import AnswerFormat
from annotate.exchange.exports import Format as ExportFormat
from annotate.images.models import Image
from annotate.seeding.serializers import ImportCountsSerializer, RowErrorSerializer


class FormatField(serializers.ChoiceField):
    """The name of a format, as the registry has it when the request comes."""

    def __init__(self, formats: Mapping[str, ExportFormat | AnswerFormat], **more: Any) -> None:
        super().__init__(choices=[(name, known.title) for name, known in formats.items()], **more)


class FormatEntry(Schema):
    """A format for people to choose."""

    name: str
    title: str
    summary: str
    holds_pictures: bool = False


class Formats(Schema):
    """What can be brought in and written, in the order in which it is offered."""

    exports: list[FormatEntry]
    imports: list[FormatEntry]


class UploadRequestSerializer(serializers.Serializer[Any]):
    files = serializers.ListField(child=serializers.FileField(), max_length=50)


class AcceptedFileSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    image_id = serializers.IntegerField()
    sample_id = serializers.IntegerField()


class RejectedFileSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()
    remedy = serializers.CharField(allow_null=True)


class UploadSerializer(serializers.Serializer[Any]):
    accepted = AcceptedFileSerializer(many=True)
    rejected = RejectedFileSerializer(many=True)


class ImportRequestSerializer(serializers.Serializer[Any]):
    """A .zip of pictures (with a manifest.jsonl, if you like), a .jsonl manifest on its own, or a
    file of answers that people gave elsewhere, whose format is named."""

    file = serializers.FileField()
    dry_run = serializers.BooleanField(default=False)
    split = serializers.ChoiceField(
        choices=Image.Split.choices, default="", help_text="For rows that name none themselves."
    )
    format = FormatField(
        answers.FORMATS,
        default="",
        allow_blank=True,
        help_text="Of a file of answers. Leave it out for pictures.",
    )
    stage = serializers.CharField(
        max_length=50,
        default="",
        allow_blank=True,
        help_text="What answers are brought in for; empty: the first stage for captions.",
    )


class ImportSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    source = serializers.CharField()  # type: ignore[assignment]
    format = serializers.CharField(
        help_text="zip, jsonl or folder for images; for answers the name of their format."
    )
    stage = serializers.CharField(help_text="For answers: the stage they are for.")
    dry_run = serializers.BooleanField()
    state = serializers.ChoiceField(choices=Job.State.choices)
    job = JobSerializer(allow_null=True)
    counts = ImportCountsSerializer()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    errors = RowErrorSerializer(many=True, help_text="The first thousand; empty in lists.")  # type: ignore[assignment]


class ExportRequestSerializer(serializers.Serializer[Any]):
    format = FormatField(exports.FORMATS)
    only_done = serializers.BooleanField(default=False)
    split = serializers.ChoiceField(
        choices=Image.Split.choices, default="", help_text="Only its images; empty: all."
    )
    with_rejected = serializers.BooleanField(
        default=False, help_text="Also answers that a lead rejected."
    )
    with_dropped = serializers.BooleanField(
        default=False, help_text="Also answers that the votes dropped."
    )
    with_pictures = serializers.BooleanField(
        default=False, help_text="For fine-tuning: also the pictures themselves."
    )


class LeftOutSerializer(serializers.Serializer[Any]):
    rejected = serializers.IntegerField()
    dropped = serializers.IntegerField()


class ExportSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    format = FormatField(exports.FORMATS)
    only_done = serializers.BooleanField()
    split = serializers.CharField()
    with_rejected = serializers.BooleanField()
    with_dropped = serializers.BooleanField()
    with_pictures = serializers.BooleanField()
    left_out = LeftOutSerializer(help_text="Answers that were not exported, by the reason.")
    state = serializers.ChoiceField(choices=Job.State.choices)
    job = JobSerializer(allow_null=True)
    samples = serializers.IntegerField()
    size_bytes = serializers.IntegerField()
    sha256 = serializers.CharField()
    url = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
